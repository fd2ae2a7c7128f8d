/** A stored customer in its two public forms. */

import { flatAddress, noAddress, presentAddress } from '../kit/address.ts'
import { avatarOf } from '../kit/email.ts'
import { amountOf } from '../kit/money.ts'
import type { CustomerRow } from './entity.ts'
import type { Customer, NestedCustomer } from './shapes.ts'

const addressesOf = ({ facts }: CustomerRow) =>
  facts.addresses?.value ?? { billing: noAddress, shipping: noAddress, sameAddress: true }

/** An order moves nobody who has registered to another address. */
export const emailOf = ({ facts }: CustomerRow) => (facts.email ?? facts.boughtAs)?.value ?? ''

const common = (row: CustomerRow) => ({
  id: row.id,
  email: emailOf(row),
  mode: row.mode,
  statistics: {
    ordersCount: row.ordersCount,
    ordersAmount: amountOf(row.ordersCents),
    subscriptionsCount: 0,
  },
  creationDate: row.creationDate,
})

/** The token is told only to whoever came with it. */
export function present(row: CustomerRow, sessionToken: string | null = null): Customer {
  const { billing, shipping, sameAddress } = addressesOf(row)
  return {
    ...common(row),
    status: row.status,
    avatarUrl: avatarOf(emailOf(row)),
    ...flatAddress('billingAddress', billing),
    ...flatAddress('shippingAddress', shipping),
    shippingAddressSameAsBilling: sameAddress,
    sessionToken,
  }
}

export function presentNested(row: CustomerRow): NestedCustomer {
  const { billing, shipping } = addressesOf(row)
  return {
    ...common(row),
    avatarUrl: avatarOf(emailOf(row)),
    confirmed: row.status === 'Confirmed',
    billingAddress: presentAddress(billing),
    shippingAddress: presentAddress(shipping),
  }
}
