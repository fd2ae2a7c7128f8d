/** Creates orders that were paid through a gateway, refunds them, and reads what the sandbox gateway has recorded. */

import { expect, vi } from 'vitest'
import type { OrderToken } from '../../lib/core/ids.ts'
import { toMinorUnits } from '../../lib/core/money.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { loadOrderRow } from '../../lib/orders/load.ts'
import { SandboxAction, SandboxPayment } from '../../lib/payments/entity.ts'
import { pendingOperationsOfAllStores } from '../../lib/payments/operations.ts'
import { readSandboxLedger } from '../../lib/payments/sandbox.ts'
import { resumeOperations } from '../../lib/recovery/operations.ts'
import { completeOrder, sendEvent } from './checkout.ts'
import { type Call, call } from './store.ts'

type Fields = Record<string, unknown>

/** Completes a paid order. The ending of `paymentTransactionId` decides what the sandbox gateway does. */
export const paidOrder = (tenant: Tenant, fields: Fields = {}) =>
  completeOrder(tenant, { paymentTransactionId: 'pi_paid', finalGrandTotal: 100, grandTotal: 100, ...fields })

export const authorizedOrder = (tenant: Tenant, fields: Fields = {}) =>
  paidOrder(tenant, { status: 'Pending', paymentStatus: 'Authorized', ...fields })

export const refund = (tenant: Tenant, token: string, body: object, request: Omit<Call, 'body'> = {}) =>
  call('refunds.create', tenant, { ...request, params: { token }, body })

export const captureBody = { status: 'Processed', paymentStatus: 'Paid' }
export const capture = (tenant: Tenant, token: string, body: object = captureBody) =>
  call('orders.update', tenant, { params: { token }, body })

export const orderOf = async (tenant: Tenant, token: string) =>
  (await call('orders.get', tenant, { params: { token } })).body

export const refundsOf = async (tenant: Tenant, token: string) =>
  (await call('refunds.list', tenant, { params: { token } })).body

/** Returns the amounts that the sandbox gateway has captured or refunded, in minor units. */
export async function moved(tenant: Tenant, token: string, kind: 'capture' | 'refund'): Promise<number[]> {
  const movements = await readSandboxLedger(tenant, token)
  return movements.filter(movement => movement.kind === kind).map(({ amount }) => amount)
}

/** Records that somebody has captured a part of the payment at the gateway itself. The amount is in minor units. */
export async function captureElsewhere(tenant: Tenant, token: string, amount: number): Promise<void> {
  const payment = { account: tenant.account, mode: tenant.mode, subject: token }
  await SandboxPayment.put({ ...payment, capture: amount }).go()
  const action = { kind: 'capture' as const, amount, currency: 'EUR', idempotencyKey: 'elsewhere' }
  await SandboxAction.put({ ...payment, ...action }).go()
}

/** Returns the content of the event with which the gateway reports that a refund has failed. */
export const failureOf = (orderToken: string, id: string, fields: Fields = {}) => ({
  id,
  orderToken,
  status: 'Failed',
  reason: 'expired_or_canceled_card',
  ...fields,
})

/** Lets a refund fail after it was made: the money goes back to the payment, and the gateway reports the failure. */
export async function failRefund(tenant: Tenant, token: string, id: string, fields: Fields = {}) {
  await reverseInSandbox(tenant, token, id)
  await sendEvent(tenant, 'order.refund.failed', failureOf(token, id, fields))
}

const reversalOf = (id: string) => `${id} failed`

export async function reverseInSandbox({ account, mode }: Tenant, subject: string, id: string) {
  const key = { account, mode, subject }
  const { data: made } = await SandboxAction.get({ ...key, idempotencyKey: id }).go({ consistent: true })
  const { data: reversed } = await SandboxAction.get({ ...key, idempotencyKey: reversalOf(id) }).go()
  if (!made || reversed) return
  const amount = -(made.amount ?? 0)
  await SandboxAction.put({ ...made, idempotencyKey: reversalOf(id), amount }).go()
  await SandboxPayment.patch(key).add({ refund: amount }).go()
}

const hour = 3_600_000

async function* pendingOf({ account, mode }: Tenant) {
  for await (const operation of pendingOperationsOfAllStores()) {
    const { tenant } = operation.request
    if (tenant.account === account && tenant.mode === mode) yield operation
  }
}

