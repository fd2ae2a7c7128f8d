/** A stored customer in its two public forms. */

import { emptyAddress, flatAddress, presentAddress } from '../core/address.ts'
import { avatarUrlOf } from '../core/email.ts'
import { fromMinorUnits } from '../core/money.ts'
import type { CustomerRow } from './entity.ts'
import { emailOf } from './rules.ts'
import type { Customer, NestedCustomer } from './schemas.ts'

const addressesOf = ({ latest }: CustomerRow) =>
  latest.addresses?.value ?? { billing: emptyAddress, shipping: emptyAddress, sameAddress: true }

const presentCommon = (row: CustomerRow) => ({
  id: row.id,
  email: emailOf(row),
  mode: row.mode,
  avatarUrl: avatarUrlOf(emailOf(row)),
  statistics: {
    ordersCount: row.ordersCount,
    ordersAmount: fromMinorUnits(row.ordersAmount, row.accountCurrency),
    subscriptionsCount: 0,
  },
  creationDate: row.creationDate,
})

/** Only a request for the session itself gets its token. */
export function present(row: CustomerRow, sessionToken: string | null = null): Customer {
  const { billing, shipping, sameAddress } = addressesOf(row)
  return {
    ...presentCommon(row),
    status: row.status,
    ...flatAddress('billingAddress', billing),
    ...flatAddress('shippingAddress', shipping),
    shippingAddressSameAsBilling: sameAddress,
    sessionToken,
  }
}

export function presentNested(row: CustomerRow): NestedCustomer {
  const { billing, shipping } = addressesOf(row)
  return {
    ...presentCommon(row),
    confirmed: row.status === 'Confirmed',
    billingAddress: presentAddress(billing),
    shippingAddress: presentAddress(shipping),
  }
}
