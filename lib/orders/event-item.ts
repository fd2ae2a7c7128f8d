/** The items of checkout events, in orders as in carts. */

import * as z from 'zod'
import {
  booleanOrFalse,
  listOrEmpty,
  optionalAmount,
  optionalInteger,
  optionalNumber,
  optionalText,
  requiredText,
} from '../core/event-fields.ts'
import { metadata } from '../core/metadata.ts'

export const EventCustomField = z.object({
  name: optionalText,
  type: optionalText,
  options: optionalText,
  required: booleanOrFalse,
  value: optionalText,
})
export type EventCustomField = z.output<typeof EventCustomField>

/** What is not text is left out. */
const taxNames = listOrEmpty(optionalText.catch(null)).transform(names => names.filter(name => name !== null))

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
  taxes: taxNames,
  maxQuantity: optionalInteger,
  totalPrice: optionalAmount,
  totalWeight: optionalNumber,
  metadata: metadata.nullish().transform(value => value ?? null),
  fileGuid: optionalText,
  fileName: optionalText,
  maxNbrDownload: optionalInteger,
  daysUntilExpire: optionalInteger,
})
export type EventItem = z.output<typeof EventItem>
