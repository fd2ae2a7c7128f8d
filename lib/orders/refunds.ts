/** The refunds that an order stores, and what they leave of it. */

import type { EventStamp } from '../core/event-stamp.ts'
import { type DecimalAmount, type MinorUnits, minorUnits, sumOfUnits, toMinorUnits } from '../core/money.ts'
import type { OrderRefund } from './nested-schemas.ts'

export interface RefundFailure {
  status: 'Failed' | 'Cancelled'
  reason: string | null
  stamp: EventStamp
}

/**
 * A refund as its order stores it. Its amounts are decimals, as they were reported: a refund may be reported before its
 * order and without a currency, and the currency decides how many minor units an amount has.
 */
export interface StoredRefund {
  amount: DecimalAmount
  /** As it was reported; absent if that is the currency of the order. */
  currency?: string
  comment: string | null
  status: 'Complete' | 'Partial' | null
  taxes: OrderRefund['taxes']
  notifyCustomer: boolean
  refundedByPaymentGateway: boolean
  creationDate: string
  /** Absent while the gateway has not answered. */
  settledAt?: string
  /** Of the settlement: orders it among the changes of the payment status. */
  stamp?: EventStamp
  creditNoteNumber?: string
  /** It may arrive before the refund itself, which is not settled then. */
  failure?: RefundFailure
}

/** By refund id. */
export type Refunds = Record<string, StoredRefund>

/** The gateway has accepted it, or it was recorded. */
export const isSettled = (refund: StoredRefund | undefined) => refund?.settledAt !== undefined

/** The gateway has not answered yet. */
export const isUnderWay = (refund: StoredRefund) => !isSettled(refund) && refund.failure === undefined

/** Its amount cannot be compared with those of the order. */
export const isForeign = (refund: StoredRefund, orderCurrency: string) =>
  refund.currency !== undefined && refund.currency !== orderCurrency

/** Those that return money of the order, and those under way that may. */
export const effectiveRefunds = (refunds: Refunds, currency: string): [id: string, refund: StoredRefund][] =>
  Object.entries(refunds).filter(([, refund]) => !refund.failure && !isForeign(refund, currency))

/** Those that count, oldest first. */
export const countedRefunds = (refunds: Refunds, currency: string): [id: string, refund: StoredRefund][] =>
  effectiveRefunds(refunds, currency)
    .filter(([, refund]) => isSettled(refund))
    .toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))

const sortKey = ([id, { creationDate }]: [string, StoredRefund]) => `${creationDate} ${id}`

const sumOf = (refunds: readonly [id: string, refund: StoredRefund][], currency: string): MinorUnits =>
  sumOfUnits(refunds.map(([, { amount }]) => toMinorUnits(amount, currency)))

export interface Paid {
  currency: string
  paidAmount: MinorUnits
}

export const refundedAmount = (refunds: Refunds, currency: string): MinorUnits =>
  sumOf(countedRefunds(refunds, currency), currency)

/** Refunds under way count too. Negative if refunds made elsewhere exceed what was paid. */
export const amountLeft = (refunds: Refunds, { currency, paidAmount }: Paid): MinorUnits =>
  minorUnits(paidAmount - sumOf(effectiveRefunds(refunds, currency), currency))

/** Whether refunds return all that was paid; never so for an order of 0. */
export const isFullyRefunded = (refunds: Refunds, { currency, paidAmount }: Paid) =>
  paidAmount > 0 && refundedAmount(refunds, currency) >= paidAmount
