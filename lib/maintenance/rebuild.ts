/** Rebuilds the lists of a store while it is in use: the entries from the entities, the tallies from the entries. */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { rebuildTallies as rebuildListTallies } from '../lists/rebuild-tallies.ts'
import { entities } from './entities.ts'
import { listNames } from './list-names.ts'
import { syncCounters } from './sync-counters.ts'

/** Each of them is a few requests in sequence. */
const maxConcurrent = 10

export interface RebuildResult {
  /** How many of each kind. */
  counts: Record<string, number>
  failed: Failure[]
}

interface Failure {
  target: string
  fault: unknown
}

/** For use after an entity has gained a list or a filter. */
export async function rebuildEntries(tenant: Tenant): Promise<RebuildResult> {
  const rebuilt: RebuildResult = { counts: {}, failed: [] }
  for (const { name, batches } of entities) {
    let done = 0
    for await (const rows of batches(tenant)) {
      const items = rows.map(row => ({ row, what: `${name} ${JSON.stringify(row.key)}` }))
      const { count, failed } = await rebuildEach(items, ({ row }) => row.rebuildEntries())
      done += count
      rebuilt.failed.push(...failed)
    }
    rebuilt.counts[name] = done
  }
  return rebuilt
}

/** The counters saved on entities follow. */
export async function rebuildTallies({ account, mode }: Tenant): Promise<RebuildResult> {
  const names = await listNames({ account, mode })
  const items = [...names].map(list => ({ list, what: `list ${list}` }))
  const { count, failed } = await rebuildEach(items, async ({ list }) => {
    await rebuildListTallies({ account, mode, list })
    await syncCounters({ account, mode, list })
    return true
  })
  return { counts: { lists: count }, failed }
}

/** Counts the items for which `rebuild` returns true; one that fails does not stop the others. */
async function rebuildEach<T extends { what: string }>(
  items: readonly T[],
  rebuild: (item: T) => Promise<boolean>,
) {
  const failed: Failure[] = []
  const results = await mapConcurrent(items, maxConcurrent, item =>
    rebuild(item).catch(fault => {
      failed.push({ target: item.what, fault })
      return false
    }),
  )
  return { count: results.filter(Boolean).length, failed }
}
