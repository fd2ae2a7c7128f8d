/** Finds customers: by their id, by the checkout's id for them, and by what is claimed of e-mail addresses. */

import { later } from '../kit/stamp.ts'
import type { Tenant } from '../kit/tenant.ts'
import { CustomerRow, claimKeyOf, EmailClaim, IdClaim, idKeyOf, keyOf } from './entity.ts'

export async function find(tenant: Tenant, id: string, consistent = true): Promise<CustomerRow | null> {
  const { data } = await CustomerRow.get(keyOf(tenant, id)).go({ consistent })
  return data
}

export async function findClaim(tenant: Tenant, email: string): Promise<EmailClaim | null> {
  const { data } = await EmailClaim.get(claimKeyOf(tenant, email)).go({ consistent: true })
  return data
}

/** Whom an id means. */
export interface Meant {
  customer: CustomerRow | null
  /** Up to then it meant somebody who was deleted. */
  freedAt: string
  claim: IdClaim | null
}

/** Whoever has the id themselves, or else whom the checkout calls so. */
export async function whoIs(tenant: Tenant, id: string | null, consistent = true): Promise<Meant> {
  if (!id) return nobody
  const customer = await find(tenant, id, consistent)
  if (customer) return { ...nobody, customer }
  const { data: claim } = await IdClaim.get(idKeyOf(tenant, id)).go({ consistent })
  if (!claim) return nobody
  const freedAt = claim.freedAt ?? ''
  if (claim.customerId === id) return { ...nobody, freedAt, claim }
  const other = await whoIs(tenant, claim.customerId, consistent)
  return { customer: other.customer, freedAt: later(freedAt, other.freedAt), claim }
}

/** Who has an e-mail address by now. */
export async function whoHas(tenant: Tenant, email: string): Promise<Omit<Meant, 'claim'>> {
  const claim = await findClaim(tenant, email)
  if (!claim || claim.isFree) return nobody
  const customer = await find(tenant, claim.customerId, false)
  return { customer, freedAt: claim.freedAt ?? '' }
}

export const nobody: Meant = { customer: null, freedAt: '', claim: null }
