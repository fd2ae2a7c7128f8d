/** Settles a refund: the money has moved, or a refund made elsewhere is recorded. */

import type { Account } from '../accounts/schemas.ts'
import { type EventStamp, laterOf, stampAfter } from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import { count, log } from '../core/log.ts'
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
import { paidOf } from './payment.ts'
import { amountLeft, isSettled, type StoredRefund } from './refund-rules.ts'

export interface Settlement {
  id: string
  refund: StoredRefund
  settledAt: string
  /** Of the event that reported it. Default: later than the current payment status. */
  stamp?: EventStamp
  store: Account
}

/** May be repeated. What is already reserved for the refund counts, rather than what is passed. */
export const settleRefund = (tenant: Tenant, token: OrderToken, settlement: Settlement): Promise<OrderRow> =>
  retryOnConflict(async () => {
    const { data } = await OrderRow.get(keyOf(tenant, token)).go({ consistent: true })
    const reserved = data?.refunds[settlement.id]
    if (data && reserved && isSettled(reserved)) return data
    const refund = reserved ?? withoutComment(settlement.refund, data)
    return saveSettled(data ?? emptyOrder(tenant, token), { ...settlement, refund })
  })

/** A comment that another system sends may name the buyer. */
const withoutComment = (refund: StoredRefund, order: OrderRow | null): StoredRefund =>
  order?.erasedAt ? { ...refund, comment: null } : refund

/** One attempt, on the order as it was read. */
export async function saveSettled(before: OrderRow, settlement: Settlement): Promise<OrderRow> {
  const { id, refund, settledAt, store } = settlement
  const creditNote = await nextCreditNote(before, store)
  const settled = {
    ...refund,
    settledAt,
    stamp: settlement.stamp ?? stampAfter(before.latest.paymentStatus),
    ...(creditNote && { creditNoteNumber: creditNote.number }),
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
  warnIfExceeded(row)
  return row
}

/** None if the account has lost its sender since, or if the order has no address. */
function mailWrites(row: OrderRow, { id, refund, store }: Omit<Settlement, 'settledAt'>): ExtraWrite[] {
  const { mailFrom: from, name: storeName, language } = store
  const to = row.content?.email
  if (!refund.notifyCustomer || !from || !to || !isComplete(row)) return []
  const { invoiceNumber, currency } = row.content
  const { comment, creditNoteNumber = null, settledAt: date = '' } = refund
  const amount = toMinorUnits(refund.amount, currency)
  const order = { invoiceNumber: invoiceNumber ?? '', currency, amount }
  return [refundMail(row, { id, from, to, storeName, language, comment, creditNoteNumber, date, ...order })]
}

/** Only refunds made elsewhere can exceed what was paid. */
function warnIfExceeded(row: OrderRow): void {
  const { account, mode, token } = row
  if (isComplete(row) && amountLeft(row.refunds, paidOf(row)) < 0)
    log.warn('The refunds of an order exceed what was paid.', { account, mode, token })
}
