/** Defines the fields that the events of both subscription engines have in common. */

import * as z from 'zod'
import { type AddressFields, fullNameOf } from '../core/address.ts'
import { optionalAmount, optionalInteger, optionalNumber, optionalText } from '../core/event-fields.ts'

/** An integer of at least `min`; smaller numbers are raised to it. */
export const integerRaisedTo = (min: number) =>
  optionalInteger.transform(value => (value === null ? null : Math.max(min, value)))

export const billingNameOf = (billing: AddressFields | undefined) => (billing ? fullNameOf(billing) : null)

/** Events of the V3 engine contain `name` and `rate` instead of `taxName` and `taxRate`. */
export const EventTax = z
  .object({
    taxName: optionalText,
    name: optionalText,
    taxRate: optionalNumber,
    rate: optionalNumber,
    amount: optionalAmount,
    numberForInvoice: optionalText,
  })
  .transform(({ name, rate, ...tax }) => ({ ...tax, taxName: tax.taxName ?? name, taxRate: tax.taxRate ?? rate }))
