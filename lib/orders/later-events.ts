/** What the checkout tells of an order after its completion. */

import * as z from 'zod'
import {
  booleanOrFalse,
  listOrEmpty,
  optionalAmount,
  optionalInteger,
  optionalText,
  requiredText,
} from '../core/event-fields.ts'
import { choice, guid } from '../core/fields.ts'
import { date } from './events.ts'
import { resolutions } from './nested-schemas.ts'
import { paymentStatuses, statuses } from './schemas.ts'

export const StatusChanged = z.object({
  token: guid,
  status: choice(statuses).nullish(),
  paymentStatus: choice(paymentStatuses).nullish(),
})
export type StatusChanged = z.output<typeof StatusChanged>

const ToldWithdrawalItem = z.object({
  itemUniqueId: optionalText,
  itemName: optionalText,
  quantity: optionalInteger.transform(quantity => quantity ?? 0),
  unitPrice: optionalAmount,
  totalPrice: optionalAmount,
})

export const WithdrawalCreated = z.object({
  id: requiredText(100),
  orderToken: guid,
  orderInvoiceNumber: optionalText,
  customerName: optionalText,
  requestedAt: date,
  isPartial: booleanOrFalse,
  isOutsideWithdrawalPeriod: booleanOrFalse,
  refundAmount: optionalAmount,
  resolution: choice(resolutions)
    .nullish()
    .transform(value => value ?? ('Pending' as const)),
  confirmationNumber: optionalText,
  items: listOrEmpty(ToldWithdrawalItem),
})
export type WithdrawalCreated = z.output<typeof WithdrawalCreated>

export const WithdrawalResolved = z.object({
  id: requiredText(100),
  orderToken: guid,
  resolution: choice(['Accepted', 'Refused']),
  resolvedAt: date,
})
export type WithdrawalResolved = z.output<typeof WithdrawalResolved>

export const DigitalDownloaded = z.object({ orderToken: guid, fileGuid: requiredText() })
export type DigitalDownloaded = z.output<typeof DigitalDownloaded>
