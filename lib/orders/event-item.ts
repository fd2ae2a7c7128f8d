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

export const EventItem = z.object({
  uniqueId: optionalText,
  id: requiredText(),
  name: optionalText,
  price: optionalAmount,
  quantity: optionalInteger.transform(quantity => quantity ?? 1),
  url: optionalText,
  weight: optionalNumber,
  description: optionalText,
  image: optionalText,
  categories: listOrEmpty(requiredText()),
  customFields: listOrEmpty(EventCustomField),
  customFieldsJson: optionalText,
  stackable: booleanOrFalse,
  maxQuantity: optionalNumber,
  totalPrice: optionalAmount,
  totalWeight: optionalNumber,
  metadata: metadata.nullish().transform(value => value ?? null),
  fileGuid: optionalText,
  fileName: optionalText,
  maxNbrDownload: optionalInteger,
  daysUntilExpire: optionalNumber,
})
export type EventItem = z.output<typeof EventItem>
