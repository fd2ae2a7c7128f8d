/** Saves refunds in the row of their order. Every step may be repeated. */

import type { Account } from '../accounts/schemas.ts'
import { timestamp } from '../core/clock.ts'
import { type EventStamp, eventStamp, isImported, laterOf, stampAfter } from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import { countMetric, log } from '../core/log.ts'
import { toMinorUnits } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'
import { newRefundMailWrite } from '../mail/index.ts'
import * as orders from '../orders/index.ts'
import { type CaptureOrRefundRequest, deleteOperationWrite, type Operation, type Saga } from '../payments/index.ts'
import { changeByKey } from '../store/change.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { prepareNextCreditNote } from './credit-notes.ts'

export interface RefundKey {
  token: OrderToken
  id: string
}

export interface RefundChange {
  refund: orders.StoredRefund
  /** The new modification time of the order. It is absent if callers cannot see the change yet. */
  modifiedAt?: string
  extraWrites?: readonly ExtraWrite[]
}

type Decide = (order: orders.OrderRow, known: orders.StoredRefund | undefined) => Promise<RefundChange> | RefundChange

/**
 * Changes a refund in the row of its order. Creates the row if the order has not arrived yet. After a write conflict,
 * `decide` is called again.
 */
export async function changeRefundOfOrder(
  tenant: Tenant,
  { token, report, ...key }: ReportedKey,
  decide: Decide,
): Promise<orders.OrderRow> {
  let { id } = key
  let known: orders.StoredRefund | undefined
  const order = await changeByKey(orders.orderDefinition, { ...tenant, token }, async (found, alsoWrite) => {
    const { before, ...refund } = withReport(found ?? orders.emptyOrder(tenant, token), key.id, report)
    id = refund.id
    known = refund.known
    const decided = await decide(before, before.refunds[id])
    alsoWrite(...(decided.extraWrites ?? []))
    return orderWithRefund(before, id, decided)
  })
  logRefundChange(order, id, known)
  return order
}

interface ReportedKey extends RefundKey {
  /** The refund as another system has reported it, with the stamp of this report. */
  report?: orders.StoredRefund | undefined
}

function withReport(order: orders.OrderRow, id: string, report: orders.StoredRefund | undefined) {
  if (!report) return { before: order, id, known: order.refunds[id] }
  const added = withoutComment(report, order)
  const { refunds, ...found } = orders.mergeReport(order.refunds, id, added, order.content?.currency)
  return { before: { ...order, refunds }, ...found }
}

/** Returns the order with the changed refund, without saving it. */
export const orderWithRefund = <R extends orders.OrderRow>(
  order: R,
  id: string,
  { refund, modifiedAt = '' }: RefundChange,
): R => ({ ...order, refunds: { ...order.refunds, [id]: refund }, modifiedAt: laterOf(order.modifiedAt, modifiedAt) })

export function logRefundChange(order: orders.OrderRow, id: string, known: orders.StoredRefund | undefined): void {
  const refund = order.refunds[id]
  if (!refund || !orders.isSettled(refund)) return
  const wasSettled = orders.isSettled(known)
  if (!wasSettled) countMetric('Refunds', { mode: order.mode })
  if (!wasSettled || (refund.failure && !known?.failure)) reportRefund(order, id, refund)
}

function reportRefund(order: orders.OrderRow, id: string, refund: orders.StoredRefund): void {
  if (refund.failure) {
    const { status, reason } = refund.failure
    logNotCounted(order, 'A refund that was accepted has failed.', { id, status, reason })
  } else reportForeign(order, id, refund)
  /** Refunds that were made outside of this API may exceed the paid amount. */
  if (orders.hasContent(order) && orders.refundableAmount(order.refunds, orders.paidOf(order)) < 0)
    log.warn('The refunds of an order exceed what was paid.', identityOf(order))
}

/**
 * Logs refunds that arrived before their order and have another currency than the order. Such refunds do not reduce the
 * amount that can still be refunded.
 */
export function logRefundsInOtherCurrency(order: orders.OrderRow): void {
  for (const [id, refund] of Object.entries(order.refunds))
    if (orders.isSettled(refund) && !refund.failure) reportForeign(order, id, refund)
}

function reportForeign(order: orders.OrderRow, id: string, refund: orders.StoredRefund): void {
  if (!orders.hasContent(order) || !orders.isInOtherCurrency(refund, order.content.currency)) return
  logNotCounted(order, 'A refund in another currency than its order does not count.', {
    id,
    currency: refund.currency,
    orderCurrency: order.content.currency,
  })
}

const identityOf = ({ account, mode, token }: orders.OrderRow) => ({ account, mode, token })

function logNotCounted(order: orders.OrderRow, message: string, details: object): void {
  log.error(message, { ...identityOf(order), ...details })
  countMetric('RefundsNotCounted', { mode: order.mode })
}

