/** Settles a refund: the money has moved, or a refund made elsewhere is recorded. Every step may be repeated. */

import type { Account } from '../accounts/schemas.ts'
import { timestamp } from '../core/clock.ts'
import { type EventStamp, eventStamp, stampAfter } from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import { toMinorUnits } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'
import { refundMail } from '../mail/index.ts'
import * as orders from '../orders/index.ts'
import { endOperation, type Operation, type PaymentRequest, type Steps } from '../payments/index.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { type Change, changeRefund } from './change.ts'
import { nextCreditNote } from './credit-notes.ts'

export interface Settlement {
  id: string
  refund: orders.StoredRefund
  settledAt: string
  /** Of the event that reported it. Default: later than the current payment status. */
  stamp?: EventStamp
  /** It is taken back at once. */
  failure?: orders.RefundFailure | undefined
  account: Account
}

export type RefundOperation = Operation<{ refund: orders.StoredRefund }, PaymentRequest>

/** What follows from the gateway's answer to a refund that was reserved. */
export const refundSteps = (operation: RefundOperation, account: Account): Steps<orders.OrderRow> => {
  const { tenant, id, order } = operation.request
  return {
    settle: ({ failure: failed }) => {
      const settledAt = timestamp()
      const failure = failed && { ...failed, stamp: eventStamp(settledAt, id) }
      const { refund } = operation.details
      return settleRefund(tenant, order as OrderToken, { id, refund, settledAt, failure, account })
    },
    drop: () =>
      orders.releaseOperation(
        operation,
        ({ refunds }) => orders.isSettled(refunds[id]) && !refunds[id]?.failure,
      ),
  }
}

/** What is already reserved for the refund counts, rather than what is passed. */
export async function settleRefund(
  tenant: Tenant,
  token: OrderToken,
  settlement: Settlement,
): Promise<orders.OrderRow> {
  const { id } = settlement
  const { order } = await changeRefund(tenant, { token, id }, (before, known) => {
    if (known && orders.isSettled(known)) return { refund: known }
    const refund = known && orders.isUnderWay(known) ? known : withoutComment(settlement.refund, before)
    return settle(before, { ...settlement, refund, failure: known?.failure ?? settlement.failure })
  })
  return order
}

/** A comment that another system sends may name the buyer. */
const withoutComment = (refund: orders.StoredRefund, order: orders.OrderRow): orders.StoredRefund =>
  order.erasedAt ? { ...refund, comment: null } : refund

export async function settle(before: orders.OrderRow, settlement: Settlement): Promise<Change> {
  const { id, settledAt, failure, account } = settlement
  const isInvalid = orders.isComplete(before) && orders.isForeign(settlement.refund, before.content.currency)
  const creditNote = isInvalid ? null : await nextCreditNote(before, account)
  const refund = {
    ...settlement.refund,
    settledAt,
    stamp: settlement.stamp ?? stampAfter(before.latest.paymentStatus),
    ...(creditNote && { creditNoteNumber: creditNote.number }),
    ...(failure && { failure }),
  }
  const extraWrites = [
    ...(refund.refundedByPaymentGateway ? [endOperation(before, id)] : []),
    ...(creditNote ? [creditNote.write] : []),
    ...mailWrites(before, { id, refund, account }),
  ]
  return { refund, modifiedAt: settledAt, extraWrites }
}

/** None if the account has lost its sender since, if the order has no address, or if the refund has failed. */
function mailWrites(
  order: orders.OrderRow,
  { id, refund, account }: Pick<Settlement, 'id' | 'refund' | 'account'>,
): ExtraWrite[] {
  const { mailFrom: from, name: storeName, language } = account
  const to = order.content?.email
  if (!refund.notifyCustomer || refund.failure || !from || !to || !orders.isComplete(order)) return []
  const { invoiceNumber, currency } = order.content
  const { comment, creditNoteNumber = null, settledAt: date = '' } = refund
  const amount = toMinorUnits(refund.amount, currency)
  const sold = { invoiceNumber: invoiceNumber ?? '', currency, amount }
  return [refundMail(order, { id, from, to, storeName, language, comment, creditNoteNumber, date, ...sold })]
}
