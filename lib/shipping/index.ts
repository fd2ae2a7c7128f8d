/** Shipping methods: the ways a store ships its goods, and what each costs. */

import { requireMatch } from '../core/etag.ts'
import { maxSliceItems, type Slice, type SliceQuery, toSlice } from '../core/page.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { withoutNulls } from '../store/attributes.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { MethodRow } from './entity.ts'
import { present } from './presenter.ts'
import { countryConditionsOf, roundAmounts } from './rules.ts'
import { createMethod, deleteMethod, replaceMethod } from './save.ts'
import type { NewShippingMethod, ShippingMethod } from './schemas.ts'

export async function list(tenant: Tenant, { after }: SliceQuery): Promise<Slice<ShippingMethod>> {
  const all = MethodRow.query.inOrder(tenant)
  const query = after ? all.gt({ id: after }) : all
  const { data } = await query.go({ count: maxSliceItems + 1, consistent: true })
  return toSlice(data, present)
}

export async function get(tenant: Tenant, id: string): Promise<ShippingMethod> {
  return present(await load(tenant, id))
}

interface Creation {
  id: string
  body: NewShippingMethod
  currency: string
}

/** A repeated request has the same id, so it does not create a second method. */
export async function create(tenant: Tenant, { id, body, currency }: Creation): Promise<ShippingMethod> {
  const row = { ...methodOf(body, currency), ...tenant, id, version: 1 }
  return retryOnConflict(async () => {
    const existing = await find(tenant, id)
    if (!existing) await createMethod(row)
    return present(existing ?? row)
  })
}

interface Removal {
  id: string
  ifMatch: string | undefined
}

export async function update(
  tenant: Tenant,
  { id, body, currency, ifMatch }: Creation & Removal,
): Promise<ShippingMethod> {
  const method = methodOf(body, currency)
  return retryOnConflict(async () => {
    const before = await load(tenant, id)
    requireMatch(ifMatch, present(before))
    const after = { ...method, ...tenant, id, version: before.version + 1 }
    await replaceMethod(before, after)
    return present(after)
  })
}

export async function remove(tenant: Tenant, { id, ifMatch }: Removal): Promise<void> {
  await retryOnConflict(async () => {
    const row = await load(tenant, id)
    requireMatch(ifMatch, present(row))
    await deleteMethod(row)
  })
}

async function find(tenant: Tenant, id: string): Promise<MethodRow | null> {
  const { data } = await MethodRow.get({ ...tenant, id }).go({ consistent: true })
  return data
}

async function load(tenant: Tenant, id: string): Promise<MethodRow> {
  const row = await find(tenant, id)
  if (!row) throw new Problem('not_found')
  return row
}

/** Amounts are in the currency of the method, or if it has none, in the currency of the account. */
function methodOf(body: NewShippingMethod, accountCurrency: string) {
  const { location: _alias, ...method } = body
  const amounts = roundAmounts(body, body.currency ?? accountCurrency)
  return withoutNulls({ ...method, ...amounts, countryCondition: countryConditionsOf(body) })
}
