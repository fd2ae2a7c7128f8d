/** Makes the lists of a store anew from what they are derived from, while the store is in use. */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { rebuildTallies as rebuildListTallies } from '../lists/rebuild-tallies.ts'
import { rebuildEntries as rebuildEntriesOf } from '../store/save.ts'
import { allOf, kinds } from './entities.ts'
import { listsOf } from './list-names.ts'
import { syncCounters } from './sync-counters.ts'

/** So many at a time: each of them is a few requests in sequence. */
const atOnce = 10

export interface Rebuilt {
  /** How many of each sort. */
  done: Record<string, number>
  failed: Failure[]
}

interface Failure {
  what: string
  fault: unknown
}

/** The entries of every entity are written again: for when a kind has gained a list. */
export async function rebuildEntries(tenant: Tenant): Promise<Rebuilt> {
  const rebuilt: Rebuilt = { done: {}, failed: [] }
  for (const found of kinds) {
    const { name, kind } = found
    rebuilt.done[name] = 0
    for await (const rows of allOf(found, tenant)) {
      const things = rows.map(row => ({ row, what: `${name} ${JSON.stringify(kind.keyOf(row))}` }))
      const { count, failed } = await eachOf(things, ({ row }) => rebuildEntriesOf(kind, row))
      rebuilt.done[name] += count
      rebuilt.failed.push(...failed)
    }
  }
  return rebuilt
}

/** Every tally of every list is counted from the entries, and the saved numbers follow. */
export async function rebuildTallies({ account, mode }: Tenant): Promise<Rebuilt> {
  const lists = await listsOf({ account, mode })
  const things = [...lists].map(list => ({ list, what: `list ${list}` }))
  const { count, failed } = await eachOf(things, async ({ list }) => {
    await rebuildListTallies({ account, mode, list })
    await syncCounters({ account, mode, list })
    return true
  })
  return { done: { lists: count }, failed }
}

/** How many of them were there to be done; those that fail keep nobody else from it. */
async function eachOf<T extends { what: string }>(
  things: readonly T[],
  work: (thing: T) => Promise<boolean>,
) {
  const failed: Failure[] = []
  const done = await mapConcurrent(things, atOnce, thing =>
    work(thing).catch(fault => {
      failed.push({ what: thing.what, fault })
      return false
    }),
  )
  return { count: done.filter(isDone => isDone).length, failed }
}
