/** Discounts: what a shop takes off an order, and the codes that ask for it. */

import { requireMatch } from '../kit/etag.ts'
import { Problem } from '../kit/problem.ts'
import { cut, type Stretch, type StretchQuery, stretchLength } from '../kit/stretch.ts'
import type { Tenant } from '../kit/tenant.ts'
import { inFormOf } from '../kit/wire.ts'
import { onFreshData } from '../store/write.ts'
import { DiscountRow } from './entity.ts'
import { fieldsInForce, neverUsed } from './rules.ts'
import { erase, save } from './save.ts'
import { Discount, type DiscountChange, type NewDiscount } from './shapes.ts'

export async function list(tenant: Tenant, { after }: StretchQuery): Promise<Stretch<Discount>> {
  const all = DiscountRow.query.inOrder(tenant)
  const wanted = after ? all.gt({ id: after }) : all
  const { data } = await wanted.go({ count: stretchLength + 1, consistent: true })
  return cut(data, present)
}

export async function get(tenant: Tenant, id: string): Promise<Discount> {
  return present(await fetch(tenant, id))
}

/** A repeated call brings the id of the discount it has made already, and makes no second one. */
export async function create(tenant: Tenant, wanted: NewDiscount, id: string): Promise<Discount> {
  const { combinable = true } = wanted
  const discount = present({ id, ...described(wanted), combinable, archived: false, ...neverUsed })
  return onFreshData(async () => {
    const made = await find(tenant, id)
    if (made) return present(made)
    await save(tenant, discount)
    return discount
  })
}

interface Change {
  id: string
  wanted: DiscountChange
  ifMatch: string | undefined
}

export async function update(tenant: Tenant, { id, wanted, ifMatch }: Change): Promise<Discount> {
  const description = described(wanted)
  return onFreshData(async () => {
    const before = await fetch(tenant, id)
    const current = present(before)
    requireMatch(ifMatch, current)
    const { combinable = current.combinable, archived = current.archived } = wanted
    const after = { ...current, ...description, combinable, archived }
    await save(tenant, after, before)
    return after
  })
}

export async function remove(tenant: Tenant, { id, ifMatch }: Omit<Change, 'wanted'>): Promise<void> {
  await onFreshData(async () => {
    const row = await fetch(tenant, id)
    requireMatch(ifMatch, present(row))
    if (row.numberOfUsages > 0) throw new Problem('discount_used')
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

/** All that a body says of a discount but how it stands beside others. */
function described(wanted: NewDiscount) {
  const { name, trigger, type, maxNumberOfUsages = null, expires = null } = wanted
  return { name, trigger, type, ...fieldsInForce(wanted), maxNumberOfUsages, expires }
}

const present = (row: object) => inFormOf(Discount, row)