export interface Settlement {
  id: string
  refund: orders.StoredRefund
  settledAt: string
  /**
   * The stamp of the event that reported the refund. If it is absent, the refund gets a stamp that is newer than the
   * stamp of the payment status.
   */
  stamp?: EventStamp | undefined
  failure?: orders.RefundFailure | undefined
  account: Account
}

export type RefundOperation = Operation<{ refund: orders.StoredRefund }, CaptureOrRefundRequest>

/**
 * The time that callers should wait before they repeat a request. The recovery worker resumes a new refund before this
 * time ends.
 */
const retryAfterSeconds = 120

export const refundSaga = (account: Account): Saga<orders.OrderRow, RefundOperation> => ({
  ...orders.orderSagaBase,
  isSettled: ({ refunds }, id) => orders.isSettled(refunds[id]) && !refunds[id]?.failure,
  settle: ({ request: { tenant, id, order }, details: { refund } }, { failure: failed }) => {
    const settledAt = timestamp()
    const failure = failed && { ...failed, stamp: eventStamp(settledAt, id) }
    return saveSettledRefund(tenant, order as OrderToken, { id, refund, settledAt, failure, account })
  },
  textsOf: ({ request }) => ({
    nothingDone: 'Nothing was refunded.',
    underWay: 'The refund is under way. It is completed or dropped by itself, and is listed once it is completed.',
    retryAfterSeconds,
    extensions: { refundId: request.id },
  }),
})

/**
 * Saves a refund as settled. If the refund is already reserved or settled, its stored data is used instead of
 * `settlement.refund`. The stamp of a report about a reserved refund is not used, because Stripe's times are whole
 * seconds, so that the stamp may be older than a payment status that was set before the refund.
 */
export const saveSettledRefund = (
  tenant: Tenant,
  token: OrderToken,
  settlement: Settlement,
): Promise<orders.OrderRow> => {
  const { id, stamp: reportedAt } = settlement
  const report = reportedAt === undefined ? undefined : { ...settlement.refund, stamp: reportedAt }
  return changeRefundOfOrder(tenant, { token, id, report }, (before, known) => {
    const isReported = known && report && orders.isOfGateway(known) !== undefined
    if (known && orders.isSettled(known)) {
      /** The stamp of an import stays, because it shows whether a later import still contains the refund. */
      const hasEventStamp = isReported && !isImported(known.stamp)
      return { refund: hasEventStamp ? orders.withEarlierStamp(known, settlement) : known }
    }
    const refund = known ?? withoutComment(settlement.refund, before)
    const stamp = isReported ? reportedAt : undefined
    return prepareSettlement(before, { ...settlement, refund, stamp, failure: known?.failure ?? settlement.failure })
  })
}

/** Removes the comment if the order was erased, because a comment from another system may contain the buyer's name. */
const withoutComment = (refund: orders.StoredRefund, order: orders.OrderRow): orders.StoredRefund =>
  order.erasedAt ? { ...refund, comment: null } : refund

/** Returns the settled refund, and the writes for its operation, its credit note and its mail. Saves nothing. */
export async function prepareSettlement(before: orders.OrderRow, settlement: Settlement): Promise<RefundChange> {
  const { id, settledAt, failure, account } = settlement
  const isInvalid = orders.hasContent(before) && orders.isInOtherCurrency(settlement.refund, before.content.currency)
  const hasNoCreditNote = isInvalid || settlement.refund.creditNoteNumber !== undefined
  const creditNote = hasNoCreditNote ? null : await prepareNextCreditNote(before, account)
  const refund = {
    ...settlement.refund,
    settledAt,
    stamp: settlement.stamp ?? stampAfter(before.latest.paymentStatus),
    ...(creditNote && { creditNoteNumber: creditNote.number }),
    ...(failure && { failure }),
  }
  const extraWrites = [
    ...(refund.refundedByPaymentGateway ? [deleteOperationWrite(before, id)] : []),
    ...(creditNote ? [creditNote.write] : []),
    ...mailWrites(before, { id, refund, account }),
  ]
  return { refund, modifiedAt: settledAt, extraWrites }
}

/**
 * Returns the write of a mail to the buyer. Returns no write if no mail is wanted, if the refund has failed, or if the
 * sender or the buyer's address is missing.
 */
function mailWrites(
  order: orders.OrderRow,
  { id, refund, account }: Pick<Settlement, 'id' | 'refund' | 'account'>,
): ExtraWrite[] {
  const { mailFrom: from, name: storeName, language, timeZone } = account
  const to = order.content?.email
  if (!refund.notifyCustomer || refund.failure || !from || !to || !orders.hasContent(order)) return []
  const { invoiceNumber, currency } = order.content
  const { comment, creditNoteNumber = null, settledAt: date = '' } = refund
  const units = toMinorUnits(refund.amount, currency)
  const sold = { invoiceNumber: invoiceNumber ?? '', currency, amount: units }
  const store = { from, storeName, language, timeZone }
  return [newRefundMailWrite(order, { id, to, comment, creditNoteNumber, date, ...store, ...sold })]
}
