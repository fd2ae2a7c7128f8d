/** Settles a refund: the money has moved, or a refund made elsewhere is recorded. */

import type { Account } from '../accounts/schemas.ts'
import { type EventStamp, laterOf, stampAfter } from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import { count } from '../core/log.ts'
import { toMinorUnits } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'
import { refundMail } from '../mail/index.ts'
import { endOperation } from '../payments/index.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { save } from '../store/save.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { emptyOrder } from './completion.ts'
import { nextCreditNote } from './credit-notes.ts'
import { isComplete, keyOf, OrderRow } from './entity.ts'
import { orderDefinition } from './lists.ts'
import { isForeign, isSettled, isUnderWay, type RefundFailure, type StoredRefund } from './refund-rules.ts'
import { reportRefund } from './report-refund.ts'

export interface Settlement {
  id: string
  refund: StoredRefund
  settledAt: string
  /** Of the event that reported it. Default: later than the current payment status. */
  stamp?: EventStamp
  /** It is taken back at once. */
  failure?: RefundFailure
  store: Account
}

/** May be repeated. What is already reserved for the refund counts, rather than what is passed. */
export const settleRefund = (tenant: Tenant, token: OrderToken, settlement: Settlement): Promise<OrderRow> =>
  retryOnConflict(async () => {
    const { data } = await OrderRow.get(keyOf(tenant, token)).go({ consistent: true })
    const known = data?.refunds[settlement.id]
    if (data && known && isSettled(known)) return data
    const refund = known && isUnderWay(known) ? known : withoutComment(settlement.refund, data)
    const failure = known?.failure ?? settlement.failure
    const before = data ?? emptyOrder(tenant, token)
    return saveSettled(before, { ...settlement, refund, ...(failure && { failure }) })
  })

/** A comment that another system sends may name the buyer. */
const withoutComment = (refund: StoredRefund, order: OrderRow | null): StoredRefund =>
  order?.erasedAt ? { ...refund, comment: null } : refund

/** One attempt, on the order as it was read. */
export async function saveSettled(before: OrderRow, settlement: Settlement): Promise<OrderRow> {
  const { id, refund, settledAt, failure, store } = settlement
  const isInvalid = isComplete(before) && isForeign(refund, before.content.currency)
  const creditNote = isInvalid ? null : await nextCreditNote(before, store)
  const settled = {
    ...refund,
    settledAt,
    stamp: settlement.stamp ?? stampAfter(before.latest.paymentStatus),
    ...(creditNote && { creditNoteNumber: creditNote.number }),
    ...(failure && { failure }),
  }
  const after = {
    ...before,
    refunds: { ...before.refunds, [id]: settled },
    modifiedAt: laterOf(before.modifiedAt, settledAt),
  }
  const row = await save(orderDefinition, after, before.version > 0 ? before : null, [
    ...(refund.refundedByPaymentGateway ? [endOperation(before, id)] : []),
    ...(creditNote ? [creditNote.write] : []),
    ...mailWrites(after, { id, refund: settled, store }),
  ])
  count('Refunds', { mode: row.mode })
  reportRefund(row, id)
  return row
}

/** None if the account has lost its sender since, if the order has no address, or if the refund has failed. */
function mailWrites(row: OrderRow, { id, refund, store }: Omit<Settlement, 'settledAt'>): ExtraWrite[] {
  const { mailFrom: from, name: storeName, language } = store
  const to = row.content?.email
  if (!refund.notifyCustomer || refund.failure || !from || !to || !isComplete(row)) return []
  const { invoiceNumber, currency } = row.content
  const { comment, creditNoteNumber = null, settledAt: date = '' } = refund
  const amount = toMinorUnits(refund.amount, currency)
  const order = { invoiceNumber: invoiceNumber ?? '', currency, amount }
  return [refundMail(row, { id, from, to, storeName, language, comment, creditNoteNumber, date, ...order })]
}