export async function pendingCount(tenant: Tenant): Promise<number> {
  let count = 0
  for await (const _ of pendingOf(tenant)) count++
  return count
}

/**
 * The simulated time of the last run in `recoverAll`. Each run is at least two hours later than the one before, so that
 * all pending operations are due.
 */
let recoveryTime = 0

/**
 * Resumes the pending operations of one tenant until there are none, in at most `maxRuns` runs. One run may not be
 * enough, because an operation may fail more than once.
 */
export async function recoverAll(tenant: Tenant, maxRuns = 5): Promise<void> {
  for (let run = 0; run < maxRuns && (await pendingCount(tenant)) > 0; run++) {
    recoveryTime = Math.max(recoveryTime, Date.now()) + 2 * hour
    vi.useFakeTimers({ toFake: ['Date'], now: recoveryTime })
    await resumeOperations(pendingOf(tenant))
    vi.useRealTimers()
  }
}

/**
 * A movement of money that a gateway has made. `subject` is the order's token at the sandbox gateway, and the payment's
 * id at other gateways.
 */
export interface Movement {
  kind: string
  subject: string
  idempotencyKey: string
  amount: number
}

/**
 * Checks that the API shows exactly the refunds that the gateways made, that no operation is pending, and that the
 * numbers of the credit notes have no gaps. Also checks that the refunds of an order do not exceed what was paid, if
 * gateways made all of them. `elsewhere` are the movements of money at gateways other than the sandbox.
 */
export async function expectLedgerMatches(
  tenant: Tenant,
  tokens: readonly string[],
  elsewhere: readonly Movement[] = [],
): Promise<void> {
  expect(await pendingCount(tenant)).toBe(0)
  const creditNotes: number[] = []
  for (const token of tokens) {
    const order = await orderOf(tenant, token)
    const { finalGrandTotal, refunds, refundsAmount, adjustedAmount, currency } = order
    const byGateway = refunds.filter((one: Refund) => one.refundedByPaymentGateway)
    const ofOrder = elsewhere.filter(({ subject }) => subject === order.paymentTransactionId)
    const ledger = [...(await readSandboxLedger(tenant, token)), ...ofOrder].filter(({ kind }) => kind === 'refund')
    const reversals = new Set(ledger.filter(({ amount }) => amount < 0).map(movement => movement.idempotencyKey))
    const movements = ledger.filter(
      ({ amount, idempotencyKey }) => amount > 0 && !reversals.has(reversalOf(idempotencyKey)),
    )
    expect(byGateway.map(refundKey(currency)).toSorted()).toEqual(movements.map(movementKey).toSorted())
    if (byGateway.length === refunds.length) expect(refundsAmount).toBeLessThanOrEqual(finalGrandTotal)
    expect(toMinorUnits(adjustedAmount + refundsAmount, currency)).toBe(toMinorUnits(finalGrandTotal, currency))
    const all = [...refunds, ...(await failedRefundsOf(tenant, token))]
    creditNotes.push(...all.map(({ creditNoteNumber }: Refund) => Number(creditNoteNumber.slice(3))))
  }
  const ordered = creditNotes.toSorted((one, other) => one - other)
  expect(ordered).toEqual(ordered.map((_, n) => n + 1))
}

/** Returns the refunds that were made, but failed later. Lists do not contain these refunds. */
export async function failedRefundsOf(tenant: Tenant, token: string): Promise<Refund[]> {
  const { refunds } = await loadOrderRow(tenant, token as OrderToken, true)
  const ids = Object.keys(refunds).filter(id => refunds[id]?.failure && refunds[id].settledAt)
  const replies = ids.map(id => call('refunds.get', tenant, { params: { token, id } }))
  return (await Promise.all(replies)).map(({ body }) => body)
}

interface Refund {
  id: string
  amount: number
  creditNoteNumber: string
  refundedByPaymentGateway: boolean
}
const refundKey =
  (currency: string) =>
  ({ id, amount }: Refund) =>
    `${id} ${toMinorUnits(amount, currency)}`
const movementKey = ({ idempotencyKey, amount }: Pick<Movement, 'idempotencyKey' | 'amount'>) =>
  `${idempotencyKey} ${amount}`
