/** The customer as the checkout tells it. */

import * as z from 'zod'
import { named, words } from '../kit/told.ts'
import { type Addresses, addressesIn, gathered, toldAddresses } from '../kit/told-address.ts'
import { guid, startOfTime } from '../kit/wire.ts'

/** What is known of a customer from an order, from a registration or from anything else. */
export interface ToldCustomer {
  id: string | null
  email: string
  /** Of somebody with an id; else an order, of whoever has the address. */
  isRegistration: boolean
  creationDate: string | null
  isConfirmed: boolean
  addresses: Addresses | null
}

const Told = z.object({
  id: guid.nullish(),
  email: named(),
  creationDate: startOfTime.nullish(),
  status: words,
  confirmed: z.boolean().nullish(),
  ...toldAddresses,
})

export const CustomerUpdated = z.preprocess(gathered, Told).transform(
  (told): ToldCustomer => ({
    id: told.id ?? null,
    email: told.email,
    isRegistration: true,
    creationDate: told.creationDate ?? null,
    isConfirmed: told.confirmed ?? told.status?.toLowerCase() === 'confirmed',
    addresses: addressesIn(told),
  }),
)
