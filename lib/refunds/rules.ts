/** Decides which refunds are allowed. */

import { toAsciiAddress } from '../core/mail-address.ts'
import { type DecimalAmount, formatMoney, type MinorUnits, minorUnits, toMinorUnits } from '../core/money.ts'
import { type FieldErrors, Problem, validationProblem } from '../core/problem.ts'
import type { Order } from '../orders/schemas.ts'
import type { RefundRequest } from './schemas.ts'

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
    throw new Problem('not_paid', { message: `The order has not been paid: its paymentStatus is ${paymentStatus}.` })
}

export type WantedRefund = ReturnType<typeof toWantedRefund>

export const toWantedRefund = (request: RefundRequest, currency: string) => ({
  units: toMinorUnits(request.amount, currency),
  comment: request.comment || null,
  status: request.status ?? null,
  autoRefundTaxes: request.autoRefundTaxes ?? false,
  notifyCustomer: request.notifyCustomer ?? false,
})

interface Limits {
  currency: string
  /** The amount that can still be refunded. It is negative if all refunds together exceed the paid amount. */
  left: MinorUnits
  minAmount: MinorUnits
  hasSender: boolean
  email: string | null
}

/** Throws one problem that contains all faults of the request. */
export function requireRefundable({ units, status, notifyCustomer }: WantedRefund, limits: Limits): void {
  const left = minorUnits(Math.max(limits.left, 0))
  const errors: FieldErrors = {}
  const fault = amountFault(units, left, limits)
  if (fault) errors.amount = [fault]
  if (status === 'Complete' && units !== left && left > 0)
    errors.status = [`must be Partial, as ${formatMoney(left, limits.currency)} is left`]
  const obstacle = obstacleToMail(limits)
  if (notifyCustomer && obstacle) errors.notifyCustomer = [`must be false, as ${obstacle}`]
  if (Object.keys(errors).length > 0) throw validationProblem(errors)
}

function obstacleToMail({ hasSender, email }: Limits): string | null {
  if (!hasSender) return 'the account has no sender of mails: `store account set --mail-from` sets it'
  if (!email) return 'the order has no e-mail address'
  return toAsciiAddress(email) ? null : 'the e-mail address of the order cannot receive mail'
}

function amountFault(units: MinorUnits, left: MinorUnits, { currency, minAmount }: Limits): string | null {
  if (left === 0) return 'is too much: nothing is left of the order'
  if (units <= 0) return 'must be greater than 0'
  if (units > left) return `must be at most ${formatMoney(left, currency)}, which is left of the order`
  const isTooSmall = units < minAmount && units !== left
  return isTooSmall ? `must be at least ${formatMoney(minAmount, currency)}, the minimum of the payment gateway` : null
}

/**
 * Throws if a refund with the same amount and comment is under way. Without this check, a caller that repeats a request
 * without an Idempotency-Key would refund twice.
 */
export function requireNotUnderWay(
  wanted: WantedRefund,
  underWay: readonly { amount: DecimalAmount; comment: string | null }[],
  currency: string,
): void {
  const isSame = ({ amount, comment }: (typeof underWay)[number]) =>
    toMinorUnits(amount, currency) === wanted.units && comment === wanted.comment
  if (underWay.some(isSame)) throw new Problem('refund_under_way')
}
