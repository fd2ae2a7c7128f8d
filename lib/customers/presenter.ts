/** A stored customer in its two public forms. */

import { emptyAddress, flatAddress, presentAddress } from '../core/address.ts'
import { avatarUrlOf } from '../core/email.ts'
import { fromCents } from '../core/money.ts'
import type { CustomerRow } from './entity.ts'
import type { Customer, NestedCustomer } from './schemas.ts'

const addressesOf = ({ latest }: CustomerRow) =>
  latest.addresses?.value ?? { billing: emptyAddress, shipping: emptyAddress, sameAddress: true }

/** An order moves nobody who has registered to another address. */
export const emailOf = ({ latest }: CustomerRow) => (latest.email ?? latest.boughtAs)?.value ?? ''

const common = (row: CustomerRow) => ({
  id: row.id,
  email: emailOf(row),
  mode: row.mode,
  statistics: {
    ordersCount: row.ordersCount,
    ordersAmount: fromCents(row.ordersCents),
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
    avatarUrl: avatarUrlOf(emailOf(row)),
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
    avatarUrl: avatarUrlOf(emailOf(row)),
    confirmed: row.status === 'Confirmed',
    billingAddress: presentAddress(billing),
    shippingAddress: presentAddress(shipping),
  }
}
