/** Counts the usages of discounts by orders and open carts. */

import { openUsagesList } from '../carts/index.ts'
import { guid } from '../core/fields.ts'
import type { Tenant } from '../core/tenant.ts'
import { fullRange, readEntries } from '../lists/entries.ts'
import { readTally } from '../lists/tally.ts'
import { usagesList } from '../orders/index.ts'
import { conditionalWrite, retryOnConflict } from '../store/conflict.ts'
import { reservedCode } from './code.ts'
import { CodeClaim, DiscountRow } from './entity.ts'
import type { EventDiscount } from './events.ts'

/** Ids of the store's discounts among them. Read consistently, as an order keeps them for good. */
export async function discountIdsOf(tenant: Tenant, sent: readonly EventDiscount[]): Promise<string[]> {
  const found = await Promise.all(
    sent.map(
      async ({ discountId, id, code }) =>
        (await findById(tenant, discountId)) ?? (await findById(tenant, id)) ?? findByCode(tenant, code),
    ),
  )
  return [...new Set(found.filter(id => id !== null))]
}

async function findById(tenant: Tenant, id: string | null): Promise<string | null> {
  const parsed = guid.safeParse(id)
  if (!parsed.success) return null
  const { data } = await DiscountRow.get({ ...tenant, id: parsed.data }).go({ consistent: true })
  return data?.id ?? null
}

async function findByCode(tenant: Tenant, sentCode: string | null): Promise<string | null> {
  const code = reservedCode({ code: sentCode?.trim() || null, archived: false })
  if (code === null) return null
  const { data } = await CodeClaim.get({ ...tenant, code }).go({ consistent: true })
  return data?.discountId ?? null
}

/** Reads the list entries, because the counter saved on the discount may lag behind. */
export async function isUsed(tenant: Tenant, id: string): Promise<boolean> {
  const list = { ...tenant, list: usagesList(id) }
  const [first] = await readEntries(list, { range: fullRange, max: 1, consistent: true })
  return first !== undefined
}

export async function allRows({ account, mode }: Tenant): Promise<DiscountRow[]> {
  const { data } = await DiscountRow.query.inOrder({ account, mode }).go({ pages: 'all' })
  return data
}

/** The lists whose totals are saved on a store's discounts, unless all are zero. */
export async function counterSourceLists(tenant: Tenant): Promise<string[]> {
  const used = (await allRows(tenant)).filter(
    row => row.numberOfUsages > 0 || row.numberOfUsagesUncompleted > 0,
  )
  return used.flatMap(({ id }) => [usagesList(id), openUsagesList(id)])
}

/** Saves on a discount how often it is used; the row is read before the tallies. */
export async function syncCounters(tenant: Tenant, id: string): Promise<void> {
  await retryOnConflict(async () => {
    const { data: row } = await DiscountRow.get({ ...tenant, id }).go({ consistent: true })
    if (!row) return
    const { numberOfUsages, numberOfUsagesUncompleted } = await readCounters(row)
    if (row.numberOfUsages === numberOfUsages && row.numberOfUsagesUncompleted === numberOfUsagesUncompleted)
      return
    await conditionalWrite(() =>
      DiscountRow.patch({ ...tenant, id })
        .set({ numberOfUsages, numberOfUsagesUncompleted })
        .add({ version: 1 })
        .where(({ version }, { eq }) => eq(version, row.version))
        .go(),
    )
  })
}

/** The counters as they should be. */
export async function readCounters({ account, mode, id }: DiscountRow, consistent = true) {
  const [completed, open] = await Promise.all(
    [usagesList(id), openUsagesList(id)].map(list => readTally({ account, mode, list }, '', consistent)),
  )
  return { numberOfUsages: completed?.count ?? 0, numberOfUsagesUncompleted: open?.count ?? 0 }
}

export async function reload({ account, mode, id }: DiscountRow): Promise<DiscountRow | null> {
  const { data } = await DiscountRow.get({ account, mode, id }).go({ consistent: true })
  return data
}
