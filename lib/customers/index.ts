/** Reads, changes and deletes customers: people who have ordered or registered. */

import * as carts from '../carts/index.ts'
import { type ConditionalRequest, requireMatch } from '../core/etag.ts'
import type { CustomerId } from '../core/ids.ts'
import { type Page, type Slice, toPage } from '../core/paging.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { findEntries } from '../lists/find-entries.ts'
import { loadEntities, presentValidRows } from '../lists/load-entities.ts'
import { listByCustomer } from '../orders/index.ts'
import type { Order } from '../orders/schemas.ts'
import { retryOnConflict } from '../store/conditional-write.ts'
import { CustomerRow, keyOf } from './entity.ts'
import { listQueryOf, matchesQuery } from './lists.ts'
import { findEmailClaim, resolveCustomer, resolveCustomerByEmail } from './load.ts'
import { present, presentNested } from './presenter.ts'
import { applyChange, requireEmailAvailable } from './rules.ts'
import { removeCustomer, updateCustomer } from './save.ts'
import { Customer, type CustomerChange, type CustomerQuery, type NestedCustomer, type OrdersQuery } from './schemas.ts'

export { upsertCustomer } from './apply.ts'
export type { CustomerData } from './checkout-events.ts'
export {
  type CustomerIdentity,
  type DataOwner,
  erase,
  findCustomerErasedAt,
  findDataOwner,
  findErasedAtForEvent,
  hasReturned,
  readIdentityByEmail,
} from './erase.ts'
export { findUnfinishedMerges, finishMerge, hasUnfinishedMerge } from './finish-merge.ts'
export { findOrSaveBuyer, importCustomer } from './import.ts'
export { readCurrentCustomerId } from './load.ts'
export { customerDefinition } from './stored-object.ts'

export async function list(tenant: Tenant, query: CustomerQuery): Promise<Page<Customer>> {
  if (query.email) return toPageOfOne((await resolveCustomerByEmail(tenant, query.email)).customer, query)
  const { entries, total } = await findEntries(listQueryOf(tenant, query), query)
  const rows = await loadEntities<CustomerRow>(entries, { entity: CustomerRow, keyOf: id => keyOf(tenant, id) })
  return toPage(query, total, presentValidRows(rows, { schema: Customer, present }))
}

/** A query by e-mail address finds one customer at most, so no list is read. */
function toPageOfOne(row: CustomerRow | null, query: CustomerQuery): Page<Customer> {
  const items = row && matchesQuery(row, query) ? [present(row)] : []
  return toPage(query, items.length, items.slice(query.offset, query.offset + query.limit))
}

export async function get(tenant: Tenant, id: CustomerId): Promise<Customer> {
  return present(await load(tenant, id))
}

export async function orders(tenant: Tenant, id: CustomerId, { offset }: OrdersQuery): Promise<Slice<Order>> {
  const customer = await load(tenant, id)
  return listByCustomer(tenant, customer.id, offset)
}

interface Update extends ConditionalRequest<CustomerId> {
  change: CustomerChange
}

export async function update(tenant: Tenant, { id, change, ifMatch }: Update): Promise<NestedCustomer> {
  const { email, cartToken } = change
  const after = await retryOnConflict(async () => {
    const [before, emailClaim] = await Promise.all([load(tenant, id, true), findEmailClaim(tenant, email)])
    requireMatch(ifMatch, present(before), presentNested(before))
    requireEmailAvailable(emailClaim, before.id)
    return updateCustomer(applyChange(before, change), before, { emailClaim })
  })
  const addresses = after.latest.addresses?.value
  if (cartToken) await carts.setEmailAndAddresses(tenant, cartToken, { email, addresses })
  return presentNested(after)
}

export async function remove(tenant: Tenant, { id, ifMatch }: ConditionalRequest<CustomerId>): Promise<void> {
  await retryOnConflict(async () => {
    const row = await load(tenant, id, true)
    requireMatch(ifMatch, present(row), presentNested(row))
    await removeCustomer(row)
  })
}

interface SessionOwner {
  customerId?: CustomerId | undefined
  email?: string | undefined
  /** The time when the session began. */
  createdOn: string
}

/**
 * Returns the customer of a session. Throws if this customer was deleted, even if another customer has the id or the
 * e-mail address now. Without `customerId`, also throws if the customer has given up the e-mail address.
 */
export async function getForSession(tenant: Tenant, { customerId, email = '', createdOn }: SessionOwner) {
  const { customer, freedAt } = customerId
    ? await resolveCustomer(tenant, customerId, false)
    : await resolveCustomerByEmail(tenant, email)
  if (!customer || freedAt >= createdOn) throw new Problem('not_found')
  return present(customer)
}

/** A read must be consistent if a write follows. Other reads are eventually consistent, which costs half as much. */
async function load(tenant: Tenant, id: CustomerId, consistent = false): Promise<CustomerRow> {
  const { customer } = await resolveCustomer(tenant, id, consistent)
  if (!customer) throw new Problem('not_found')
  return customer
}
