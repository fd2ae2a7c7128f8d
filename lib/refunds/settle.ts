/** Settles a refund when its money has moved, or records one made elsewhere. Every step may be repeated. */

import type { Account } from '../accounts/schemas.ts'
import { timestamp } from '../core/clock.ts'
import { type EventStamp, eventStamp, stampAfter } from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import { toMinorUnits } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'
import { refundMail } from '../mail/index.ts'
import * as orders from '../orders/index.ts'
import { endOperation, type Operation, type PaymentRequest, type Saga } from '../payments/index.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { type Change, changeRefund } from './change.ts'
import { CreditNoteCounter } from './entity.ts'

export interface Settlement {
  id: string
  refund: orders.StoredRefund
  settledAt: string
  /** The stamp of the event that reported the refund. By default, it is later than the current payment status. */
  stamp?: EventStamp
  /** Present if the refund has failed, and is therefore taken back at once. */
  failure?: orders.RefundFailure | undefined
  account: Account
}

export type RefundOperation = Operation<{ refund: orders.StoredRefund }, PaymentRequest>

/** By then, the recovery worker has tried to resume the refund. */
const retryAfterSeconds = 120

export const refundSaga = (account: Account): Saga<orders.OrderRow, RefundOperation> => ({
  ...orders.orderSaga,
  isSettled: ({ refunds }, id) => orders.isSettled(refunds[id]) && !refunds[id]?.failure,
  settle: ({ request: { tenant, id, order }, details: { refund } }, { failure: failed }) => {
    const settledAt = timestamp()
    const failure = failed && { ...failed, stamp: eventStamp(settledAt, id) }
    return settleRefund(tenant, order as OrderToken, { id, refund, settledAt, failure, account })
  },
  textsOf: ({ request }) => ({
    nothingDone: 'Nothing was refunded.',
    underWay: 'The refund is under way. It is completed or dropped by itself, and is listed once it is completed.',
    retryAfterSeconds,
    extensions: { refundId: request.id },
  }),
})

/** If the refund is already reserved or settled, its stored data is used instead of what is passed. */
export const settleRefund = (tenant: Tenant, token: OrderToken, settlement: Settlement): Promise<orders.OrderRow> =>
  changeRefund(tenant, { token, id: settlement.id }, (before, known) => {
    if (known && orders.isSettled(known)) return { refund: known }
    const refund = known && orders.isUnderWay(known) ? known : withoutComment(settlement.refund, before)
    return settle(before, { ...settlement, refund, failure: known?.failure ?? settlement.failure })
  })

/**
 * A comment that another system sends may name the buyer, so it is removed once the order's personal data was erased.
 */
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

interface CreditNote {
  number: string
  /** Takes the number in the transaction that settles the refund, so that a number which is not used leaves no gap. */
  write: ExtraWrite
}

/**
 * Numbers are consecutive in each account and mode, in the order of settling. Returns null if the account does not have
 * the feature.
 */
async function nextCreditNote(
  { account, mode }: Tenant,
  { features, creditNotePrefix }: Account,
): Promise<CreditNote | null> {
  if (!features.includes('creditNotes')) return null
  const { data } = await CreditNoteCounter.get({ account, mode }).go({ consistent: true })
  const last = (data?.last ?? 0) + 1
  return {
    number: `${creditNotePrefix}${last}`,
    write: {
      entity: CreditNoteCounter,
      write: Row =>
        Row.put({ account, mode, last }).where((stored, { eq, notExists }) =>
          data ? eq(stored.last, data.last) : notExists(stored.last),
        ),
    },
  }
}

/**
 * No mail is sent if the account has lost its sender since, if the order has no address, or if the refund has failed.
 */
function mailWrites(
  order: orders.OrderRow,
  { id, refund, account }: Pick<Settlement, 'id' | 'refund' | 'account'>,
): ExtraWrite[] {
  const { mailFrom: from, name: storeName, language } = account
  const to = order.content?.email
  if (!refund.notifyCustomer || refund.failure || !from || !to || !orders.isComplete(order)) return []
  const { invoiceNumber, currency } = order.content
  const { comment, creditNoteNumber = null, settledAt: date = '' } = refund
  const units = toMinorUnits(refund.amount, currency)
  const sold = { invoiceNumber: invoiceNumber ?? '', currency, amount: units }
  return [refundMail(order, { id, from, to, storeName, language, comment, creditNoteNumber, date, ...sold })]
}
