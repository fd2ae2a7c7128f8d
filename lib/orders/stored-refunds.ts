/** Defines the refunds that an order stores, and computes the amount that can still be refunded. */

import { type EventStamp, earlierOf } from '../core/event-stamp.ts'
import { type DecimalAmount, type MinorUnits, minorUnits, sumOfUnits, toMinorUnits } from '../core/money.ts'
import type { OrderRefund } from './nested-schemas.ts'

export interface RefundFailure {
  status: 'Failed' | 'Cancelled'
  reason: string | null
  stamp: EventStamp
}

/**
 * A refund in the row of its order. Amounts are decimal numbers, because a refund may arrive before the order, whose
 * currency is then unknown.
 */
export interface StoredRefund {
  amount: DecimalAmount
  /** The currency in the report of the refund. If it is absent, the refund has the currency of the order. */
  currency?: string
  comment: string | null
  status: 'Complete' | 'Partial' | null
  taxes: OrderRefund['taxes']
  notifyCustomer: boolean
  refundedByPaymentGateway: boolean
  creationDate: string
  /** The time of the settlement; absent until the gateway has answered. */
  settledAt?: string
  /** The stamp of the settlement. It shows whether the refund or the payment status is newer. */
  stamp?: EventStamp
  creditNoteNumber?: string
  /**
   * Whether the gateway has reported the refund, and not a server; absent if this API requested it, and in refunds of
   * earlier releases.
   */
  byGateway?: boolean
  /** A time before which the refund was made, if its server has not reported its date. */
  madeBefore?: string
  /** The id with which the gateway reports a refund that a server reports as well. */
  gatewayId?: string
  /** The failure that the server reports of such a refund. It does not count. */
  serverFailure?: RefundFailure
  /** The stamp of the newest import that contained this refund, if a webhook had reported the refund before. */
  importStamp?: EventStamp
  /** The failure; absent if the refund has not failed. A failure may be reported before the refund itself. */
  failure?: RefundFailure
}

/** The refunds of an order, by refund id. */
export type Refunds = Record<string, StoredRefund>

/** Returns true if the gateway has accepted the refund, or if the refund was only recorded. */
export const isSettled = (refund: StoredRefund | undefined) => refund?.settledAt !== undefined

/** Returns true if the gateway has not yet answered the request for the refund. */
export const isUnderWay = (refund: StoredRefund) => !isSettled(refund) && refund.failure === undefined

/** Returns true if the refund and its order have different currencies, so that their amounts cannot be compared. */
export const isInOtherCurrency = (refund: StoredRefund, orderCurrency: string) =>
  refund.currency !== undefined && refund.currency !== orderCurrency

/** Returns the settled refunds and the refunds under way. Excludes refunds that failed or have another currency. */
export const effectiveRefunds = (refunds: Refunds, currency: string): [id: string, refund: StoredRefund][] =>
  Object.entries(refunds).filter(([, refund]) => !refund.failure && !isInOtherCurrency(refund, currency))

/** Returns the key of the refund that the gateway reports with the id, or else the id. */
export const keyOfRefund = (refunds: Refunds, id: string): string =>
  Object.keys(refunds).find(key => refunds[key]?.gatewayId === id) ?? id

/** Returns the refunds that had been made and had not failed at the time of a stamp, without their later failures. */
export const refundsAt = (refunds: Refunds, time: EventStamp): Refunds =>
  Object.fromEntries(
    Object.entries(refunds)
      .filter(([, { creationDate, stamp = '' }]) => earlierOf(creationDate, stamp) <= time)
      .filter(([, { failure }]) => !failure || failure.stamp > time)
      .map(([id, { failure: _, ...refund }]) => [id, refund]),
  )

/** Returns the settled refunds, oldest first. Excludes refunds that failed or have another currency. */
export const settledRefunds = (refunds: Refunds, currency: string): [id: string, refund: StoredRefund][] =>
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
  sumOf(settledRefunds(refunds, currency), currency)

/**
 * Returns the paid amount minus the refunds that are settled or under way, in the currency of the order. The result may
 * be negative, because this API cannot limit refunds that are made outside of it.
 */
export const refundableAmount = (refunds: Refunds, { currency, paidAmount }: Paid): MinorUnits =>
  minorUnits(paidAmount - sumOf(effectiveRefunds(refunds, currency), currency))

/** Returns true if the refunds return the whole paid amount. Returns false if nothing was paid. */
export const isFullyRefunded = (refunds: Refunds, { currency, paidAmount }: Paid) =>
  paidAmount > 0 && refundedAmount(refunds, currency) >= paidAmount
