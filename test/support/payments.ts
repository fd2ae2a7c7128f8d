/** Orders that were paid through a gateway, their refunds, and what the sandbox recorded. */

import { vi } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { pendingOperations } from '../../lib/payments/operations.ts'
import { sandboxLedger } from '../../lib/payments/sandbox.ts'
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

/** Runs the recovery worker for one tenant, so much later that everything under way is due. */
export async function recover(tenant: Tenant): Promise<void> {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + 2 * hour })
  await completePayments(pendingOf(tenant))
  vi.useRealTimers()
}
