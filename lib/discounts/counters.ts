/** Which orders and carts use a discount, and how many. */

import { openUsagesList } from '../carts/index.ts'
import { guid } from '../core/fields.ts'
import type { Tenant } from '../core/tenant.ts'
import { fullRange, readEntries } from '../lists/entries.ts'
import { readTally } from '../lists/tally.ts'
import { usagesList } from '../orders/index.ts'
import { conditionalWrite, retryOnConflict } from '../store/conflict.ts'
import { CodeClaim, DiscountRow } from './entity.ts'
import { reservedCode } from './rules.ts'

/** What the checkout says of a discount that was given: one of ours, by its id or by the code that was typed. */
interface Given {
  id: string | null
  code: string | null
}

/** Those of them that are ours. */
export async function discountIdsOf(tenant: Tenant, given: readonly Given[]): Promise<string[]> {
  const found = await Promise.all(given.map(async one => (await byId(tenant, one)) ?? byCode(tenant, one)))
  return [...new Set(found.filter(id => id !== null))]
}

async function byId(tenant: Tenant, { id }: Given): Promise<string | null> {
  const known = guid.safeParse(id)
  if (!known.success) return null
  const { data } = await DiscountRow.get({ ...tenant, id: known.data }).go()
  return data?.id ?? null
}

async function byCode(tenant: Tenant, { code: typed }: Given): Promise<string | null> {
  const code = reservedCode({ code: typed?.trim() || null, archived: false })
  if (code === null) return null
  const { data } = await CodeClaim.get({ ...tenant, code }).go()
  return data?.discountId ?? null
}

/** The table itself is asked: the number saved on the discount may be a moment behind. */
export async function isUsed(tenant: Tenant, id: string): Promise<boolean> {
  const list = { ...tenant, list: usagesList(id) }
  const [first] = await readEntries(list, { range: fullRange, max: 1, consistent: true })
  return first !== undefined
}

/** Saves on a discount how often it is used; the row is read before the tallies. */
export async function syncCounters(tenant: Tenant, id: string): Promise<void> {
  await retryOnConflict(async () => {
    const { data: row } = await DiscountRow.get({ ...tenant, id }).go({ consistent: true })
    if (!row) return
    const [completed, open] = await Promise.all(
      [usagesList(id), openUsagesList(id)].map(list => readTally({ ...tenant, list }, '', true)),
    )
    const [used, wanted] = [completed?.count ?? 0, open?.count ?? 0]
    if (row.numberOfUsages === used && row.numberOfUsagesUncompleted === wanted) return
    await conditionalWrite(() =>
      DiscountRow.patch({ ...tenant, id })
        .set({ numberOfUsages: used, numberOfUsagesUncompleted: wanted })
        .add({ version: 1 })
        .where(({ version }, { eq }) => eq(version, row.version))
        .go(),
    )
  })
}
