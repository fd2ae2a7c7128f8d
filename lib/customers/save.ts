/** Saves a customer, the row that claims the e-mail address, and the aliases in one transaction. */

import { timestamp } from '../core/clock.ts'
import { emailHash } from '../core/email.ts'
import { type EventStamp, earlierOf, isImported, laterOf, stampTime } from '../core/event-stamp.ts'
import type { CustomerId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import * as store from '../store/save.ts'
import type { AnyEntity, ExtraWrite } from '../store/transaction.ts'
import { CustomerRow, EmailClaim, emailKeyOf, IdAlias, keyOf } from './entity.ts'
import { moveOrdersAndSubscriptions } from './finish-merge.ts'
import { noCustomer, type ResolvedCustomer } from './load.ts'
import { present } from './presenter.ts'
import { emailOf, emailStampOf, mergeGuestInto } from './rules.ts'
import { Customer } from './schemas.ts'
import { customerDefinition } from './stored-object.ts'

interface Claims {
  /** The stored claim of the customer's new e-mail address; null if there is none. */
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
  const emailWrites = isSameEmail
    ? []
    : [freeEmail(before, replacedAt(after, emailStampOf(before))), claimEmail(after, emailClaim)]
  return saveCustomer(after, before, [...extraWrites, ...emailWrites])
}

/** Refuses a customer that does not fit the schema of replies, because lists would leave out this customer. */
function saveCustomer(after: CustomerRow, before: CustomerRow | null, extraWrites: ExtraWrite[]): Promise<CustomerRow> {
  parseInput(Customer, present(after), 'the customer')
  return store.save(customerDefinition, after, before, extraWrites)
}

/**
 * Merges a guest into a customer, and moves the guest's orders and subscriptions. The guest's id becomes an alias of
 * the customer. If the process ends during the move, the stream worker moves the rest.
 */
export async function mergeGuest(customer: CustomerRow, guest: CustomerRow, stamp: EventStamp): Promise<void> {
  if (store.isRemovable(customerDefinition, guest)) await mergeRemovable(customer, guest, stamp)
  else {
    const saved = await saveCustomer(withAddressesOf(guest, customer), customer, [])
    await mergeRemovable(saved, await store.makeRemovable(customerDefinition, guest), stamp)
  }
}

/** Before the guest loses the addresses in order to be removable, the customer gets them. */
const withAddressesOf = (guest: CustomerRow, customer: CustomerRow): CustomerRow => {
  const { addresses } = mergeGuestInto(customer, guest).latest
  return { ...customer, latest: { ...customer.latest, ...(addresses && { addresses }) } }
}

async function mergeRemovable(customer: CustomerRow, guest: CustomerRow, stamp: EventStamp): Promise<void> {
  const after = mergeGuestInto(customer, guest)
  const freedAt = replacedAt(after, laterOf(stamp, emailStampOf(guest)))
  const isSameEmail = emailHash(emailOf(after)) === emailHash(emailOf(customer))
  const emailWrites = isSameEmail
    ? [putOwned(EmailClaim, freeClaim(after, emailOf(guest), freedAt), guest.id)]
    : [putOwned(EmailClaim, presentClaim(after), guest.id), freeEmail(customer, freedAt)]
  await saveCustomer(after, customer, [
    ...store.removalWrites(customerDefinition, guest),
    aliasWrite(after, guest.id, noCustomer),
    ...emailWrites,
  ])
  await moveOrdersAndSubscriptions(customer, guest.id, customer.id)
}

/** Returns a check that fails if the id has become an alias since the records were read. */
export const noAliasCheck = (tenant: Tenant, id: CustomerId): ExtraWrite => ({
  entity: IdAlias,
  write: Row => Row.check(keyOf(tenant, id)).where(({ customerId }, { notExists }) => notExists(customerId)),
})

/** Returns a check that fails if a customer with this id was created since the records were read. */
export const noCustomerCheck = (tenant: Tenant, id: CustomerId): ExtraWrite => ({
  entity: CustomerRow,
  write: Row => Row.check(keyOf(tenant, id)).where(({ version }, { notExists }) => notExists(version)),
})

/**
 * Deletes a customer. Writes an alias for the id, and frees the claim of the e-mail address, so that no older event
 * creates the customer again.
 */
export const removeCustomer = (row: CustomerRow): Promise<void> =>
  store.remove(customerDefinition, row, [markDeleted(row), freeEmail(row, timestamp())])

/**
 * Claims the customer's e-mail address. Fails if the address is taken, or if its claim has changed since `known` was
 * read.
 */
const claimEmail = (row: CustomerRow, known: EmailClaim | null): ExtraWrite => ({
  entity: EmailClaim,
  write: Row =>
    Row.put({ ...presentClaim(row), ...(known && known.customerId !== row.id && { freedAt: known.freedAt }) }).where(
      ({ customerId, isFree, freedAt }, { eq, exists, notExists }) =>
        known?.isFree
          ? `${exists(isFree)} AND ${eq(customerId, known.customerId)} AND ${eq(freedAt, known.freedAt ?? '')}`
          : notExists(customerId),
    ),
})

const presentClaim = (row: CustomerRow) => ({ ...emailKeyOf(row, emailOf(row)), customerId: row.id })

/**
 * Returns a free claim, for an e-mail address that no customer has now. The claim keeps the id of the last owner, so
 * that a late event from the time before `freedAt` still finds this owner.
 */
const freeClaim = (row: CustomerRow, email: string, freedAt: string) => ({
  ...emailKeyOf(row, email),
  customerId: row.id,
  isFree: true,
  freedAt,
})

/**
 * Returns when the present e-mail address of the customer replaced another one, which the customer still had at
 * `stamp`. This is the time of the event, not of its arrival, because a later event may be about a new owner of the
 * other address. The stamp of an import does not show when the address changed, and a time in the future is wrong.
 */
function replacedAt(customer: CustomerRow, stamp: EventStamp): string {
  const present = emailStampOf(customer)
  const now = timestamp()
  return isImported(present) ? now : earlierOf(now, laterOf(stampTime(present), stampTime(stamp)))
}

/**
 * Returns a write that replaces a row. The write fails if the row does not belong to `owner`. Without `owner`, the
 * write fails if the row exists.
 */
const putOwned = (entity: AnyEntity, row: object, owner?: CustomerId): ExtraWrite => ({
  entity,
  write: Row =>
    Row.put(row).where(({ customerId }, { eq, notExists }) => (owner ? eq(customerId, owner) : notExists(customerId))),
})

const freeEmail = (row: CustomerRow, freedAt: string) =>
  putOwned(EmailClaim, freeClaim(row, emailOf(row), freedAt), row.id)

/**
 * Adds a free claim for an e-mail address that the customer has already replaced. A late event may still report such an
 * address.
 */
export const pastEmailWrite = (row: CustomerRow, email: string, stamp: EventStamp) =>
  putOwned(EmailClaim, freeClaim(row, email, replacedAt(row, stamp)))

/** Adds or replaces an alias. Fails if the alias has changed since it was read. */
export const aliasWrite = (row: CustomerRow, id: CustomerId, { alias, freedAt }: ResolvedCustomer) =>
  putOwned(IdAlias, { ...keyOf(row, id), customerId: row.id, ...(freedAt && { freedAt }) }, alias?.customerId)

const markDeleted = (row: CustomerRow): ExtraWrite => ({
  entity: IdAlias,
  write: Row => Row.put({ ...keyOf(row, row.id), customerId: row.id, freedAt: timestamp() }),
})
