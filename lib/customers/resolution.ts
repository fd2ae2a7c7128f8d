/** Decides which customer a checkout event is about; lib/checkout/README.md shows the cases as one table. */

import { type EventStamp, stampTime } from '../core/event-stamp.ts'
import type { CustomerId } from '../core/ids.ts'
import type { CustomerRow } from './entity.ts'
import type { CustomerUpdate } from './events.ts'
import type { CustomerRecords } from './resolve.ts'
import { isGuest } from './rules.ts'

export type Decision =
  /** `id`: null for one derived from the e-mail address. `alias`: another id that leads to the customer from now on. */
  | { action: 'create'; id: CustomerId | null; alias: CustomerId | null }
  /** `keepEmail`: the customer's e-mail stays as it is; the event's is ignored. */
  | { action: 'update'; customer: CustomerRow; alias: CustomerId | null; keepEmail: boolean }
  /** The guest becomes part of the customer; then the event is decided again. */
  | { action: 'merge-guest'; customer: CustomerRow; guest: CustomerRow }
  | { action: 'ignore' }

/** What the id of an event names. */
type IdMatch =
  | { names: 'customer'; customer: CustomerRow }
  /** No id, or one that was never used. */
  | { names: 'none' }
  /** A customer who was deleted before the event happened, or after it. */
  | { names: 'deleted before' | 'deleted since' }

/** Who had the e-mail address when the event happened. */
type EmailMatch =
  | { ownedBy: 'guest' | 'registered'; owner: CustomerRow }
  | { ownedBy: 'none' }
  /** A customer who was deleted since, or one who gave up the address, which a later owner has now. */
  | { ownedBy: 'unknown' | 'unknown, with a later owner' }

export function decide(records: CustomerRecords, update: CustomerUpdate, stamp: EventStamp): Decision {
  const id = matchId(records, stamp)
  const email = matchEmail(records, stamp)
  if (id.names === 'customer') return decideForCustomer(id.customer, email, update)
  if (email.ownedBy === 'none') return decideForNewcomer(id, update)
  // The customer it was about is not known any more.
  if (!('owner' in email)) return ignore
  // Without a customer by id, it is about whoever had the address; a new id becomes theirs.
  const isNewId = id.names !== 'deleted since' && update.id !== email.owner.id
  return { ...updateOf(email.owner), alias: isNewId ? update.id : null }
}

function decideForCustomer(customer: CustomerRow, email: EmailMatch, update: CustomerUpdate): Decision {
  const isTaken = email.ownedBy === 'unknown, with a later owner'
  // The id decides, as no other customer had the address.
  if (!('owner' in email) || email.owner.id === customer.id) return { ...updateOf(customer), keepEmail: isTaken }
  // Whoever ordered as a guest under an address of this customer was this customer.
  if (email.ownedBy === 'guest') return { action: 'merge-guest', customer, guest: email.owner }
  // Two customers registered with one address: the first keeps it.
  if (update.isRegistration) return { ...updateOf(customer), keepEmail: true }
  // An order belongs to whoever registered with its address.
  return updateOf(email.owner)
}

function decideForNewcomer(id: Exclude<IdMatch, { names: 'customer' }>, update: CustomerUpdate): Decision {
  // A deleted customer never comes back by an older event.
  if (id.names === 'deleted since') return ignore
  // The id of a deleted customer is not used again: it leads to the new one.
  if (id.names === 'deleted before') return { action: 'create', id: null, alias: update.id }
  return { action: 'create', id: update.id, alias: null }
}

const ignore: Decision = { action: 'ignore' }
const updateOf = (customer: CustomerRow): Extract<Decision, { action: 'update' }> => ({
  action: 'update',
  customer,
  alias: null,
  keepEmail: false,
})

function matchId({ byId: { customer, alias, freedAt } }: CustomerRecords, stamp: EventStamp): IdMatch {
  if (stampTime(stamp) <= freedAt) return { names: 'deleted since' }
  if (customer) return { names: 'customer', customer }
  return { names: alias ? 'deleted before' : 'none' }
}

function matchEmail({ emailClaim, emailOwner }: CustomerRecords, stamp: EventStamp): EmailMatch {
  if (!emailClaim) return { ownedBy: 'none' }
  const { freedAt = '', isFree = false } = emailClaim
  const isBeforeRelease = stampTime(stamp) <= freedAt
  // A free claim names who had the address before its release, any other who has had it since.
  const isOwner = isFree === isBeforeRelease
  if (isOwner && emailOwner) return { ownedBy: isGuest(emailOwner) ? 'guest' : 'registered', owner: emailOwner }
  if (!isBeforeRelease) return { ownedBy: 'none' }
  return { ownedBy: isFree ? 'unknown' : 'unknown, with a later owner' }
}
