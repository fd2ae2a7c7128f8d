/** Tests two processes that work on the same operation at the same time. */

import { afterEach, expect, test, vi } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { runWithDeadline } from '../../lib/core/deadline.ts'
import { type CaptureOperation, captureSaga } from '../../lib/orders/capture.ts'
import { performOperation } from '../../lib/payments/index.ts'
import { type Operation, readOperations, takeOverOperation } from '../../lib/payments/operations.ts'
import { sandbox } from '../../lib/payments/sandbox.ts'
import { resumeOperations } from '../../lib/recovery/operations.ts'
import { type RefundOperation, refundSaga } from '../../lib/refunds/index.ts'
import { sendEvent } from '../support/checkout.ts'
import { collectMetrics } from '../support/metrics.ts'
import {
  authorizedOrder,
  capture,
  captureBody,
  moved,
  orderOf,
  paidOrder,
  recoverAll,
  refund,
} from '../support/payments.ts'
import { call, newTenant, otherMode } from '../support/store.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a refund is not dropped while another process waits for the gateway', async () => {
  const tenant = await newTenant()
  const token = await paidOrder(tenant, { paymentTransactionId: 'pi_timeout' })
  expect((await refund(tenant, token, { amount: 40 })).status).toBe(504)
  const [operation] = await readOperations(tenant)
  const { id } = operation!.request
  const saga = refundSaga(await accounts.get(tenant.account))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  const slow = await takeOverOperation<RefundOperation>(tenant, id)
  /** The request of `slow` is on the way to the gateway, while a second process cannot reach the gateway. */
  const { promise: isSent, resolve: goOn } = Promise.withResolvers<void>()
  const { send } = sandbox
  vi.spyOn(sandbox, 'send')
    .mockImplementationOnce(request => isSent.then(() => send(request)))
    .mockResolvedValueOnce({ state: 'unreachable' })
  const first = performOperation(saga, slow)
  await expect.poll(() => vi.mocked(sandbox.send).mock.calls).toHaveLength(1)
  const other = await takeOverOperation<RefundOperation>(tenant, id)
  const second = await performOperation(saga, other)
  const again = await refund(tenant, token, { amount: 40 })
  goOn()
  expect((await first).state).toBe('settled')
  await recoverAll(tenant)
  expect(await moved(tenant, token, 'refund')).toEqual([4000])
  expect(again.body.code).toBe('refund_under_way')
  expect(second).toEqual({ state: 'under way' })
})

test('a capture that two processes settle is settled once', async () => {
  const tenant = await newTenant()
  const token = await authorizedOrder(tenant, { paymentTransactionId: 'pi_lost' })
  expect((await capture(tenant, token)).status).toBe(504)
  const [operation] = await readOperations(tenant)
  const { id } = operation!.request
  const { promise: isAnswered, resolve: goOn } = Promise.withResolvers<void>()
  const { findResult } = sandbox
  vi.spyOn(sandbox, 'findResult').mockImplementationOnce(async request => {
    const result = await findResult(request)
    await isAnswered
    return result
  })
  const complete = async () => {
    const operation = await takeOverOperation<CaptureOperation>(tenant, id)
    return performOperation(captureSaga, operation)
  }
  const slow = complete()
  await expect.poll(() => vi.mocked(sandbox.findResult).mock.calls).toHaveLength(1)
  await complete()
  expect((await orderOf(tenant, token)).paymentStatus).toBe('Paid')
  await sendEvent(
    tenant,
    'order.status.changed',
    { token, paymentStatus: 'ChargedBack' },
    { createdOn: new Date(Date.now() + 5).toISOString() },
  )
  expect((await orderOf(tenant, token)).paymentStatus).toBe('ChargedBack')
  goOn()
  await slow
  expect((await orderOf(tenant, token)).paymentStatus).toBe('ChargedBack')
})

test('an update with If-Match is rejected after another capture that it has completed', async () => {
  const tenant = await newTenant()
  const token = await authorizedOrder(tenant, { paymentTransactionId: 'pi_lost' })
  const { headers } = await call('orders.get', tenant, { params: { token } })
  expect((await capture(tenant, token)).status).toBe(504)
  const reply = await call('orders.update', tenant, {
    params: { token },
    headers: { 'If-Match': headers.ETag! },
    body: { ...captureBody, trackingNumber: 'T1' },
  })
  expect(reply.status).toBe(412)
  expect(await orderOf(tenant, token)).toMatchObject({ paymentStatus: 'Paid', trackingNumber: '' })
})

test('the recovery worker leaves a refund that somebody has repeated since it was found', async () => {
  const tenant = await newTenant()
  const token = await paidOrder(tenant, { paymentTransactionId: 'pi_timeout' })
  expect((await refund(tenant, token, { amount: 40 })).status).toBe(504)
  const found = await readOperations(tenant)
  const { attempts } = await takeOverOperation(tenant, found[0]!.request.id)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  await resumeOperations(found)
  expect((await readOperations(tenant)).map(operation => operation.attempts)).toEqual([attempts])
})

test('the recovery worker measures the age of payments in Live mode apart from those in Test mode', async () => {
  const tenant = await newTenant()
  const token = await paidOrder(tenant, { paymentTransactionId: 'pi_timeout' })
  expect((await refund(tenant, token, { amount: 40 })).status).toBe(504)
  const [test] = await readOperations(tenant)
  const { createdAt, request } = test!
  const live = { ...test!, request: { ...request, tenant: otherMode(tenant) } }
  const agesOf = async (...found: Operation[]) => {
    const metrics = collectMetrics()
    await resumeOperations(found)
    return Object.assign({}, ...metrics.stop())
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(createdAt) + 30_000 })
  expect(await agesOf(test!)).toMatchObject({ PendingPaymentAge: 0, PendingTestPaymentAge: 30_000 })
  expect(await agesOf(test!, live)).toMatchObject({ PendingPaymentAge: 30_000, PendingTestPaymentAge: 30_000 })
  expect(await agesOf(live)).not.toHaveProperty('PendingTestPaymentAge')
  vi.setSystemTime(Date.parse(createdAt) + 61_000)
  const takenOver = { ...test!, attempts: 99 }
  expect(await agesOf(...Array.from({ length: 101 }, () => takenOver), live)).toMatchObject({
    PendingPaymentAge: 61_000,
  })
})

test('the recovery worker begins no operation for which it has no time', async () => {
  const tenant = await newTenant()
  const token = await paidOrder(tenant, { paymentTransactionId: 'pi_timeout' })
  expect((await refund(tenant, token, { amount: 40 })).status).toBe(504)
  const found = await readOperations(tenant)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  await runWithDeadline(30_000, () => resumeOperations(found))
  expect(await readOperations(tenant)).toEqual(found)
  await runWithDeadline(60_000, () => resumeOperations(found))
  expect(await readOperations(tenant)).toEqual([])
})
