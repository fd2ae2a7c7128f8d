/** Reserves a refund in its order, so that no other refund takes the same money. */

import type { Account } from '../accounts/schemas.ts'
import { timestamp } from '../core/clock.ts'
import type { OrderToken } from '../core/ids.ts'
import { fromMinorUnits } from '../core/money.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { type Gateway, newOperation, startOperation, takeOver } from '../payments/index.ts'
import { save } from '../store/save.ts'
import type { RefundOperation } from './complete-refund.ts'
import type { CompletedOrderRow } from './entity.ts'
import { requireValid } from './limits.ts'
import { orderDefinition } from './lists.ts'
import { loadOrderRow } from './load.ts'
import { isPartlyCaptured, paidOf, paymentIdOf, paymentStatusOf } from './payment.ts'
import {
  effectiveRefunds,
  isUnderWay,
  requireNotUnderWay,
  requirePaid,
  requireRefundable,
  type StoredRefund,
  type WantedRefund,
  wantedRefund,
} from './refund-rules.ts'
import type { RefundRequest } from './refund-schemas.ts'
import { taxesOfRefund } from './refund-taxes.ts'
import { saveSettled } from './settle-refund.ts'

export interface RefundCall {
  token: OrderToken
  /** The id of the refund: the same one when a call is repeated with its Idempotency-Key. */
  id: string
  request: RefundRequest
}

interface Context {
  store: Account
  gateway: Gateway | null
}

interface Reservation {
  row: CompletedOrderRow
  /** What to ask of the gateway; null if the refund is settled. */
  operation: RefundOperation | null
}

/** One attempt. A refund that needs no gateway is settled at once. */
export async function reserveRefund(
  tenant: Tenant,
  call: RefundCall,
  context: Context,
): Promise<Reservation> {
  const row = await loadOrderRow(tenant, call.token, true)
  const existing = row.refunds[call.id]
  if (!existing) return reserveNew(row, call, context)
  if (!isUnderWay(existing)) return { row, operation: null }
  return { row, operation: await takeOver<RefundOperation>(tenant, call.id) }
}

async function reserveNew(
  before: CompletedOrderRow,
  { id, request }: RefundCall,
  { store, gateway }: Context,
): Promise<Reservation> {
  const wanted = wantedRefund(request, before.content.currency)
  const transactionId = paymentIdOf(before)
  if (!isPartlyCaptured(before)) requirePaid(paymentStatusOf(before))
  if (transactionId && !gateway) throw new Problem('gateway_not_connected')
  const asked = transactionId && gateway ? { transactionId, gateway } : null
  requireAllowed(wanted, before, { store, gateway: asked?.gateway ?? null })
  const reserved = newRefund(wanted, before, asked !== null)
  requireValid({ ...before, refunds: { ...before.refunds, [id]: { ...reserved, ...largestSettlement } } })
  if (!asked) {
    const row = await saveSettled(before, { id, refund: reserved, settledAt: timestamp(), store })
    return { row: row as CompletedOrderRow, operation: null }
  }
  const operation = operationFor(before, { ...asked, id, refund: reserved, amount: wanted.amount })
  const after = { ...before, refunds: { ...before.refunds, [id]: reserved } }
  const row = await save(orderDefinition, after, before, [startOperation(operation)])
  return { row: row as CompletedOrderRow, operation }
}

/** Settling and a later failure add to the row: that must never fail for lack of space, as the money has moved. */
const largestSettlement = {
  settledAt: new Date(0).toISOString(),
  stamp: 'x'.repeat(60),
  creditNoteNumber: 'x'.repeat(36),
  failure: { status: 'Cancelled', reason: 'x'.repeat(200), stamp: 'x'.repeat(60) },
} as const

/** A repeated request gets to know that it is one, although its amount may exceed what is left. */
function requireAllowed(wanted: WantedRefund, row: CompletedOrderRow, context: Context) {
  const { content, refunds } = row
  requireNotUnderWay(wanted, refunds, content.currency)
  requireRefundable(wanted, {
    ...paidOf(row),
    refunds,
    email: content.email,
    minAmount: context.gateway?.minAmount(content.currency) ?? 1,
    hasSender: context.store.mailFrom !== null,
  })
}

const newRefund = (
  { amount, autoRefundTaxes, ...wanted }: WantedRefund,
  { content, refunds }: CompletedOrderRow,
  refundedByPaymentGateway: boolean,
): StoredRefund => ({
  ...wanted,
  amount: fromMinorUnits(amount, content.currency),
  taxes: autoRefundTaxes
    ? taxesOfRefund(
        amount,
        content,
        effectiveRefunds(refunds, content.currency).map(([, { taxes }]) => taxes),
      )
    : [],
  refundedByPaymentGateway,
  creationDate: timestamp(),
})

interface NewOperation {
  id: string
  refund: StoredRefund
  gateway: Gateway
  transactionId: string
  amount: number
}

function operationFor(
  row: CompletedOrderRow,
  { id, refund, gateway, transactionId, amount }: NewOperation,
): RefundOperation {
  const { account, mode, token, content } = row
  const { currency, finalGrandTotal: paymentAmount } = content
  const request = {
    id,
    kind: 'refund',
    order: token,
    transactionId,
    amount,
    paymentAmount,
    currency,
  } as const
  return newOperation({ ...request, tenant: { account, mode } }, { refund }, gateway.identity)
}
