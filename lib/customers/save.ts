/** Writes customers together with the claims on their e-mail addresses, all or nothing. */

import { timestamp } from '../kit/clock.ts'
import { emailHash } from '../kit/email.ts'
import { Problem } from '../kit/problem.ts'
import type { Tenant } from '../kit/tenant.ts'
import * as store from '../store/save.ts'
import { Conflict } from '../store/write.ts'
import type { Beside } from '../store/writing.ts'
import { CustomerRow, claimKeyOf, customerKind, EmailClaim, keyOf } from './entity.ts'
import { emailOf } from './present.ts'

export async function findClaim(tenant: Tenant, email: string): Promise<EmailClaim | null> {
  const { data } = await EmailClaim.get(claimKeyOf(tenant, email)).go({ consistent: true })
  return data
}

export async function find(tenant: Tenant, id: string, consistent = true): Promise<CustomerRow | null> {
  const { data } = await CustomerRow.get(keyOf(tenant, id)).go({ consistent })
  return data
}

/** Puts `after` in the place of `before`, or as a new customer. */
export async function save(after: CustomerRow, before: CustomerRow | null): Promise<CustomerRow> {
  const [email, held] = [emailOf(after), before && emailOf(before)]
  if (held !== null && emailHash(held) === emailHash(email)) return store.save(customerKind, after, before)
  const claim = await findClaim(after, email)
  const freedAt = claim?.customerId === after.id ? undefined : claim?.freedAt
  const besides = [...(held === null ? [] : [givenUp(after, held)]), claimed(after, email, freedAt)]
  return store.save(customerKind, after, before, besides)
}

const claimed = (row: CustomerRow, email: string, freedAt: string | undefined): Beside => ({
  entity: EmailClaim,
  write: Row =>
    Row.put({ ...claimKeyOf(row, email), customerId: row.id, freedAt }).where(
      ({ customerId, isFree }, { exists, notExists }) => `${notExists(customerId)} OR ${exists(isFree)}`,
    ),
})

/** The claim stays, so that what was said before is still known to be of the one who had the address. */
function givenUp(row: CustomerRow, email: string): Beside {
  const free = { ...claimKeyOf(row, email), customerId: row.id, isFree: true, freedAt: timestamp() }
  return {
    entity: EmailClaim,
    write: Row => Row.put(free).where(({ customerId }, { eq }) => eq(customerId, row.id)),
  }
}

/** Refused was the claim, which comes last among the writes; that the customer itself was refused weighs more. */
export function emailInUse(fault: unknown): never {
  if (fault instanceof Conflict && fault.refused.at(-1) && !fault.refused[0])
    throw new Problem('email_in_use', { errors: { email: ['is the address of another customer'] } })
  throw fault
}

/** What was said of the customer before now brings nobody back. */
export const erase = (row: CustomerRow): Promise<void> =>
  store.erase(customerKind, row, [givenUp(row, emailOf(row))])
