/** Reads customers by id, by alias and by e-mail address. */

import { type EventStamp, laterOf, stampTime } from '../core/event-stamp.ts'
import type { CustomerId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { Conflict } from '../store/conditional-write.ts'
import { pagesOfShards } from '../store/row-pages.ts'
import type { CustomerData } from './checkout-events.ts'
import { CustomerRow, EmailClaim, emailKeyOf, IdAlias, keyOf } from './entity.ts'

export async function find(tenant: Tenant, id: CustomerId, consistent = true): Promise<CustomerRow | null> {
  const { data } = await CustomerRow.get(keyOf(tenant, id)).go({ consistent })
  return data
}

export async function findEmailClaim(tenant: Tenant, email: string): Promise<EmailClaim | null> {
  const { data } = await EmailClaim.get(emailKeyOf(tenant, email)).go({ consistent: true })
  return data
}

async function findAlias(tenant: Tenant, id: CustomerId, consistent: boolean): Promise<IdAlias | null> {
  const { data } = await IdAlias.get(keyOf(tenant, id)).go({ consistent })
  return data
}

export const readAliasPages = ({ account, mode }: Tenant) =>
  pagesOfShards((shard, page) => IdAlias.query.byId({ account, mode, shard }).go(page), { consistent: true })

export interface ResolvedCustomer {
  customer: CustomerRow | null
  /** The time when an earlier customer with the id was deleted, or gave up the address; empty if there was none. */
  freedAt: string
  alias: IdAlias | null
}

export const noCustomer: ResolvedCustomer = { customer: null, freedAt: '', alias: null }

/** Finds a customer by id or by alias. An alias may refer to another alias. */
export async function resolveCustomer(
  tenant: Tenant,
  id: CustomerId | null,
  consistent = true,
): Promise<ResolvedCustomer> {
  if (!id) return noCustomer
  const customer = await find(tenant, id, consistent)
  if (customer) return { ...noCustomer, customer }
  const alias = await findAlias(tenant, id, consistent)
  if (!alias) return noCustomer
  const freedAt = alias.freedAt ?? ''
  const isDeleted = alias.customerId === id
  if (isDeleted) return { ...noCustomer, freedAt, alias }
  const target = await resolveCustomer(tenant, alias.customerId, consistent)
  return { customer: target.customer, freedAt: laterOf(freedAt, target.freedAt), alias }
}

/**
 * Returns the present id of the customer whose id was `id` at the time of the event. If this customer is unknown or was
 * deleted since, returns `id` itself.
 */
export async function readCurrentCustomerId(tenant: Tenant, id: CustomerId, stamp: EventStamp): Promise<CustomerId> {
  const { customer, freedAt } = await resolveCustomer(tenant, id)
  return customer && freedAt < stampTime(stamp) ? customer.id : id
}

/** Finds the customer who has the e-mail address now. */
export async function resolveCustomerByEmail(tenant: Tenant, email: string): Promise<ResolvedCustomer> {
  const claim = await findEmailClaim(tenant, email)
  if (!claim || claim.isFree) return noCustomer
  const customer = await find(tenant, claim.customerId, false)
  return { ...noCustomer, customer, freedAt: claim.freedAt ?? '' }
}

/** The stored rows about the customer id and the e-mail address in an event. */
export interface CustomersByIdAndEmail {
  byId: ResolvedCustomer
  emailClaim: EmailClaim | null
  /** The present owner of the e-mail address, or the last owner if nobody has the address now. */
  emailOwner: CustomerRow | null
}

export async function loadByIdAndEmail(
  tenant: Tenant,
  { id, email }: Pick<CustomerData, 'id' | 'email'>,
): Promise<CustomersByIdAndEmail> {
  const [byId, emailClaim] = await Promise.all([resolveCustomer(tenant, id), findEmailClaim(tenant, email)])
  const emailOwner = emailClaim && (await find(tenant, emailClaim.customerId))
  // The owner is missing if the customer was deleted or merged between the two reads.
  const isOutdated = emailClaim && !emailClaim.isFree && !emailOwner
  if (isOutdated) throw new Conflict([])
  return { byId, emailClaim, emailOwner }
}
