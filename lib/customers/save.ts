/** Saves a customer, the claim of the e-mail address and the aliases in one transaction. */

import { timestamp } from '../core/clock.ts'
import { emailHash } from '../core/email.ts'
import type { CustomerId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import * as store from '../store/save.ts'
import type { AnyEntity, ExtraWrite } from '../store/transaction.ts'
import { CustomerRow, EmailClaim, emailKeyOf, IdAlias, keyOf } from './entity.ts'
import { noCustomer, type ResolvedCustomer } from './load.ts'
import { present } from './presenter.ts'
import { reassign } from './reassign.ts'
import { emailOf, mergeGuestInto } from './rules.ts'
import { Customer } from './schemas.ts'
import { customerDefinition } from './stored.ts'

interface Claims {
  /** The claim of the customer's new address, as it was read; null if the address had no claim. */
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

/** Validates the representation before saving, because an invalid customer could not be listed. */
function saveCustomer(after: CustomerRow, before: CustomerRow | null, extraWrites: ExtraWrite[]): Promise<CustomerRow> {
  parseInput(Customer, present(after), 'the customer')
  return store.save(customerDefinition, after, before, extraWrites)
}

/**
 * Merges a guest into a customer. The guest's id and e-mail address then lead to this customer. If the process stops
 * before all orders and subscriptions are moved, the stream worker moves the rest.
 */
export async function mergeGuest(customer: CustomerRow, guest: CustomerRow): Promise<void> {
  const after = mergeGuestInto(customer, guest)
  const isSameEmail = emailHash(emailOf(after)) === emailHash(emailOf(customer))
  await saveCustomer(after, customer, [
    ...store.removalWrites(customerDefinition, guest),
    aliasWrite(after, guest.id, noCustomer),
    takeOverEmail(after, guest, isSameEmail),
    ...(isSameEmail ? [] : [freeEmail(customer)]),
  ])
  await reassign(customer, guest.id, customer.id)
}

/** Makes the creation of a customer fail if an event has made the id an alias since the records were read. */
export const noAliasCheck = (tenant: Tenant, id: CustomerId): ExtraWrite => ({
  entity: IdAlias,
  write: Row => Row.check(keyOf(tenant, id)).where(({ customerId }, { notExists }) => notExists(customerId)),
})

/**
 * Makes the creation of an alias fail if, since the records were read, an event has created a customer whose id is the
 * alias.
 */
export const noCustomerCheck = (tenant: Tenant, id: CustomerId): ExtraWrite => ({
  entity: CustomerRow,
  write: Row => Row.check(keyOf(tenant, id)).where(({ version }, { notExists }) => notExists(version)),
})

/** Deletes the customer, but keeps an alias and a free claim, so that no older event creates the customer again. */
export const removeCustomer = (row: CustomerRow): Promise<void> =>
  store.remove(customerDefinition, row, [markDeleted(row), freeEmail(row)])

/**
 * Claims the customer's address. The write fails if the address belongs to a customer, or if its claim has changed
 * since it was read.
 */
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

/** A free claim still names its last owner, because older events of that owner may still arrive. */
const freeClaim = (row: CustomerRow, email: string) => ({
  ...emailKeyOf(row, email),
  customerId: row.id,
  isFree: true,
  freedAt: timestamp(),
})

/**
 * Puts a row, on condition that the stored row belongs to `owner`. Without `owner`, the condition is that no row is
 * stored.
 */
const putOwned = (entity: AnyEntity, row: object, owner?: CustomerId): ExtraWrite => ({
  entity,
  write: Row =>
    Row.put(row).where(({ customerId }, { eq, notExists }) => (owner ? eq(customerId, owner) : notExists(customerId))),
})

const freeEmail = (row: CustomerRow) => putOwned(EmailClaim, freeClaim(row, emailOf(row)), row.id)

/** If a late event reports an address that the customer has already replaced, this write adds a free claim for it. */
export const pastEmailWrite = (row: CustomerRow, email: string) => putOwned(EmailClaim, freeClaim(row, email))

function takeOverEmail(row: CustomerRow, guest: CustomerRow, isPast: boolean): ExtraWrite {
  const email = emailOf(guest)
  const claim = isPast ? freeClaim(row, email) : { ...emailKeyOf(row, email), customerId: row.id }
  return putOwned(EmailClaim, claim, guest.id)
}

/** Adds or replaces an alias. Fails if the alias has changed since it was read. */
export const aliasWrite = (row: CustomerRow, id: CustomerId, { alias, freedAt }: ResolvedCustomer) =>
  putOwned(IdAlias, { ...keyOf(row, id), customerId: row.id, ...(freedAt && { freedAt }) }, alias?.customerId)

const markDeleted = (row: CustomerRow): ExtraWrite => ({
  entity: IdAlias,
  write: Row => Row.put({ ...keyOf(row, row.id), customerId: row.id, freedAt: timestamp() }),
})
