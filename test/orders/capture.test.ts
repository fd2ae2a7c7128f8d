/** Captures of authorized payments, up to the ledger of the sandbox. */

import { describe, expect, test } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import {
  authorizedOrder,
  capture,
  captureBody,
  moved,
  orderOf,
  pendingCount,
  recoverAll,
  refund,
} from '../support/payments.ts'
import { call, newTenant } from '../support/store.ts'

async function newOrder(fields: Record<string, unknown> = {}, settings: object = {}) {
  const tenant = await newTenant()
  await accounts.update(tenant.account, settings)
  return { tenant, token: await authorizedOrder(tenant, fields) }
}

test('captures the payment once, and makes the whole change', async () => {
  const { tenant, token } = await newOrder()
  const change = { ...captureBody, trackingNumber: 'T1', metadata: { a: 1 } }
  const reply = await capture(tenant, token, change)
  expect(reply).toMatchObject({ status: 200, body: change })
  expect(await orderOf(tenant, token)).toEqual(reply.body)
  expect(await moved(tenant, token, 'capture')).toEqual([10_000])
  expect((await capture(tenant, token)).status).toBe(200)
  expect(await moved(tenant, token, 'capture')).toEqual([10_000])
  expect((await refund(tenant, token, { amount: 100 })).status).toBe(200)
})

test('is case-insensitive', async () => {
  const { tenant, token } = await newOrder()
  await capture(tenant, token, { status: 'processed', paymentStatus: 'PAID' })
  expect(await moved(tenant, token, 'capture')).toEqual([10_000])
})

test('sets the fields of an order without a payment at a gateway', async () => {
  const { tenant, token } = await newOrder({ paymentTransactionId: '' }, { gatewayTest: 'none' })
  expect(await capture(tenant, token)).toMatchObject({ status: 200, body: captureBody })
  expect(await moved(tenant, token, 'capture')).toEqual([])
})

test('needs a connected gateway', async () => {
  const { tenant, token } = await newOrder({}, { gatewayTest: 'none' })
  const before = await orderOf(tenant, token)
  const reply = await capture(tenant, token)
  expect(reply).toMatchObject({ status: 409, body: { code: 'gateway_not_connected' } })
  expect(await orderOf(tenant, token)).toEqual(before)
})

test.each([
  ['pi_declined', 402, 'gateway_refused'],
  ['pi_unreachable', 504, 'gateway_timeout'],
])('%s: nothing changes, not even tracking and metadata', async (paymentTransactionId, status, code) => {
  const { tenant, token } = await newOrder({ paymentTransactionId })
  const before = await call('orders.get', tenant, { params: { token } })
  const reply = await capture(tenant, token, { ...captureBody, trackingNumber: 'T1', metadata: { a: 1 } })
  expect(reply).toMatchObject({ status, body: { code } })
  const after = await call('orders.get', tenant, { params: { token } })
  expect(after.body).toEqual(before.body)
  expect(after.headers.ETag).toBe(before.headers.ETag)
  expect(await pendingCount(tenant)).toBe(0)
  expect((await refund(tenant, token, { amount: 5 })).body.code).toBe('not_paid')
})

describe.each(['pi_timeout', 'pi_lost'])('%s: a capture under way', paymentTransactionId => {
  const change = { ...captureBody, trackingNumber: 'T1' }
  async function newCapture() {
    const order = await newOrder({ paymentTransactionId })
    const { tenant, token } = order
    const before = await orderOf(tenant, token)
    const reply = await capture(tenant, token, change)
    expect(reply).toMatchObject({ status: 504, body: { code: 'gateway_timeout' } })
    expect(await orderOf(tenant, token)).toEqual(before)
    return order
  }

  test('is completed by repeating the request, without a second capture', async () => {
    const { tenant, token } = await newCapture()
    expect(await capture(tenant, token, change)).toMatchObject({ status: 200, body: change })
    expect(await moved(tenant, token, 'capture')).toEqual([10_000])
    expect(await pendingCount(tenant)).toBe(0)
  })

  test('is completed by the recovery worker, with all of its change', async () => {
    const { tenant, token } = await newCapture()
    await recoverAll(tenant)
    expect(await orderOf(tenant, token)).toMatchObject(change)
    expect(await moved(tenant, token, 'capture')).toEqual([10_000])
    expect(await pendingCount(tenant)).toBe(0)
  })

  test('makes the change of a different repetition too', async () => {
    const { tenant, token } = await newCapture()
    const other = { ...captureBody, metadata: { a: 2 } }
    expect((await capture(tenant, token, other)).body).toMatchObject({ ...change, ...other })
    expect(await moved(tenant, token, 'capture')).toEqual([10_000])
  })

  test('rejects other payment statuses, and allows changes without one', async () => {
    const { tenant, token } = await newCapture()
    for (const paymentStatus of ['Cancelled', 'Paid'])
      expect(await capture(tenant, token, { status: 'Cancelled', paymentStatus })).toMatchObject({
        ...{ status: 409, body: { code: 'capture_under_way' } },
      })
    const same = { status: 'Pending', paymentStatus: 'Authorized', trackingNumber: 'T2' }
    expect(await capture(tenant, token, same)).toMatchObject({ status: 200, body: same })
    await recoverAll(tenant)
    expect(await orderOf(tenant, token)).toMatchObject({ paymentStatus: 'Paid', trackingNumber: 'T2' })
  })
})

test('twenty concurrent requests capture once', { tags: ['long'] }, async () => {
  const { tenant, token } = await newOrder()
  const replies = await Promise.all(Array.from({ length: 20 }, () => capture(tenant, token)))
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  await recoverAll(tenant)
  expect(await moved(tenant, token, 'capture')).toEqual([10_000])
  expect(await orderOf(tenant, token)).toMatchObject(captureBody)
  expect(await pendingCount(tenant)).toBe(0)
})
