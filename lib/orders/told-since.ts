/** What the checkout tells of an order after its completion. */

import * as z from 'zod'
import { flag, list, money, named, whole, words } from '../kit/told.ts'
import { choice, guid } from '../kit/wire.ts'
import { resolutions } from './parts.ts'
import { paymentStatuses, statuses } from './shapes.ts'
import { date } from './told.ts'

export const StatusChanged = z.object({
  token: guid,
  status: choice(statuses).nullish(),
  paymentStatus: choice(paymentStatuses).nullish(),
})
export type StatusChanged = z.output<typeof StatusChanged>

const ToldWithdrawalItem = z.object({
  itemUniqueId: words,
  itemName: words,
  quantity: whole.transform(quantity => quantity ?? 0),
  unitPrice: money,
  totalPrice: money,
})

export const WithdrawalCreated = z.object({
  id: named(100),
  orderToken: guid,
  orderInvoiceNumber: words,
  customerName: words,
  requestedAt: date,
  isPartial: flag,
  isOutsideWithdrawalPeriod: flag,
  refundAmount: money,
  resolution: choice(resolutions)
    .nullish()
    .transform(value => value ?? ('Pending' as const)),
  confirmationNumber: words,
  items: list(ToldWithdrawalItem),
})
export type WithdrawalCreated = z.output<typeof WithdrawalCreated>

export const WithdrawalResolved = z.object({
  id: named(100),
  orderToken: guid,
  resolution: choice(['Accepted', 'Refused']),
  resolvedAt: date,
})
export type WithdrawalResolved = z.output<typeof WithdrawalResolved>

export const Downloaded = z.object({ orderToken: guid, fileGuid: named() })
export type Downloaded = z.output<typeof Downloaded>
