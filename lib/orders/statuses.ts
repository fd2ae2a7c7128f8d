/** Defines the statuses of orders and of their payments. */

import { caseInsensitiveEnum } from '../core/fields.ts'

export const statuses = ['InProgress', 'Processed', 'Disputed', 'Shipped', 'Delivered', 'Pending', 'Cancelled'] as const

/** Some callers send `Dispatched` instead of `Shipped`. */
export const status = caseInsensitiveEnum(statuses, { dispatched: 'Shipped' })

const paymentStatuses = [
  'Paid',
  'Deferred',
  'PaidDeferred',
  'ChargedBack',
  'Refunded',
  'Paidout',
  'Failed',
  'Pending',
  'Expired',
  'Cancelled',
  'Open',
  'Authorized',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const paymentStatus = caseInsensitiveEnum(paymentStatuses)
