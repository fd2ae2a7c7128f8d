/** Discounts: what a shop takes off an order, and the codes that ask for it. */

import { requireMatch } from '../core/etag.ts'
import { project } from '../core/fields.ts'
import { Problem } from '../core/problem.ts'
import { maxSliceItems, type Slice, type SliceQuery, toSlice } from '../core/slice.ts'
import type { Tenant } from '../core/tenant.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { isUsed } from './counters.ts'
import { DiscountRow } from './entity.ts'
import { newDiscountState } from './rules.ts'
import { erase, save } from './save.ts'
import { Discount, DiscountState, type NewDiscount } from './schemas.ts'

export { counterListsOf, discountIdsOf, syncCounters } from './counters.ts'

export async function list(tenant: Tenant, { after }: SliceQuery): Promise<Slice<Discount>> {
  const all = DiscountRow.query.inOrder(tenant)
  const wanted = after ? all.gt({ id: after }) : all
  const { data } = await wanted.go({ count: maxSliceItems + 1, consistent: true })
  return toSlice(data, present)
}

export async function get(tenant: Tenant, id: string): Promise<Discount> {
  return present(await fetch(tenant, id))
}

/** A repeated call brings the id of the discount it has made already, and makes no second one. */
export async function create(tenant: Tenant, wanted: NewDiscount, id: string): Promise<Discount> {
  const discount = described(wanted, { id, ...newDiscountState })
  return retryOnConflict(async () => {
    const made = await find(tenant, id)
    if (made) return present(made)
    await save(tenant, discount)
    return discount
  })
}

interface Change {
  id: string
  wanted: NewDiscount
  ifMatch: string | undefined
}

export async function update(tenant: Tenant, { id, wanted, ifMatch }: Change): Promise<Discount> {
  return retryOnConflict(async () => {
    const before = await fetch(tenant, id)
    requireMatch(ifMatch, present(before))
    const after = described(wanted, project(DiscountState, before))
    await save(tenant, after, before)
    return after
  })
}

export async function remove(tenant: Tenant, { id, ifMatch }: Omit<Change, 'wanted'>): Promise<void> {
  await retryOnConflict(async () => {
    const row = await fetch(tenant, id)
    requireMatch(ifMatch, present(row))
    if (row.numberOfUsages > 0 || (await isUsed(tenant, id))) throw new Problem('discount_used')
    await erase(tenant, row)
  })
}

async function find(tenant: Tenant, id: string): Promise<DiscountRow | null> {
  const { data } = await DiscountRow.get({ ...tenant, id }).go({ consistent: true })
  return data
}

async function fetch(tenant: Tenant, id: string): Promise<DiscountRow> {
  const row = await find(tenant, id)
  if (!row) throw new Problem('not_found')
  return row
}

/** The discount that a body wants; how it stands is kept where the body says nothing of it. */
const described = (wanted: NewDiscount, standing: DiscountState) =>
  present({
    ...wanted,
    ...standing,
    combinable: wanted.combinable ?? standing.combinable,
    archived: wanted.archived ?? standing.archived,
  })

const present = (row: object) => project(Discount, row)
