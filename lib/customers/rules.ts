/** How a customer comes together from what is told, in whatever order that arrives. */

import type { AddressFields } from '../core/address.ts'
import type { Addresses } from '../core/event-address.ts'
import {
  type EventStamp,
  earlierOf,
  type LatestFields,
  mergeLatest,
  setNow,
  stampTime,
} from '../core/event-stamp.ts'
import type { CustomerUpdate } from './events.ts'
import type { Customer, CustomerChange } from './schemas.ts'

/** What the checkout and the shop say of a customer. */
export interface CustomerFields {
  /** With which they have registered, or which the shop has given them. */
  email: string
  /** With which they have bought last. */
  boughtAs: string
  addresses: Addresses
}

/** What of a customer changes by what is said. */
export interface Known {
  latest: LatestFields<CustomerFields>
  status: Customer['status']
  creationDate: string
}

/** Who has registered stays registered, and was first seen when somebody first saw them. */
export function applyUpdate<R extends Known>(row: R, told: CustomerUpdate, stamp: EventStamp): R {
  const seen = told.creationDate ?? stampTime(stamp)
  const email = told.isRegistration ? { email: told.email } : { boughtAs: told.email }
  const said = { ...email, ...(told.addresses && { addresses: told.addresses }) }
  return {
    ...row,
    latest: mergeLatest<CustomerFields>(row.latest, said, stamp),
    status: told.isConfirmed ? 'Confirmed' : row.status,
    creationDate: earlierOf(row.creationDate, seen),
  }
}

/** What is known of a guest is known of whoever they turn out to be. */
export const mergeGuest = <R extends Known>(row: R, { latest, status, creationDate }: Known): R => ({
  ...row,
  latest: merged(row.latest, latest),
  status: row.status === 'Confirmed' ? row.status : status,
  creationDate: earlierOf(row.creationDate, creationDate),
})

function merged(
  latest: LatestFields<CustomerFields>,
  { boughtAs, addresses }: LatestFields<CustomerFields>,
): LatestFields<CustomerFields> {
  const bought = boughtAs
    ? mergeLatest<CustomerFields>(latest, { boughtAs: boughtAs.value }, boughtAs.stamp)
    : latest
  return addresses
    ? mergeLatest<CustomerFields>(bought, { addresses: addresses.value }, addresses.stamp)
    : bought
}

export function changed<R extends Pick<Known, 'latest'>>(row: R, wanted: CustomerChange): R {
  const { email } = wanted
  const addresses = withAddresses(row.latest.addresses?.value, wanted)
  return { ...row, latest: setNow<CustomerFields>(row.latest, { email, addresses }) }
}

/** Of somebody whose addresses nobody knows, the one that is sent is both. */
function withAddresses(known: Addresses | undefined, wanted: CustomerChange): Addresses | undefined {
  const { billingAddress, shippingAddress } = wanted
  const sent = billingAddress ?? shippingAddress
  if (!sent) return known
  const billing: AddressFields = billingAddress ?? known?.billing ?? sent
  const isFollowing = !shippingAddress && (known?.sameAddress ?? true)
  const shipping: AddressFields = shippingAddress ?? (isFollowing ? billing : (known?.shipping ?? billing))
  return { billing, shipping, sameAddress: isFollowing || (!known && !billingAddress) }
}
