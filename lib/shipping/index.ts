/** Reads and changes shipping methods: the ways a store ships its goods, and their costs. */

import { AccountRow } from '../accounts/entity.ts'
import * as accounts from '../accounts/index.ts'
import { type ConditionalRequest, requireMatch } from '../core/etag.ts'
import { maxSliceItems, type Slice, type SliceQuery, toSlice } from '../core/paging.ts'
import { Problem } from '../core/problem.ts'
import type { AccountId, Tenant } from '../core/tenant.ts'
import { withoutNulls } from '../store/attributes.ts'
import { type ChangeResult, change, changeByKey, changeByKeyWithResult } from '../store/change.ts'
import { conditionalWrite, retryOnConflict } from '../store/conditional-write.ts'
import type { EntityDefinition } from '../store/stored-object.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { MethodRow } from './entity.ts'
import { present } from './presenter.ts'
import { countryConditionsOf, roundAmounts } from './rules.ts'
import type { NewShippingMethod, ShippingMethod } from './schemas.ts'

const definition: EntityDefinition<MethodRow> = {
  entity: MethodRow,
  keyOf: ({ account, mode, id }) => ({ account, mode, id }),
  listEntriesOf: () => [],
}

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
  const created = { ...methodOf(body, currency), ...tenant, id, version: 0 }
  const row = await changeByKey(definition, created, async (existing, alsoWrite) => {
    if (existing) return existing
    alsoWrite(...(await enableShippingWrites(tenant.account)))
    return created
  })
  return present(row)
}

/**
 * Imports a shipping method. A method that was changed through this API is kept, because methods have no modification
 * date that shows which one is newer.
 */
export async function importMethod(tenant: Tenant, { id, body, currency }: Creation): Promise<ChangeResult> {
  const imported = { ...methodOf(body, currency), ...tenant, id, asImported: true }
  const { result } = await changeByKeyWithResult(definition, { ...tenant, id }, async (before, alsoWrite) => {
    if (before && !before.asImported) return before
    if (!before) alsoWrite(...(await enableShippingWrites(tenant.account)))
    return { ...imported, version: before?.version ?? 0 }
  })
  return result
}

export async function update(
  tenant: Tenant,
  { id, body, currency, ifMatch }: Creation & ConditionalRequest,
): Promise<ShippingMethod> {
  const method = methodOf(body, currency)
  const row = await change(
    definition,
    () => load(tenant, id),
    before => {
      requireMatch(ifMatch, present(before))
      return { ...method, ...tenant, id, version: before.version }
    },
  )
  return present(row)
}

export async function remove(tenant: Tenant, { id, ifMatch }: ConditionalRequest): Promise<void> {
  await retryOnConflict(async () => {
    const row = await load(tenant, id)
    requireMatch(ifMatch, present(row))
    await conditionalWrite(() =>
      MethodRow.delete({ ...tenant, id })
        .where(({ version }, { eq }) => eq(version, row.version))
        .go(),
    )
  })
}

/**
 * Returns the write that enables shipping, or no write if shipping is already enabled. A needless write could conflict
 * with concurrent requests.
 */
async function enableShippingWrites(account: AccountId): Promise<ExtraWrite[]> {
  const { shippingEnabled } = await accounts.get(account)
  if (shippingEnabled) return []
  return [{ entity: AccountRow, write: Row => Row.patch({ account }).set({ shippingEnabled: true }) }]
}

async function load(tenant: Tenant, id: string): Promise<MethodRow> {
  const { data } = await MethodRow.get({ ...tenant, id }).go({ consistent: true })
  if (!data) throw new Problem('not_found')
  return data
}

/**
 * Converts the body of a request to the attributes of a row. Amounts are rounded to the decimals of the method's
 * currency, by default the account's currency.
 */
function methodOf(body: NewShippingMethod, accountCurrency: string) {
  const { location: _alias, ...method } = body
  const amounts = roundAmounts(body, body.currency ?? accountCurrency)
  return withoutNulls({ ...method, ...amounts, countryCondition: countryConditionsOf(body) })
}
