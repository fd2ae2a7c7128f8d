/** Runs one task of the drill in a process of its own, and prints its result, its duration and its memory as JSON. */

import { eraseCustomer } from '../../lib/account-data/index.ts'
import { storedReplyEndpointNames } from '../../lib/api.ts'
import { fullRange, readEntries } from '../../lib/lists/entries.ts'
import { checkStore, countObjects, rebuildEntriesOfStore, rebuildTalliesOfStore } from '../../lib/maintenance/index.ts'
import { EntryRow } from '../../lib/store/list-entry.ts'
import { drillTenant, regularBuyer } from './drill-load.ts'

const tenant = drillTenant()

const tasks = {
  check: () => countFindings(),
  recount: async () => (await rebuildTalliesOfStore(tenant)).counts.lists ?? 0,
  relist: async () => (await rebuildEntriesOfStore(tenant)).counts.order ?? 0,
  count: async () => (await countObjects(tenant)).order ?? 0,
  damage: () => damageEntries(),
  erase: () => eraseRegularBuyer(),
}
export type DrillTask = keyof typeof tasks

export interface DrillResult {
  result: number
  /** The duration without the pauses in which the task waits for other processes. */
  seconds: number
  peakMegabytes: number
}

/**
 * The milliseconds for which the task has waited for other processes. The drill has no other processes that use the
 * store, so this time is subtracted from the duration.
 */
let waited = 0

/** Counts all findings except wrong tallies, because missing entries also cause wrong tallies. */
async function countFindings(): Promise<number> {
  let count = 0
  await checkStore(tenant, {
    wait: async () => {},
    onFound: async findings => {
      count += findings.filter(({ kind }) => kind !== 'wrong-tally').length
    },
  })
  return count
}

/** Deletes two entries and changes a third. */
async function damageEntries(): Promise<number> {
  const list = { ...tenant, list: 'orders' }
  const [first, second, third] = await readEntries(list, { range: fullRange, max: 3 })
  if (!first || !second || !third) throw new Error('The store needs three orders.')
  await EntryRow.delete([first, second]).go()
  await EntryRow.put({ ...third, facets: ['damaged'] }).go()
  return 3
}

async function eraseRegularBuyer(): Promise<number> {
  let waitingSince: number | null = null
  const onProgress = (text: string) => {
    const isWaiting = text.startsWith('waiting')
    if (isWaiting) waitingSince ??= performance.now()
    else if (waitingSince !== null) {
      waited += performance.now() - waitingSince
      waitingSince = null
    }
  }
  const replies = { endpoints: storedReplyEndpointNames, replacement: '{}' }
  const { counts } = await eraseCustomer(tenant, { email: regularBuyer, replies, onProgress })
  onProgress('ended')
  return counts.orders ?? 0
}

const startedAt = performance.now()
const result = await tasks[process.argv[2] as DrillTask]()
const seconds = (performance.now() - startedAt - waited) / 1000
/** `maxRSS` is in kilobytes. */
const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1024)
console.log(JSON.stringify({ result, seconds, peakMegabytes } satisfies DrillResult))
