/** Customers: who has bought, or has registered to. */

import * as carts from '../carts/index.ts'
import { requireMatch } from '../kit/etag.ts'
import { type Page, pageWith } from '../kit/page.ts'
import { Problem } from '../kit/problem.ts'
import type { Stretch } from '../kit/stretch.ts'
import type { Tenant } from '../kit/tenant.ts'
import { find as findOn } from '../lists/find.ts'
import { standingAt } from '../lists/standing.ts'
import * as placed from '../orders/index.ts'
import type { Order } from '../orders/shapes.ts'
import { onFreshData } from '../store/write.ts'
import { CustomerRow, keyOf } from './entity.ts'
import { whoHas, whoIs } from './find.ts'
import { isAskedFor, questionOf } from './lists.ts'
import { present, presentNested } from './present.ts'
import { changed } from './rules.ts'
import { emailInUse, erase, save } from './save.ts'
import type { Customer, CustomerChange, CustomerQuery, NestedCustomer, OrdersQuery } from './shapes.ts'

export { settle } from './guest.ts'
export { fixedLists } from './lists.ts'
export { saveNumbers } from './numbers.ts'
export { meet } from './telling.ts'
export { CustomerUpdated } from './told.ts'

export async function list(tenant: Tenant, query: CustomerQuery): Promise<Page<Customer>> {
  if (query.email) return pageOfOne((await whoHas(tenant, query.email)).customer, query)
  const { entries, total } = await findOn(questionOf(tenant, query), query)
  const rows = await standingAt(entries, {
    entity: CustomerRow,
    keyOf: id => keyOf(tenant, id),
    idOf: (row: CustomerRow) => row.id,
  })
  return pageWith(
    query,
    total,
    rows.map(row => present(row)),
  )
}

/** An e-mail address is that of one customer at most, who is found without a list. */
function pageOfOne(row: CustomerRow | null, query: CustomerQuery): Page<Customer> {
  const found = row && isAskedFor(row, query) ? [present(row)] : []
  return pageWith(query, found.length, found.slice(query.offset, query.offset + query.limit))
}

export async function get(tenant: Tenant, id: string): Promise<Customer> {
  return present(await fetch(tenant, id))
}

export async function orders(tenant: Tenant, id: string, { offset }: OrdersQuery): Promise<Stretch<Order>> {
  const row = await fetch(tenant, id)
  return placed.ofCustomer(tenant, row.id, offset)
}

interface Change {
  id: string
  wanted: CustomerChange
  ifMatch: string | undefined
}

export async function update(tenant: Tenant, { id, wanted, ifMatch }: Change): Promise<NestedCustomer> {
  const after = await onFreshData(async () => {
    const before = await fetch(tenant, id, true)
    requireMatch(ifMatch, present(before), presentNested(before))
    return save(changed(before, wanted), before).catch(emailInUse)
  })
  const { addresses } = after.facts
  const { cartToken, email } = wanted
  if (cartToken) await carts.take(tenant, cartToken, { email, addresses: addresses?.value })
  return presentNested(after)
}

/** Their orders stay, their sessions end, and the e-mail may register anew. */
export async function remove(tenant: Tenant, { id, ifMatch }: Omit<Change, 'wanted'>): Promise<void> {
  await onFreshData(async () => {
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
    ? await whoIs(tenant, customerId, false)
    : await whoHas(tenant, email)
  if (!customer || freedAt >= createdOn) throw new Problem('not_found')
  return present(customer)
}

/** Who only looks may be a moment behind; who writes may not. */
async function fetch(tenant: Tenant, id: string, consistent = false): Promise<CustomerRow> {
  const { customer } = await whoIs(tenant, id, consistent)
  if (!customer) throw new Problem('not_found')
  return customer
}
