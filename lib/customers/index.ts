/** Customers: who has bought, or has registered to. */

import * as carts from '../carts/index.ts'
import { requireMatch } from '../core/etag.ts'
import { type Page, toPage } from '../core/page.ts'
import { Problem } from '../core/problem.ts'
import type { Slice } from '../core/slice.ts'
import type { Tenant } from '../core/tenant.ts'
import { findEntries as findOn } from '../lists/find.ts'
import { loadEntities } from '../lists/load-entities.ts'
import * as placed from '../orders/index.ts'
import type { Order } from '../orders/schemas.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { CustomerRow, keyOf } from './entity.ts'
import { listQueryOf, matchesQuery } from './lists.ts'
import { present, presentNested } from './presenter.ts'
import { findByEmail, resolveCustomer } from './resolve.ts'
import { changed } from './rules.ts'
import { emailInUse, erase, save } from './save.ts'
import type { Customer, CustomerChange, CustomerQuery, NestedCustomer, OrdersQuery } from './schemas.ts'

export { upsertCustomer } from './apply.ts'
export { counterListsOf, syncCounters } from './counters.ts'
export { CustomerUpdated } from './events.ts'
export { reassignGuestOrders } from './guest.ts'
export { customerDefinition } from './lists.ts'

export async function list(tenant: Tenant, query: CustomerQuery): Promise<Page<Customer>> {
  if (query.email) return pageOfOne((await findByEmail(tenant, query.email)).customer, query)
  const { entries, total } = await findOn(listQueryOf(tenant, query), query)
  const rows = await loadEntities(entries, {
    entity: CustomerRow,
    keyOf: id => keyOf(tenant, id),
    idOf: (row: CustomerRow) => row.id,
  })
  return toPage(
    query,
    total,
    rows.map(row => present(row)),
  )
}

/** An e-mail address is that of one customer at most, who is found without a list. */
function pageOfOne(row: CustomerRow | null, query: CustomerQuery): Page<Customer> {
  const found = row && matchesQuery(row, query) ? [present(row)] : []
  return toPage(query, found.length, found.slice(query.offset, query.offset + query.limit))
}

export async function get(tenant: Tenant, id: string): Promise<Customer> {
  return present(await fetch(tenant, id))
}

export async function orders(tenant: Tenant, id: string, { offset }: OrdersQuery): Promise<Slice<Order>> {
  const row = await fetch(tenant, id)
  return placed.ofCustomer(tenant, row.id, offset)
}

interface Change {
  id: string
  wanted: CustomerChange
  ifMatch: string | undefined
}

export async function update(tenant: Tenant, { id, wanted, ifMatch }: Change): Promise<NestedCustomer> {
  const after = await retryOnConflict(async () => {
    const before = await fetch(tenant, id, true)
    requireMatch(ifMatch, present(before), presentNested(before))
    return save(changed(before, wanted), before).catch(emailInUse)
  })
  const { addresses } = after.latest
  const { cartToken, email } = wanted
  if (cartToken) await carts.setCustomer(tenant, cartToken, { email, addresses: addresses?.value })
  return presentNested(after)
}

/** Their orders stay, their sessions end, and the e-mail may register anew. */
export async function remove(tenant: Tenant, { id, ifMatch }: Omit<Change, 'wanted'>): Promise<void> {
  await retryOnConflict(async () => {
    const row = await fetch(tenant, id, true)
    requireMatch(ifMatch, present(row), presentNested(row))
    await erase(row)
  })
}

interface Whose {
  customerId?: string | undefined
  email?: string | undefined
  /** Since when they are logged in. */
  createdOn: string
}

/** Somebody who was deleted since is logged in no more, even if the address has registered anew. */
export async function inSession(tenant: Tenant, { customerId, email = '', createdOn }: Whose) {
  const { customer, freedAt } = customerId
    ? await resolveCustomer(tenant, customerId, false)
    : await findByEmail(tenant, email)
  if (!customer || freedAt >= createdOn) throw new Problem('not_found')
  return present(customer)
}

/** Who only looks may be a moment behind; who writes may not. */
async function fetch(tenant: Tenant, id: string, consistent = false): Promise<CustomerRow> {
  const { customer } = await resolveCustomer(tenant, id, consistent)
  if (!customer) throw new Problem('not_found')
  return customer
}
