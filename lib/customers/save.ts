/** Writes customers together with the claims on their e-mail addresses and ids, all or nothing. */

import { timestamp } from '../core/clock.ts'
import { emailHash } from '../core/email.ts'
import { Problem } from '../core/problem.ts'
import { Conflict } from '../store/conflict.ts'
import * as store from '../store/save.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { type CustomerRow, EmailClaim, emailKeyOf, IdAlias, idAliasKeyOf } from './entity.ts'
import { customerDefinition } from './lists.ts'
import { emailOf } from './presenter.ts'
import { findClaim, noCustomer, type ResolvedCustomer } from './resolve.ts'

/** Puts `after` in the place of `before`, or as a new customer; `also` is what is done beside it. */
export async function save(
  after: CustomerRow,
  before: CustomerRow | null,
  also: readonly ExtraWrite[] = [],
): Promise<CustomerRow> {
  const [email, held] = [emailOf(after), before && emailOf(before)]
  if (held !== null && emailHash(held) === emailHash(email))
    return store.save(customerDefinition, after, before, also)
  const claim = await findClaim(after, email)
  const freedAt = claim?.customerId === after.id ? undefined : claim?.freedAt
  const besides = [...also, ...(held === null ? [] : [givenUp(after, held)]), claimed(after, email, freedAt)]
  return store.save(customerDefinition, after, before, besides)
}

const claimed = (row: CustomerRow, email: string, freedAt: string | undefined): ExtraWrite => ({
  entity: EmailClaim,
  write: Row =>
    Row.put({ ...emailKeyOf(row, email), customerId: row.id, freedAt }).where(
      ({ customerId, isFree }, { exists, notExists }) => `${notExists(customerId)} OR ${exists(isFree)}`,
    ),
})

/** The claim stays, so that what was said before is still known to be of the one who had the address. */
const freeClaim = (row: CustomerRow, email: string) => ({
  ...{ ...emailKeyOf(row, email), customerId: row.id, isFree: true, freedAt: timestamp() },
})

const givenUp = (row: CustomerRow, email: string): ExtraWrite => ({
  entity: EmailClaim,
  write: Row => Row.put(freeClaim(row, email)).where(({ customerId }, { eq }) => eq(customerId, row.id)),
})

/** An address that somebody has had, though it is heard of only now that they have another. */
export const pastEmail = (row: CustomerRow, email: string): ExtraWrite => ({
  entity: EmailClaim,
  write: Row =>
    Row.put(freeClaim(row, email)).where(({ customerId }, { notExists }) => notExists(customerId)),
})

/** Puts `after` in the place of a customer and of a guest: the guest's id and address lead there from now on. */
export async function saveAsOne(after: CustomerRow, before: CustomerRow, guest: CustomerRow): Promise<void> {
  const [held, theirs] = [emailOf(before), emailOf(guest)]
  const isMoving = emailHash(emailOf(after)) !== emailHash(held)
  const claim = isMoving ? { ...emailKeyOf(after, theirs), customerId: after.id } : freeClaim(after, theirs)
  const taken: ExtraWrite = {
    entity: EmailClaim,
    write: Row => Row.put(claim).where(({ customerId }, { eq }) => eq(customerId, guest.id)),
  }
  const besides = [
    ...store.removalWrites(customerDefinition, guest),
    idAlias(after, guest.id, noCustomer),
    taken,
  ]
  await store.save(customerDefinition, after, before, isMoving ? [...besides, givenUp(after, held)] : besides)
}

/** Refused was the claim, which comes last among the writes; that the customer itself was refused weighs more. */
export function emailInUse(fault: unknown): never {
  if (fault instanceof Conflict && fault.refused.at(-1) && !fault.refused[0])
    throw new Problem('email_in_use', { errors: { email: ['is the address of another customer'] } })
  throw fault
}

/** An id of the checkout's leads to a customer who has another one, where it meant nobody who is there. */
export const idAlias = (row: CustomerRow, id: string, { claim, freedAt }: ResolvedCustomer): ExtraWrite => ({
  entity: IdAlias,
  write: Row =>
    Row.put({ ...idAliasKeyOf(row, id), customerId: row.id, ...(freedAt && { freedAt }) }).where(
      ({ customerId }, { eq, notExists }) =>
        claim ? eq(customerId, claim.customerId) : notExists(customerId),
    ),
})

/** What was said of the customer before now brings nobody back, by the e-mail address or by the id. */
export const erase = (row: CustomerRow): Promise<void> =>
  store.remove(customerDefinition, row, [deleted(row), givenUp(row, emailOf(row))])

const deleted = (row: CustomerRow): ExtraWrite => ({
  entity: IdAlias,
  write: Row => Row.put({ ...idAliasKeyOf(row, row.id), customerId: row.id, freedAt: timestamp() }),
})
