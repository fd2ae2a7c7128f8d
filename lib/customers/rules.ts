/** How a customer comes together from what is told, in whatever order that arrives. */

import type { AddressParts } from '../kit/address.ts'
import { earlier, type Facts, newest, type Stamp, saidNow, timeOf } from '../kit/stamp.ts'
import type { Addresses } from '../kit/told-address.ts'
import type { Customer, CustomerChange } from './shapes.ts'
import type { ToldCustomer } from './told.ts'

/** What the checkout and the shop say of a customer. */
export interface Said {
  /** With which they have registered, or which the shop has given them. */
  email: string
  /** With which they have bought last. */
  boughtAs: string
  addresses: Addresses
}

/** What of a customer changes by what is said. */
export interface Known {
  facts: Facts<Said>
  status: Customer['status']
  creationDate: string
}

/** Who has registered stays registered, and was first seen when somebody first saw them. */
export function broughtUpToDate<R extends Known>(row: R, told: ToldCustomer, stamp: Stamp): R {
  const seen = told.creationDate ?? timeOf(stamp)
  const email = told.isRegistration ? { email: told.email } : { boughtAs: told.email }
  const said = { ...email, ...(told.addresses && { addresses: told.addresses }) }
  return {
    ...row,
    facts: newest<Said>(row.facts, said, stamp),
    status: told.isConfirmed ? 'Confirmed' : row.status,
    creationDate: earlier(row.creationDate, seen),
  }
}

/** What is known of a guest is known of whoever they turn out to be. */
export const withGuest = <R extends Known>(row: R, { facts, status, creationDate }: Known): R => ({
  ...row,
  facts: merged(row.facts, facts),
  status: row.status === 'Confirmed' ? row.status : status,
  creationDate: earlier(row.creationDate, creationDate),
})

function merged(facts: Facts<Said>, { boughtAs, addresses }: Facts<Said>): Facts<Said> {
  const bought = boughtAs ? newest<Said>(facts, { boughtAs: boughtAs.value }, boughtAs.stamp) : facts
  return addresses ? newest<Said>(bought, { addresses: addresses.value }, addresses.stamp) : bought
}

export function changed<R extends Pick<Known, 'facts'>>(row: R, wanted: CustomerChange): R {
  const { email } = wanted
  const addresses = withAddresses(row.facts.addresses?.value, wanted)
  return { ...row, facts: saidNow<Said>(row.facts, { email, addresses }) }
}

/** Of somebody whose addresses nobody knows, the one that is sent is both. */
function withAddresses(known: Addresses | undefined, wanted: CustomerChange): Addresses | undefined {
  const { billingAddress, shippingAddress } = wanted
  const sent = billingAddress ?? shippingAddress
  if (!sent) return known
  const billing: AddressParts = billingAddress ?? known?.billing ?? sent
  const isFollowing = !shippingAddress && (known?.sameAddress ?? true)
  const shipping: AddressParts = shippingAddress ?? (isFollowing ? billing : (known?.shipping ?? billing))
  return { billing, shipping, sameAddress: isFollowing || (!known && !billingAddress) }
}
