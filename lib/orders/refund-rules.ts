/** Which refunds are allowed, and what they leave of an order. */

import type { EventStamp } from '../core/event-stamp.ts'
import { formatMoney, type MinorUnits, toMinorUnits } from '../core/money.ts'
import { type FieldErrors, Problem, validationProblem } from '../core/problem.ts'
import type { RefundRequest } from './refund-schemas.ts'
import type { RefundTax } from './refund-taxes.ts'
import type { Order } from './schemas.ts'

/** Why and when a refund was taken back. */
export interface RefundFailure {
  status: 'Failed' | 'Cancelled'
  reason: string | null
  stamp: EventStamp
}

/** A refund as its order stores it; it may arrive before the order, so that its amounts are decimals. */
export interface StoredRefund {
  amount: number
  /** As it was reported; absent if that is the currency of the order. */
  currency?: string
  comment: string | null
  status: WantedRefund['status']
  taxes: RefundTax[]
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
export const isSettled = ({ settledAt }: StoredRefund) => settledAt !== undefined

/** The gateway has not answered yet. */
export const isUnderWay = ({ settledAt, failure }: StoredRefund) =>
  settledAt === undefined && failure === undefined

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
  refunds.reduce((sum, [, { amount }]) => sum + toMinorUnits(amount, currency), 0)

/** What refunds can return. */
export interface Paid {
  currency: string
  paidAmount: MinorUnits
}

export const refundedAmount = (refunds: Refunds, currency: string): MinorUnits =>
  sumOf(countedRefunds(refunds, currency), currency)

/** Refunds under way count too. */
export const amountLeft = (refunds: Refunds, { currency, paidAmount }: Paid): MinorUnits =>
  paidAmount - sumOf(effectiveRefunds(refunds, currency), currency)

const unpaid: ReadonlySet<Order['paymentStatus']> = new Set([
  'Authorized',
  'Pending',
  'Open',
  'Failed',
  'Cancelled',
  'Expired',
])

export function requirePaid(paymentStatus: Order['paymentStatus']): void {
  if (unpaid.has(paymentStatus))
    throw new Problem('not_paid', {
      message: `The order has not been paid: its paymentStatus is ${paymentStatus}.`,
    })
}

export interface WantedRefund {
  amount: MinorUnits
  comment: string | null
  status: 'Complete' | 'Partial' | null
  autoRefundTaxes: boolean
  notifyCustomer: boolean
}

export const wantedRefund = (request: RefundRequest, currency: string): WantedRefund => ({
  amount: toMinorUnits(request.amount, currency),
  comment: request.comment || null,
  status: request.status ?? null,
  autoRefundTaxes: request.autoRefundTaxes ?? false,
  notifyCustomer: request.notifyCustomer ?? false,
})

interface Limits extends Paid {
  refunds: Refunds
  minAmount: MinorUnits
  hasSender: boolean
  email: string | null
}

/** Reports all faults together. */
export function requireRefundable({ amount, status, notifyCustomer }: WantedRefund, limits: Limits): void {
  const left = Math.max(amountLeft(limits.refunds, limits), 0)
  const errors: FieldErrors = {}
  const fault = amountFault(amount, left, limits)
  if (fault) errors.amount = [fault]
  if (status === 'Complete' && amount !== left && left > 0)
    errors.status = [`must be Partial, as ${formatMoney(left, limits.currency)} is left`]
  const missing = missingForMail(limits)
  if (notifyCustomer && missing) errors.notifyCustomer = [`must be false, as ${missing}`]
  if (Object.keys(errors).length > 0) throw validationProblem(errors)
}

function missingForMail({ hasSender, email }: Limits): string | null {
  if (!hasSender) return 'the account has no sender of mails: `store account set --mail-from` sets it'
  return email ? null : 'the order has no e-mail address'
}

function amountFault(amount: MinorUnits, left: MinorUnits, { currency, minAmount }: Limits): string | null {
  if (left === 0) return 'is too much: nothing is left of the order'
  if (amount <= 0) return 'must be greater than 0'
  if (amount > left) return `must be at most ${formatMoney(left, currency)}, which is left of the order`
  const isTooSmall = amount < minAmount && amount !== left
  return isTooSmall
    ? `must be at least ${formatMoney(minAmount, currency)}, the minimum of the payment gateway`
    : null
}

/** A caller who repeats a request without its Idempotency-Key would refund twice. */
export function requireNotUnderWay(wanted: WantedRefund, refunds: Refunds, currency: string): void {
  const isSame = ({ amount, comment }: StoredRefund) =>
    toMinorUnits(amount, currency) === wanted.amount && comment === wanted.comment
  if (Object.values(refunds).some(refund => isUnderWay(refund) && isSame(refund)))
    throw new Problem('refund_under_way')
}

/** Whether refunds return all that was paid; never so for an order of 0. */
export const isFullyRefunded = (refunds: Refunds, { currency, paidAmount }: Paid) =>
  paidAmount > 0 && refundedAmount(refunds, currency) >= paidAmount
