/** Rebuilds list entries from entities, and tallies from list entries, while the store is in use. */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { rebuildTallies as rebuildListTallies } from '../lists/rebuild-tallies.ts'
import type { List } from '../store/list-entry.ts'
import { entities, syncCounters } from './entities.ts'
import { listNames } from './list-names.ts'

/** Each of them is a few requests in sequence. */
const maxConcurrent = 10

export interface RebuildResult {
  /** The number of rebuilt objects of each kind. */
  counts: Record<string, number>
  failed: Failure[]
}

export interface Failure {
  target: string
  fault: unknown
}

/** Called with the number of rebuilt objects of a kind until then. */
type OnProgress = (kind: string, count: number) => void

/** Run it after adding a list or a filter to an entity. */
export async function rebuildEntries(
  tenant: Tenant,
  onProgress: OnProgress = () => {},
): Promise<RebuildResult> {
  const result: RebuildResult = { counts: {}, failed: [] }
  for (const { name, batches } of entities) {
    let rebuilt = 0
    for await (const rows of batches(tenant)) {
      const items = rows.map(({ reference }) => ({ reference, target: reference.name }))
      const { count, failed } = await rebuildEach(items, ({ reference }) => reference.rebuildEntries())
      rebuilt += count
      onProgress(name, rebuilt)
      result.failed.push(...failed)
    }
    result.counts[name] = rebuilt
  }
  return result
}

/** Also updates the counters that are saved on customers, products and discounts. */
export async function rebuildTallies(
  { account, mode }: Tenant,
  onProgress: OnProgress = () => {},
): Promise<RebuildResult> {
  const names = await listNames({ account, mode })
  const items = [...names].map(list => ({ list, target: `list ${list}` }))
  let rebuilt = 0
  const { count, failed } = await rebuildEach(items, async ({ list }) => {
    await rebuildList({ account, mode, list })
    onProgress('lists', ++rebuilt)
    return true
  })
  return { counts: { lists: count }, failed }
}

/** Counts a list again, and saves its totals on the entity that shows them. */
export async function rebuildList(list: List): Promise<void> {
  await rebuildListTallies(list)
  await syncCounters(list)
}

/** Counts the items for which `rebuild` returns true; one that fails does not stop the others. */
async function rebuildEach<T extends { target: string }>(
  items: readonly T[],
  rebuild: (item: T) => Promise<boolean>,
) {
  const failed: Failure[] = []
  const results = await mapConcurrent(items, maxConcurrent, item =>
    rebuild(item).catch(fault => {
      failed.push({ target: item.target, fault })
      return false
    }),
  )
  return { count: results.filter(Boolean).length, failed }
}
