/** Shipping methods: the ways in which a shop sends its goods, and what each costs. */

import { requireMatch } from '../core/etag.ts'
import { Problem } from '../core/problem.ts'
import { maxSliceItems, type Slice, type SliceQuery, toSlice } from '../core/slice.ts'
import type { Tenant } from '../core/tenant.ts'
import { retryOnConflict, withoutNulls } from '../store/conflict.ts'
import { MethodRow } from './entity.ts'
import { present } from './presenter.ts'
import { countryConditionsOf } from './rules.ts'
import { add, erase, replace } from './save.ts'
import type { NewShippingMethod, ShippingMethod } from './schemas.ts'

export async function list(tenant: Tenant, { after }: SliceQuery): Promise<Slice<ShippingMethod>> {
  const all = MethodRow.query.inOrder(tenant)
  const wanted = after ? all.gt({ id: after }) : all
  const { data } = await wanted.go({ count: maxSliceItems + 1, consistent: true })
  return toSlice(data, present)
}

export async function get(tenant: Tenant, id: string): Promise<ShippingMethod> {
  return present(await fetch(tenant, id))
}

/** A repeated call brings the id of the method it has made already, and makes no second one. */
export async function create(tenant: Tenant, wanted: NewShippingMethod, id: string): Promise<ShippingMethod> {
  const row = { ...described(wanted), ...tenant, id, version: 1 }
  return retryOnConflict(async () => {
    const made = await find(tenant, id)
    if (!made) await add(row)
    return present(made ?? row)
  })
}

interface Change {
  id: string
  wanted: NewShippingMethod
  ifMatch: string | undefined
}

export async function update(tenant: Tenant, { id, wanted, ifMatch }: Change): Promise<ShippingMethod> {
  const description = described(wanted)
  return retryOnConflict(async () => {
    const before = await fetch(tenant, id)
    requireMatch(ifMatch, present(before))
    const after = { ...description, ...tenant, id, version: before.version + 1 }
    await replace(before, after)
    return present(after)
  })
}

export async function remove(tenant: Tenant, { id, ifMatch }: Omit<Change, 'wanted'>): Promise<void> {
  await retryOnConflict(async () => {
    const row = await fetch(tenant, id)
    requireMatch(ifMatch, present(row))
    await erase(row)
  })
}

async function find(tenant: Tenant, id: string): Promise<MethodRow | null> {
  const { data } = await MethodRow.get({ ...tenant, id }).go({ consistent: true })
  return data
}

async function fetch(tenant: Tenant, id: string): Promise<MethodRow> {
  const row = await find(tenant, id)
  if (!row) throw new Problem('not_found')
  return row
}

/** All that a body says of a method. */
function described(wanted: NewShippingMethod) {
  const { location: _alias, ...said } = wanted
  return withoutNulls({ ...said, countryCondition: countryConditionsOf(wanted) })
}
