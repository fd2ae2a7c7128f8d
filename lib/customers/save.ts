/** Writes customers, each together with the claim of their e-mail address and their aliases, all or nothing. */

import { timestamp } from '../core/clock.ts'
import { emailHash } from '../core/email.ts'
import type { CustomerId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import * as store from '../store/save.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { CustomerRow, EmailClaim, emailKeyOf, IdAlias, keyOf } from './entity.ts'
import { present } from './presenter.ts'
import { reassign } from './reassign.ts'
import { noCustomer, type ResolvedCustomer } from './resolve.ts'
import { emailOf, mergeGuestInto } from './rules.ts'
import { Customer } from './schemas.ts'
import { customerDefinition } from './stored.ts'

interface Claims {
  /** The claim, as it was read, of the address that the customer has from now on. */
  emailClaim: EmailClaim | null
  extraWrites?: readonly ExtraWrite[]
}

export const createCustomer = (row: CustomerRow, { emailClaim, extraWrites = [] }: Claims): Promise<CustomerRow> =>
  saveCustomer(row, null, [...extraWrites, claimEmail(row, emailClaim)])

export function updateCustomer(
  after: CustomerRow,
  before: CustomerRow,
  { emailClaim, extraWrites = [] }: Claims,
): Promise<CustomerRow> {
  const isSameEmail = emailHash(emailOf(after)) === emailHash(emailOf(before))
  const emailWrites = isSameEmail ? [] : [freeEmail(before), claimEmail(after, emailClaim)]
  return saveCustomer(after, before, [...extraWrites, ...emailWrites])
}

/** A customer whose public form does not fit its schema could not be listed. */
function saveCustomer(after: CustomerRow, before: CustomerRow | null, extraWrites: ExtraWrite[]): Promise<CustomerRow> {
  parseInput(Customer, present(after), 'the customer')
  return store.save(customerDefinition, after, before, extraWrites)
}

/**
 * From now on the guest's id and e-mail address lead to the customer. If this stops before everything is moved, the stream
 * worker moves the rest.
 */
export async function mergeGuest(customer: CustomerRow, guest: CustomerRow): Promise<void> {
  const after = mergeGuestInto(customer, guest)
  const isSameEmail = emailHash(emailOf(after)) === emailHash(emailOf(customer))
  await saveCustomer(after, customer, [
    ...store.removalWrites(customerDefinition, guest),
    addAlias(after, guest.id, noCustomer),
    takeOverEmail(after, guest, isSameEmail),
    ...(isSameEmail ? [] : [freeEmail(customer)]),
  ])
  await reassign(customer, guest.id, customer.id)
}

/** For a customer with the id of an event: no other event has made it an alias since it was read. */
export const unlessAlias = (tenant: Tenant, id: CustomerId): ExtraWrite => ({
  entity: IdAlias,
  write: Row => Row.check(keyOf(tenant, id)).where(({ customerId }, { notExists }) => notExists(customerId)),
})

/** For an alias: no other event has created a customer with the id since it was read. */
export const unlessCustomer = (tenant: Tenant, id: CustomerId): ExtraWrite => ({
  entity: CustomerRow,
  write: Row => Row.check(keyOf(tenant, id)).where(({ version }, { notExists }) => notExists(version)),
})

/** The alias and the free claim stay, so that no older event brings the customer back. */
export const removeCustomer = (row: CustomerRow): Promise<void> =>
  store.remove(customerDefinition, row, [markDeleted(row), freeEmail(row)])

/** On condition that the claim is absent, or free as it was read. */
const claimEmail = (row: CustomerRow, known: EmailClaim | null): ExtraWrite => ({
  entity: EmailClaim,
  write: Row =>
    Row.put({
      ...emailKeyOf(row, emailOf(row)),
      customerId: row.id,
      ...(known && known.customerId !== row.id && { freedAt: known.freedAt }),
    }).where(({ customerId, isFree, freedAt }, { eq, exists, notExists }) =>
      known?.isFree
        ? `${exists(isFree)} AND ${eq(customerId, known.customerId)} AND ${eq(freedAt, known.freedAt ?? '')}`
        : notExists(customerId),
    ),
})

/** It still names the customer, whose older events may arrive later. */
const freeClaim = (row: CustomerRow, email: string) => ({
  ...emailKeyOf(row, email),
  customerId: row.id,
  isFree: true,
  freedAt: timestamp(),
})

const freeEmail = (row: CustomerRow): ExtraWrite => ({
  entity: EmailClaim,
  write: Row => Row.put(freeClaim(row, emailOf(row))).where(({ customerId }, { eq }) => eq(customerId, row.id)),
})

/** An address that the customer once had, first seen when they already have another. */
export const addPastEmail = (row: CustomerRow, email: string): ExtraWrite => ({
  entity: EmailClaim,
  write: Row => Row.put(freeClaim(row, email)).where(({ customerId }, { notExists }) => notExists(customerId)),
})

function takeOverEmail(row: CustomerRow, guest: CustomerRow, isPast: boolean): ExtraWrite {
  const email = emailOf(guest)
  const claim = isPast ? freeClaim(row, email) : { ...emailKeyOf(row, email), customerId: row.id }
  return {
    entity: EmailClaim,
    write: Row => Row.put(claim).where(({ customerId }, { eq }) => eq(customerId, guest.id)),
  }
}

/** On condition that the alias is as it was read. */
export const addAlias = (row: CustomerRow, id: CustomerId, { alias, freedAt }: ResolvedCustomer): ExtraWrite => ({
  entity: IdAlias,
  write: Row =>
    Row.put({ ...keyOf(row, id), customerId: row.id, ...(freedAt && { freedAt }) }).where(
      ({ customerId }, { eq, notExists }) => (alias ? eq(customerId, alias.customerId) : notExists(customerId)),
    ),
})

const markDeleted = (row: CustomerRow): ExtraWrite => ({
  entity: IdAlias,
  write: Row => Row.put({ ...keyOf(row, row.id), customerId: row.id, freedAt: timestamp() }),
})
