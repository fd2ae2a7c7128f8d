/** Converts a stored customer to its two representations in the API. */

import { emptyAddress, flatAddress, presentAddress } from '../core/address.ts'
import { avatarUrlOf } from '../core/email.ts'
import { fromMinorUnits } from '../core/money.ts'
import type { CustomerRow } from './entity.ts'
import { emailOf } from './rules.ts'
import type { Customer, NestedCustomer } from './schemas.ts'

const addressesOf = ({ latest }: CustomerRow) =>
  latest.addresses?.value ?? { billing: emptyAddress, shipping: emptyAddress, sameAddress: true }

function presentCommon(row: CustomerRow) {
  const { billing, shipping } = addressesOf(row)
  const avatarUrl = avatarUrlOf(emailOf(row))
  return {
    id: row.id,
    email: emailOf(row),
    mode: row.mode,
    avatarUrl,
    gravatarUrl: avatarUrl,
    billingAddress: presentAddress(billing),
    shippingAddress: presentAddress(shipping),
    statistics: {
      ordersCount: row.ordersCount,
      ordersAmount: fromMinorUnits(row.ordersAmount, row.accountCurrency),
      subscriptionsCount: row.subscriptionsCount,
    },
    creationDate: row.creationDate,
  }
}

/** `sessionToken` is set only in the reply to a request for the session. */
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

export const presentNested = (row: CustomerRow): NestedCustomer => ({
  ...presentCommon(row),
  confirmed: row.status === 'Confirmed',
})
