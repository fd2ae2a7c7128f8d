/** Decides how events and requests change a customer. The sequence in which events arrive does not matter. */

import { isDeepStrictEqual } from 'node:util'
import type { Addresses } from '../core/address.ts'
import {
  type EventStamp,
  earlierOf,
  isNested,
  type LatestFields,
  mergeImported,
  mergeLatest,
  mergeLatestNow,
  nestedStamp,
  stampTime,
} from '../core/event-stamp.ts'
import { Problem } from '../core/problem.ts'
import type { CustomerData } from './checkout-events.ts'
import type { Customer, CustomerChange } from './schemas.ts'

export interface CustomerFields {
  /** The e-mail address from the registration or from a request to the API. */
  email: string
  /** The e-mail address in the newest order or subscription, or in an import of a guest. */
  orderEmail: string
  addresses: Addresses
}

export interface CustomerState {
  latest: LatestFields<CustomerFields>
  status: Customer['status']
  creationDate: string
}

/** A customer is a guest until a registration or a request to the API sets the e-mail address. */
export const isGuest = ({ latest }: Pick<CustomerState, 'latest'>) => latest.email === undefined

/** Orders do not change the e-mail address of a registered customer, so `orderEmail` is used only for guests. */
const emailFieldOf = ({ latest }: Pick<CustomerState, 'latest'>) => latest.email ?? latest.orderEmail
export const emailOf = (customer: Pick<CustomerState, 'latest'>) => emailFieldOf(customer)?.value ?? ''
export const emailStampOf = (customer: Pick<CustomerState, 'latest'>) => emailFieldOf(customer)?.stamp ?? ''

/**
 * Applies an event or an import to a customer. A confirmed customer stays confirmed, and the earliest creation date is
 * kept. The import of a customer who is known only from imported orders also replaces an earlier creation date, unless
 * the import has no date and therefore an old stamp.
 */
export function applyUpdate<R extends CustomerState>(row: R, update: CustomerData, stamp: EventStamp): R {
  const isKnown = isKnownOtherwise(row)
  if (isNested(stamp) && isKnown) return row
  const merge = update.isImport ? mergeImported<CustomerFields> : mergeLatest<CustomerFields>
  const createdOn = update.creationDate ?? stampTime(stamp)
  const isReplaced = update.isImport && !isKnown && stampTime(stamp) > row.creationDate
  return {
    ...row,
    latest: merge(merge(row.latest, emailIn(update), stamp), addressesIn(update), addressesStamp(update, stamp)),
    status: update.isConfirmed ? 'Confirmed' : row.status,
    creationDate: isReplaced ? createdOn : earlierOf(row.creationDate, createdOn),
  }
}

const emailIn = ({ email, isRegistration }: CustomerData) => (isRegistration ? { email } : { orderEmail: email })
const addressesIn = ({ addresses }: CustomerData) => ({ addresses: addresses ?? undefined })

/**
 * The addresses of a customer at the payment gateway are repeated in each event and may lack the street, so those of a
 * checkout, an import or the API count as newer.
 */
const addressesStamp = ({ hasGatewayAddresses }: CustomerData, stamp: EventStamp) =>
  hasGatewayAddresses ? nestedStamp(stamp) : stamp

/** Returns whether the customer has a field that does not come from an imported order or subscription. */
const isKnownOtherwise = ({ latest }: Pick<CustomerState, 'latest'>) =>
  Object.values(latest).some(({ stamp }) => !isNested(stamp))

export const mergeGuestInto = <R extends CustomerState>(row: R, guest: CustomerState): R => ({
  ...row,
  latest: mergeGuestFields(row.latest, guest.latest),
  status: row.status === 'Confirmed' ? row.status : guest.status,
  creationDate: earlierOf(row.creationDate, guest.creationDate),
})

function mergeGuestFields(
  latest: LatestFields<CustomerFields>,
  { orderEmail, addresses }: LatestFields<CustomerFields>,
): LatestFields<CustomerFields> {
  const withEmail = mergeLatest<CustomerFields>(latest, { orderEmail: orderEmail?.value }, orderEmail?.stamp ?? '')
  return mergeLatest<CustomerFields>(withEmail, { addresses: addresses?.value }, addresses?.stamp ?? '')
}

interface EmailOwnership {
  customerId: string
  isFree?: boolean | undefined
}

export function requireEmailAvailable(claim: EmailOwnership | null, customerId: string): void {
  if (claim && !claim.isFree && claim.customerId !== customerId)
    throw new Problem('email_in_use', { errors: { email: ['is the e-mail address of another customer'] } })
}

export function applyChange<R extends Pick<CustomerState, 'latest'>>(row: R, change: CustomerChange): R {
  const addresses = addressesAfter(row.latest.addresses?.value, change)
  return { ...row, latest: mergeLatestNow<CustomerFields>(row.latest, { email: change.email, addresses }) }
}

/** If a customer has no addresses, a single new address is used for billing and shipping. */
function addressesAfter(current: Addresses | undefined, change: CustomerChange): Addresses | undefined {
  const { billingAddress, shippingAddress } = change
  const sent = billingAddress ?? shippingAddress
  if (!sent) return current
  const billing = billingAddress ?? current?.billing ?? sent
  const shipping = shippingAddress ?? current?.shipping ?? sent
  return { billing, shipping, sameAddress: isDeepStrictEqual(billing, shipping) }
}
