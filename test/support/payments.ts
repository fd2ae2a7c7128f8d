/** Orders that were paid through a gateway, their refunds, and what the sandbox recorded. */

import { expect, vi } from 'vitest'
import { toMinorUnits } from '../../lib/core/money.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { SandboxAction, SandboxPayment } from '../../lib/payments/entity.ts'
import { pendingOperations } from '../../lib/payments/operations.ts'
import { sandboxLedger } from '../../lib/payments/sandbox-ledger.ts'
import { completePayments } from '../../lib/recovery/payments.ts'
import { completeOrder } from './checkout.ts'
import { type Call, call } from './store.ts'

type Fields = Record<string, unknown>

/** A paid order; the ending of its payment's id decides what the sandbox does. */
export const paidOrder = (tenant: Tenant, fields: Fields = {}) =>
  completeOrder(tenant, { paymentTransactionId: 'pi_paid', finalGrandTotal: 100, grandTotal: 100, ...fields })

export const authorizedOrder = (tenant: Tenant, fields: Fields = {}) =>
  paidOrder(tenant, { status: 'Pending', paymentStatus: 'Authorized', ...fields })

export const refund = (tenant: Tenant, token: string, body: object, request: Omit<Call, 'body'> = {}) =>
  call('orders.refund', tenant, { ...request, params: { token }, body })

export const captureBody = { status: 'Processed', paymentStatus: 'Paid' }
export const capture = (tenant: Tenant, token: string, body: object = captureBody) =>
  call('orders.update', tenant, { params: { token }, body })

export const orderOf = async (tenant: Tenant, token: string) =>
  (await call('orders.get', tenant, { params: { token } })).body

export const refundsOf = async (tenant: Tenant, token: string) =>
  (await call('orders.refunds', tenant, { params: { token } })).body

/** The amounts that the sandbox moved, in minor units. */
export async function moved(tenant: Tenant, token: string, kind: 'capture' | 'refund'): Promise<number[]> {
  const movements = await sandboxLedger(tenant, token)
  return movements.filter(movement => movement.kind === kind).map(({ amount }) => amount)
}

/** Somebody captures a part of the payment at the gateway itself. The amount is in minor units. */
export async function captureElsewhere(tenant: Tenant, token: string, amount: number): Promise<void> {
  const payment = { account: tenant.account, mode: tenant.mode, subject: token }
  await SandboxPayment.put({ ...payment, capture: amount }).go()
  const action = { kind: 'capture' as const, amount, currency: 'EUR', idempotencyKey: 'elsewhere' }
  await SandboxAction.put({ ...payment, ...action }).go()
}

const hour = 3_600_000

async function* pendingOf({ account, mode }: Tenant) {
  for await (const operation of pendingOperations()) {
    const { tenant } = operation.request
    if (tenant.account === account && tenant.mode === mode) yield operation
  }
}

export async function pendingCount(tenant: Tenant): Promise<number> {
  let count = 0
  for await (const _ of pendingOf(tenant)) count++
  return count
}

/** Each run is later than all earlier ones: whatever is under way is due. */
let recoveryTime = 0

/** Runs the recovery worker for one tenant until nothing is under way; a payment may fail more than once. */
export async function recoverAll(tenant: Tenant, maxRuns = 5): Promise<void> {
  for (let run = 0; run < maxRuns && (await pendingCount(tenant)) > 0; run++) {
    recoveryTime = Math.max(recoveryTime, Date.now()) + 2 * hour
    vi.useFakeTimers({ toFake: ['Date'], now: recoveryTime })
    await completePayments(pendingOf(tenant))
    vi.useRealTimers()
  }
}

/** The API says what the sandbox did: the same refunds, at most what was paid, and nothing under way. */
export async function expectLedgerMatches(tenant: Tenant, tokens: readonly string[]): Promise<void> {
  expect(await pendingCount(tenant)).toBe(0)
  const creditNotes: number[] = []
  for (const token of tokens) {
    const { finalGrandTotal, refunds, refundsAmount, adjustedAmount, currency } = await orderOf(tenant, token)
    const byGateway = refunds.filter((one: Refund) => one.refundedByPaymentGateway)
    const movements = (await sandboxLedger(tenant, token)).filter(({ kind }) => kind === 'refund')
    expect(byGateway.map(refundKey(currency)).toSorted()).toEqual(movements.map(movementKey).toSorted())
    if (byGateway.length === refunds.length) expect(refundsAmount).toBeLessThanOrEqual(finalGrandTotal)
    expect(toMinorUnits(adjustedAmount + refundsAmount, currency)).toBe(
      toMinorUnits(finalGrandTotal, currency),
    )
    creditNotes.push(...refunds.map(({ creditNoteNumber }: Refund) => Number(creditNoteNumber.slice(3))))
  }
  const ordered = creditNotes.toSorted((one, other) => one - other)
  expect(ordered).toEqual(ordered.map((_, n) => n + 1))
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
const movementKey = ({ idempotencyKey, amount }: { idempotencyKey: string; amount: number }) =>
  `${idempotencyKey} ${amount}`
