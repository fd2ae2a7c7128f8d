/** Tests captures of authorized payments, up to the ledger of the sandbox. */

import { describe, expect, test } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import {
  authorizedOrder,
  capture,
  captureBody,
  captureElsewhere,
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
  expect(reply).toMatchObject({ status: 200, body: { ...change, capturedAmount: 100 } })
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

describe('a payment of which a part was captured elsewhere', () => {
  async function newPart(fields: Record<string, unknown> = {}) {
    const order = await newOrder(fields)
    await captureElsewhere(order.tenant, order.token, 1000)
    return order
  }
  const partly = { status: 'Pending', paymentStatus: 'Authorized', capturedAmount: 10 }

  test('is not paid: the reply is 402 however often, and the order shows what was captured', async () => {
    const { tenant, token } = await newPart()
    expect(await orderOf(tenant, token)).toMatchObject({ ...partly, capturedAmount: null })
    for (let n = 0; n < 2; n++)
      expect(await capture(tenant, token, { ...captureBody, trackingNumber: 'T1' })).toMatchObject({
        status: 402,
        body: {
          code: 'gateway_refused',
          message: 'The payment gateway has captured 10.00 EUR of 100.00 EUR, and captures no more.',
        },
      })
    expect(await orderOf(tenant, token)).toMatchObject({ ...partly, trackingNumber: '' })
    expect(await moved(tenant, token, 'capture')).toEqual([1000])
    expect(await pendingCount(tenant)).toBe(0)
  })

  test('is refunded up to that amount, and is Refunded when nothing of it is left', async () => {
    const { tenant, token } = await newPart()
    expect((await refund(tenant, token, { amount: 10 })).body.code).toBe('not_paid')
    await capture(tenant, token)
    expect((await refund(tenant, token, { amount: 10.01 })).body.errors).toEqual({
      amount: ['must be at most 10.00 EUR, which is left of the order'],
    })
    expect((await refund(tenant, token, { amount: 4 })).status).toBe(200)
    expect((await refund(tenant, token, { amount: 6.5 })).status).toBe(400)
    expect((await refund(tenant, token, { amount: 6, status: 'Complete' })).status).toBe(200)
    expect(await orderOf(tenant, token)).toMatchObject({
      paymentStatus: 'Refunded',
      capturedAmount: 10,
      refundsAmount: 10,
      adjustedAmount: 90,
    })
    expect(await moved(tenant, token, 'refund')).toEqual([400, 600])
  })

  test('is not to be captured any more, and has refunds', async () => {
    const { tenant, token } = await newPart()
    const total = async (query: Record<string, string>) =>
      (await call('orders.list', tenant, { query })).body.totalItems
    expect(await total({ awaitsCapture: 'true' })).toBe(1)
    await capture(tenant, token)
    expect(await total({ awaitsCapture: 'true' })).toBe(0)
    await refund(tenant, token, { amount: 4 })
    expect(await total({ hasRefunds: 'true' })).toBe(1)
  })

  test('is found by the recovery worker as well, after a capture without an answer', async () => {
    const { tenant, token } = await newOrder({ paymentTransactionId: 'pi_timeout' })
    expect((await capture(tenant, token)).status).toBe(504)
    await captureElsewhere(tenant, token, 1000)
    await recoverAll(tenant)
    expect(await orderOf(tenant, token)).toMatchObject(partly)
    expect(await moved(tenant, token, 'capture')).toEqual([1000])
    expect(await pendingCount(tenant)).toBe(0)
  })

  test('is paid if the part is the whole', async () => {
    const { tenant, token } = await newOrder()
    await captureElsewhere(tenant, token, 10_000)
    expect(await capture(tenant, token)).toMatchObject({ status: 200, body: { ...captureBody, capturedAmount: 100 } })
  })
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
        status: 409,
        body: { code: 'capture_under_way' },
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
