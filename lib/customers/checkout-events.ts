/**
 * Defines the schema of the event `customer.updated`, and the customer data in this event and in events about orders or
 * subscriptions.
 */

import * as z from 'zod'
import type { Addresses } from '../core/address.ts'
import { addressesOf, eventAddressShape, nestFlatAddresses } from '../core/event-address.ts'
import { optionalBoolean, optionalText, requiredText } from '../core/event-fields.ts'
import { dateTime, guid } from '../core/fields.ts'
import type { CustomerId } from '../core/ids.ts'

export interface CustomerData {
  id: CustomerId | null
  email: string
  /** True for a `customer.updated` event, and for an imported customer who has registered. */
  isRegistration: boolean
  creationDate: string | null
  isConfirmed: boolean
  addresses: Addresses | null
  /** True if the addresses are those of the customer at the payment gateway, not those that the buyer has entered. */
  hasGatewayAddresses?: boolean | undefined
  /**
   * True if the customer itself was imported. Absent if the customer comes from an event, or from an imported order or
   * subscription.
   */
  isImport?: true
}

const EventCustomer = z.object({
  id: guid.brand<'CustomerId'>().nullish(),
  email: requiredText(),
  creationDate: dateTime.nullish(),
  status: optionalText,
  confirmed: optionalBoolean,
  ...eventAddressShape,
})

export const CustomerUpdated = z
  .preprocess(nestFlatAddresses, EventCustomer)
  .transform(
    (customer): CustomerData => ({
      id: customer.id ?? null,
      email: customer.email,
      isRegistration: true,
      creationDate: customer.creationDate ?? null,
      isConfirmed: customer.confirmed ?? customer.status?.toLowerCase() === 'confirmed',
      addresses: addressesOf(customer),
    }),
  )
