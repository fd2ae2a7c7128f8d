/** Converts a stored customer to its two representations in the API. */

import { noAddresses, presentAddresses } from '../core/address.ts'
import { emailHash } from '../core/email.ts'
import { fromMinorUnits } from '../core/money.ts'
import { projectWithDefaults } from '../core/project-with-defaults.ts'
import type { CustomerRow } from './entity.ts'
import { emailOf } from './rules.ts'
import { Customer, NestedCustomer } from './schemas.ts'

/** Returns the fields for both `Customer` and `NestedCustomer`. */
function presentFields(row: CustomerRow) {
  const { ordersCount, ordersAmount, subscriptionsCount } = row
  const avatarUrl = `https://www.gravatar.com/avatar/${emailHash(emailOf(row))}`
  return {
    ...row,
    email: emailOf(row),
    confirmed: row.status === 'Confirmed',
    avatarUrl,
    gravatarUrl: avatarUrl,
    ...presentAddresses(row.latest.addresses?.value ?? noAddresses),
    statistics: { ordersCount, ordersAmount: fromMinorUnits(ordersAmount, row.accountCurrency), subscriptionsCount },
  }
}

/** `sessionToken` is null here. Only a reply with a session has it, and lib/sessions sets it. */
export const present = (row: CustomerRow): Customer =>
  projectWithDefaults(Customer, { ...presentFields(row), sessionToken: null })

export const presentNested = (row: CustomerRow): NestedCustomer =>
  projectWithDefaults(NestedCustomer, presentFields(row))
