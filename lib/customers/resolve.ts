/** Finds customers: by their id, by the checkout's id for them, and by what is claimed of e-mail addresses. */

import { laterOf } from '../core/event-stamp.ts'
import type { Tenant } from '../core/tenant.ts'
import { CustomerRow, EmailClaim, emailKeyOf, IdAlias, idAliasKeyOf, keyOf } from './entity.ts'

export async function find(tenant: Tenant, id: string, consistent = true): Promise<CustomerRow | null> {
  const { data } = await CustomerRow.get(keyOf(tenant, id)).go({ consistent })
  return data
}

export async function findClaim(tenant: Tenant, email: string): Promise<EmailClaim | null> {
  const { data } = await EmailClaim.get(emailKeyOf(tenant, email)).go({ consistent: true })
  return data
}

/** Whom an id means. */
export interface ResolvedCustomer {
  customer: CustomerRow | null
  /** Up to then it meant somebody who was deleted. */
  freedAt: string
  claim: IdAlias | null
}

/** Whoever has the id themselves, or else whom the checkout calls so. */
export async function resolveCustomer(
  tenant: Tenant,
  id: string | null,
  consistent = true,
): Promise<ResolvedCustomer> {
  if (!id) return noCustomer
  const customer = await find(tenant, id, consistent)
  if (customer) return { ...noCustomer, customer }
  const { data: claim } = await IdAlias.get(idAliasKeyOf(tenant, id)).go({ consistent })
  if (!claim) return noCustomer
  const freedAt = claim.freedAt ?? ''
  if (claim.customerId === id) return { ...noCustomer, freedAt, claim }
  const other = await resolveCustomer(tenant, claim.customerId, consistent)
  return { customer: other.customer, freedAt: laterOf(freedAt, other.freedAt), claim }
}

/** Who has an e-mail address by now. */
export async function findByEmail(tenant: Tenant, email: string): Promise<Omit<ResolvedCustomer, 'claim'>> {
  const claim = await findClaim(tenant, email)
  if (!claim || claim.isFree) return noCustomer
  const customer = await find(tenant, claim.customerId, false)
  return { customer, freedAt: claim.freedAt ?? '' }
}

export const noCustomer: ResolvedCustomer = { customer: null, freedAt: '', claim: null }
