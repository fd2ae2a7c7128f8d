/** How a customer comes together from what is told, in whatever order that arrives. */

import type { AddressParts } from '../kit/address.ts'
import { earlier, type Facts, newest, type Stamp, saidNow, timeOf } from '../kit/stamp.ts'
import type { Addresses } from '../kit/told-address.ts'
import type { Customer, CustomerChange } from './shapes.ts'
import type { ToldCustomer } from './told.ts'

/** What the checkout and the shop say of a customer. */
export interface Said {
  email: string
  addresses: Addresses
}

/** What of a customer changes by what is said. */
interface Known {
  facts: Facts<Said>
  status: Customer['status']
  creationDate: string
}

/** Who has registered stays registered, and was first seen when somebody first saw them. */
export function broughtUpToDate<R extends Known>(row: R, told: ToldCustomer, stamp: Stamp): R {
  const seen = told.creationDate ?? timeOf(stamp)
  const said = { email: told.email, ...(told.addresses && { addresses: told.addresses }) }
  return {
    ...row,
    facts: newest<Said>(row.facts, said, stamp),
    status: told.isConfirmed ? 'Confirmed' : row.status,
    creationDate: earlier(row.creationDate, seen),
  }
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
