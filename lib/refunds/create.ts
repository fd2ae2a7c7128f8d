/**
 * Creates a refund. First reserves the amount in the order, so that concurrent refunds cannot exceed the paid amount.
 * Then sends the refund to the gateway, if the order was paid through one.
 */

import * as accounts from '../accounts/index.ts'
import type { Account } from '../accounts/schemas.ts'
import { timestamp } from '../core/clock.ts'
import { fromMinorUnits, minorUnits } from '../core/money.ts'
import { Problem } from '../core/problem.ts'
import { taxesOfRefund } from '../core/refund-taxes.ts'
import type { Tenant } from '../core/tenant.ts'
import * as orders from '../orders/index.ts'
import {
  connectGateway,
  type Gateway,
  newOperation,
  performOperationOrThrow,
  reserveOperation,
  takeOverOperation,
} from '../payments/index.ts'
import { presentSettledRefund } from './presenter.ts'
import { requireNotUnderWay, requirePaid, requireRefundable, toWantedRefund, type WantedRefund } from './rules.ts'
import {
  logRefundChange,
  orderWithRefund,
  prepareSettlement,
  type RefundChange,
  type RefundKey,
  type RefundOperation,
  refundSaga,
} from './save-refund.ts'
import type { Refund, RefundRequest } from './schemas.ts'

/** A call to create a refund. A repeated call with the same Idempotency-Key has the same refund id. */
interface RefundCall extends RefundKey {
  request: RefundRequest
}

interface Context {
  account: Account
  gateway: Gateway | null
}

interface Decision extends RefundChange {
  /** The operation to send to the gateway; absent if the refund is settled. */
  operation?: RefundOperation
}

export async function create(tenant: Tenant, call: RefundCall): Promise<Refund> {
  const { token, id } = call
  const account = await accounts.get(tenant.account)
  const context = { account, gateway: await connectGateway(account, tenant.mode) }
  const saga = refundSaga(account)
  let known: orders.StoredRefund | undefined
  const load = () => orders.loadOrderRow(tenant, token, true)
  const reservation = await reserveOperation(saga, load, async before => {
    known = before.refunds[id]
    const { operation, ...change } = await decide(before, call, context)
    return { row: orderWithRefund(before, id, change), operation, extraWrites: change.extraWrites }
  })
  logRefundChange(reservation.row, id, known)
  return presentNew(await performOperationOrThrow(saga, reservation), id)
}

/**
 * Returns the settled refund. Throws `gateway_refused` if the gateway accepted the refund, but then reported that it
 * failed.
 */
function presentNew(order: orders.OrderRow, id: string): Refund {
  const failure = order.refunds[id]?.failure
  if (!failure) return presentSettledRefund(order, id)
  const reason = failure.reason ?? 'it gave no reason'
  throw new Problem('gateway_refused', { message: `The payment gateway has taken the refund back: ${reason}.` })
}

async function decide(before: orders.CompletedOrderRow, call: RefundCall, context: Context): Promise<Decision> {
  const refund = before.refunds[call.id]
  if (!refund) return decideNew(before, call, context)
  if (!orders.isUnderWay(refund)) return { refund }
  return { refund, operation: await takeOverOperation<RefundOperation>(before, call.id) }
}

/**
 * Settles the refund at once if the order was paid without a gateway. Otherwise, reserves the refund for the gateway.
 */
async function decideNew(
  before: orders.CompletedOrderRow,
  { id, request }: RefundCall,
  { account, gateway }: Context,
): Promise<Decision> {
  const wanted = toWantedRefund(request, before.content.currency)
  const payment = requirePayment(before, gateway)
  requireAllowed(wanted, before, { account, gateway: payment && gateway })
  const refund = newRefund(wanted, before, payment !== null)
  requireSpace(before, id, refund)
  if (!payment) return prepareSettlement(before, { id, refund, settledAt: timestamp(), account })
  const { transactionId, identity } = payment
  const asked = { kind: 'refund', id, transactionId, amount: wanted.units } as const
  return { refund, operation: newOperation(orders.gatewayRequestForOrder(before, asked), { refund }, identity) }
}

/** Returns the payment and its gateway; null for an order paid without a gateway. Throws if the order is not paid. */
function requirePayment(order: orders.CompletedOrderRow, gateway: Gateway | null) {
  if (!orders.isPartlyCaptured(order)) requirePaid(orders.paymentStatusOf(order))
  const transactionId = orders.paymentIdOf(order)
  if (!transactionId) return null
  if (!gateway) throw new Problem('gateway_not_connected')
  return { transactionId, identity: gateway.identity }
}

/**
 * Throws if the refund is not allowed. First checks whether the same refund is under way, so that a repeated request
 * gets `refund_under_way`, and not the error that too little is left to refund.
 */
function requireAllowed(wanted: WantedRefund, order: orders.CompletedOrderRow, { account, gateway }: Context): void {
  const { refunds, content } = order
  const { currency, email } = content
  requireNotUnderWay(wanted, Object.values(refunds).filter(orders.isUnderWay), currency)
  requireRefundable(wanted, {
    currency,
    email,
    left: orders.refundableAmount(refunds, orders.paidOf(order)),
    minAmount: gateway?.minAmount(currency) ?? minorUnits(1),
    hasSender: account.mailFrom !== null,
  })
}

/**
 * Throws if the settlement and a failure of the refund would not fit into the row of the order. This is checked before
 * the money moves, because a refund that the gateway has made cannot be undone.
 */
function requireSpace(order: orders.OrderRow, id: string, refund: orders.StoredRefund): void {
  orders.requireStorableRow({ ...order, refunds: { ...order.refunds, [id]: { ...refund, ...largestSettlement } } })
}

const largestSettlement = {
  settledAt: new Date(0).toISOString(),
  stamp: 'x'.repeat(60),
  creditNoteNumber: 'x'.repeat(36),
  failure: { status: 'Cancelled', reason: 'x'.repeat(200), stamp: 'x'.repeat(60) },
} as const

function newRefund(
  { units, autoRefundTaxes, ...wanted }: WantedRefund,
  { content, refunds }: orders.CompletedOrderRow,
  refundedByPaymentGateway: boolean,
): orders.StoredRefund {
  const earlier = orders.effectiveRefunds(refunds, content.currency).map(([, { taxes }]) => taxes)
  return {
    ...wanted,
    amount: fromMinorUnits(units, content.currency),
    taxes: autoRefundTaxes ? taxesOfRefund(units, content, earlier) : [],
    refundedByPaymentGateway,
    creationDate: timestamp(),
  }
}
