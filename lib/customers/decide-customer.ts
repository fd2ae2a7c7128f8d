/** Decides which customer a checkout event is about. lib/checkout/README.md shows all cases in a table. */

import { type EventStamp, isImported, stampTime } from '../core/event-stamp.ts'
import type { CustomerId } from '../core/ids.ts'
import type { CustomerData } from './checkout-events.ts'
import type { CustomerRow } from './entity.ts'
import type { CustomersByIdAndEmail } from './load.ts'
import { isGuest, requireEmailAvailable } from './rules.ts'

export type CustomerDecision =
  /** `alias` is another id of the new customer. If `id` is null, the id is derived from the e-mail address. */
  | { action: 'create'; id: CustomerId | null; alias: CustomerId | null }
  /** If `keepEmail` is true, the e-mail address in the event is ignored. */
  | { action: 'update'; customer: CustomerRow; alias: CustomerId | null; keepEmail: boolean }
  /** The guest is merged into the customer. After that, `decideCustomer` is called again for the same event. */
  | { action: 'merge-guest'; customer: CustomerRow; guest: CustomerRow }
  | { action: 'ignore' }

/** The customer that the id in an event identifies. */
type IdMatch =
  | { names: 'customer'; customer: CustomerRow }
  /** The event has no id, or an id that was never used. */
  | { names: 'none' }
  /** The customer was deleted before or after the event happened. */
  | { names: 'deleted before' | 'deleted since' }

/** The customer who had the e-mail address when the event happened. */
type EmailMatch =
  | { ownedBy: 'guest' | 'registered'; owner: CustomerRow }
  | { ownedBy: 'none' }
  /**
   * The table no longer shows who had the e-mail address when the event happened. `with a later owner` means that
   * another customer has the address today.
   */
  | { ownedBy: 'unknown' | 'unknown, with a later owner' }

/**
 * The stamp with which an import looks up the owner of an e-mail address. It is later than all stored times, so that
 * the present owner is found. An import contains the present address of a customer, not an earlier one.
 */
const endOfTime: EventStamp = '9999-12-31T23:59:59.999Z'

/** Throws the problem `email_in_use` for an import if another imported customer has the e-mail address. */
export function decideCustomer(
  records: CustomersByIdAndEmail,
  update: CustomerData,
  stamp: EventStamp,
): CustomerDecision {
  const id = matchId(records, stamp)
  const email = matchEmail(records, update.isImport ? endOfTime : stamp)
  if (id.names === 'customer') return decideForCustomer(id.customer, email, update)
  if (email.ownedBy === 'none') return decideForNewcomer(id, update)
  // The customer who had the address at the time of the event is no longer known.
  if (!('owner' in email)) return ignore
  // The event is about the owner of its address. The id in the event becomes an alias of this owner, unless the
  // customer with this id was deleted since.
  const isNewId = id.names !== 'deleted since' && update.id !== email.owner.id
  // The source has two customers, and may have given the address of the earlier one to the other. The import of the
  // other one is refused until the earlier one is imported with another address.
  if (isNewId && update.id && update.isImport && isImported(email.owner.latest.email?.stamp))
    requireEmailAvailable(records.emailClaim, update.id)
  return { ...updateOf(email.owner), alias: isNewId ? update.id : null }
}

function decideForCustomer(customer: CustomerRow, email: EmailMatch, update: CustomerData): CustomerDecision {
  const isTaken = email.ownedBy === 'unknown, with a later owner'
  // No other known customer had the address, so the id in the event decides.
  if (!('owner' in email) || email.owner.id === customer.id) return { ...updateOf(customer), keepEmail: isTaken }
  // A guest who ordered with the e-mail address in the event is the same person as this customer.
  if (email.ownedBy === 'guest') return { action: 'merge-guest', customer, guest: email.owner }
  // If two customers register with the same address, the first customer keeps the address.
  if (update.isRegistration || update.isImport) return { ...updateOf(customer), keepEmail: true }
  // An order or subscription belongs to the customer who registered with the e-mail address in its event.
  return updateOf(email.owner)
}

function decideForNewcomer(id: Exclude<IdMatch, { names: 'customer' }>, update: CustomerData): CustomerDecision {
  // An event that is older than the deletion must not create the customer again.
  if (id.names === 'deleted since') return ignore
  // The id of a deleted customer is not reused, but becomes an alias of the new customer.
  if (id.names === 'deleted before') return { action: 'create', id: null, alias: update.id }
  return { action: 'create', id: update.id, alias: null }
}

const ignore: CustomerDecision = { action: 'ignore' }
const updateOf = (customer: CustomerRow): Extract<CustomerDecision, { action: 'update' }> => ({
  action: 'update',
  customer,
  alias: null,
  keepEmail: false,
})

function matchId({ byId: { customer, alias, freedAt } }: CustomersByIdAndEmail, stamp: EventStamp): IdMatch {
  if (stampTime(stamp) <= freedAt) return { names: 'deleted since' }
  if (customer) return { names: 'customer', customer }
  return { names: alias ? 'deleted before' : 'none' }
}

function matchEmail({ emailClaim, emailOwner }: CustomersByIdAndEmail, stamp: EventStamp): EmailMatch {
  if (!emailClaim) return { ownedBy: 'none' }
  const { freedAt = '', isFree = false } = emailClaim
  const isBeforeRelease = stampTime(stamp) <= freedAt
  // If the claim is free, its customer had the address until `freedAt`. Otherwise, its customer has had the address
  // since `freedAt`.
  const isOwner = isFree === isBeforeRelease
  if (isOwner && emailOwner) return { ownedBy: isGuest(emailOwner) ? 'guest' : 'registered', owner: emailOwner }
  if (!isBeforeRelease) return { ownedBy: 'none' }
  return { ownedBy: isFree ? 'unknown' : 'unknown, with a later owner' }
}
