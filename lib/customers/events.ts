/** The customer as the checkout tells it. */

import * as z from 'zod'
import { type Addresses, addressesOf, eventAddressFields, nestFlatAddresses } from '../core/event-address.ts'
import { optionalText, requiredText } from '../core/event-fields.ts'
import { dateTime, guid } from '../core/fields.ts'

/** What is known of a customer from an order, from a registration or from anything else. */
export interface CustomerUpdate {
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
  email: requiredText(),
  creationDate: dateTime.nullish(),
  status: optionalText,
  confirmed: z.boolean().nullish(),
  ...eventAddressFields,
})

export const CustomerUpdated = z.preprocess(nestFlatAddresses, Told).transform(
  (told): CustomerUpdate => ({
    id: told.id ?? null,
    email: told.email,
    isRegistration: true,
    creationDate: told.creationDate ?? null,
    isConfirmed: told.confirmed ?? told.status?.toLowerCase() === 'confirmed',
    addresses: addressesOf(told),
  }),
)
