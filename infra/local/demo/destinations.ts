/** Where the demo store's orders are sent. */

import { type Address, addressOf, type Buyer } from './buyers.ts'
import type { Chance } from './chance.ts'
import { type Country, countryOf } from './places.ts'

export interface Destination {
  country: Country
  address: Address
}

/** Nobody who buys lives at any of these. */
const firstElsewhere = 1000

/** One in six goes elsewhere: to another address of the buyer, or to whom it is a gift for, at times abroad. */
export function destinationOf(buyer: Buyer, chance: Chance): Destination {
  if (!chance.oneIn(6)) return buyer
  const country = chance.oneIn(3) ? countryOf(chance.below(firstElsewhere)) : buyer.country
  const gift = addressOf(country, firstElsewhere + chance.below(firstElsewhere))
  const { firstName, name, fullName } = buyer.address
  return { country, address: chance.oneIn(2) ? gift : { ...gift, firstName, name, fullName } }
}
