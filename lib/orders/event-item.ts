/** The items of checkout events, in orders as in carts. */

import * as z from 'zod'
import {
  booleanOrFalse,
  listOf,
  listOrEmpty,
  optionalAmount,
  optionalBoolean,
  optionalDate,
  optionalInteger,
  optionalNumber,
  optionalText,
  requiredText,
} from '../core/event-fields.ts'
import { metadata } from '../core/metadata.ts'

/** What is not text is left out. */
const texts = listOf(optionalText.catch(null)).transform(values => values.filter(value => value !== null))

export const EventCustomField = z.object({
  name: optionalText,
  type: optionalText,
  options: optionalText,
  required: booleanOrFalse,
  value: optionalText,
  displayValue: optionalText.catch(null),
  /** What the value adds to the price: a number, or a text such as `+2.00` in older checkouts. */
  operation: z.union([z.number(), optionalText]).catch(null),
  optionsArray: texts.nullish().catch(null),
})
export type EventCustomField = z.output<typeof EventCustomField>

export const EventItem = z.object({
  uniqueId: optionalText,
  id: requiredText(),
  name: optionalText,
  price: optionalAmount,
  unitPrice: optionalAmount,
  quantity: optionalInteger.transform(quantity => quantity ?? 1),
  url: optionalText,
  weight: optionalNumber,
  width: optionalNumber,
  height: optionalNumber,
  length: optionalNumber,
  description: optionalText,
  image: optionalText,
  categories: listOrEmpty(requiredText()),
  customFields: listOrEmpty(EventCustomField),
  customFieldsJson: optionalText,
  stackable: booleanOrFalse,
  shippable: booleanOrFalse,
  taxable: booleanOrFalse,
  taxes: texts.nullish().transform(names => names ?? []),
  minQuantity: optionalInteger.catch(null),
  maxQuantity: optionalInteger,
  duplicatable: optionalBoolean,
  hasTaxesIncluded: optionalBoolean,
  totalPrice: optionalAmount,
  totalPriceWithoutTaxes: optionalAmount.catch(null),
  totalWeight: optionalNumber,
  metadata: metadata.nullish().transform(value => value ?? null),
  fileGuid: optionalText,
  fileName: optionalText,
  maxNbrDownload: optionalInteger,
  daysUntilExpire: optionalInteger,
  addedOn: optionalDate.catch(null),
  modificationDate: optionalDate.catch(null),
})
export type EventItem = z.output<typeof EventItem>
