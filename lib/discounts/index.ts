/** Reads and changes discounts, which are price reductions that a store defines. */

import { type ConditionalRequest, requireMatch } from '../core/etag.ts'
import { maxSliceItems, type Slice, type SliceQuery, toSlice } from '../core/paging.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { isListEmpty } from '../lists/entries.ts'
import { retryOnConflict } from '../store/conditional-write.ts'
import { DiscountRow } from './entity.ts'
import { discountUsagesList } from './lists.ts'
import { find, load } from './load.ts'
import { present } from './presenter.ts'
import { applyChange, newDiscountDefaults, roundAmounts } from './rules.ts'
import { deleteDiscount, saveDiscount } from './save.ts'
import type { Discount, DiscountChange, NewDiscount } from './schemas.ts'

export { ImportedDiscount, importDiscount } from './import.ts'
export { discountUsagesList } from './lists.ts'
export { findIdsOfEventDiscounts } from './load.ts'
export { discountDefinition } from './stored-object.ts'

export async function list(tenant: Tenant, { after }: SliceQuery): Promise<Slice<Discount>> {
  const all = DiscountRow.query.inOrder(tenant)
  const query = after ? all.gt({ id: after }) : all
  const { data } = await query.go({ count: maxSliceItems + 1, consistent: true })
  return toSlice(data, present)
}

export async function get(tenant: Tenant, id: string): Promise<Discount> {
  return present(await load(tenant, id))
}

interface Writing<Body> {
  id: string
  body: Body
  /** The currency of the account. */
  currency: string
}

/** A repeated request has the same id, so it does not create a second discount. */
export async function create(tenant: Tenant, { id, body, currency }: Writing<NewDiscount>): Promise<Discount> {
  const discount = roundAmounts(present({ id, ...newDiscountDefaults, ...body }), currency)
  return retryOnConflict(async () => {
    const existing = await find(tenant, id)
    if (existing) return present(existing)
    await saveDiscount(tenant, discount)
    return discount
  })
}

export async function update(
  tenant: Tenant,
  { id, body, currency, ifMatch }: Writing<DiscountChange> & ConditionalRequest,
): Promise<Discount> {
  return retryOnConflict(async () => {
    const before = await load(tenant, id)
    requireMatch(ifMatch, present(before))
    const after = roundAmounts(present(applyChange(present(before), body)), currency)
    await saveDiscount(tenant, after, before)
    return after
  })
}

export async function remove(tenant: Tenant, { id, ifMatch }: ConditionalRequest): Promise<void> {
  await retryOnConflict(async () => {
    const row = await load(tenant, id)
    requireMatch(ifMatch, present(row))
    if (row.numberOfUsages > 0 || (await isUsed(tenant, id))) throw new Problem('discount_used')
    await deleteDiscount(tenant, row)
  })
}

/** Reads the list of usages, because `numberOfUsages` is updated only some seconds after an order. */
const isUsed = async (tenant: Tenant, id: string): Promise<boolean> =>
  !(await isListEmpty({ ...tenant, list: discountUsagesList(id) }))
