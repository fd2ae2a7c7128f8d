/** Tests refunds through the endpoint, up to the ledger of the sandbox. */

import { describe, expect, test } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { takeKey } from '../../lib/store/idempotency.ts'
import { moved, orderOf, paidOrder, pendingCount, recoverAll, refund, refundsOf } from '../support/payments.ts'
import { kindOf, rawRowsOf } from '../support/raw-rows.ts'
import { call, newTenant } from '../support/store.ts'

async function newOrder(fields: Record<string, unknown> = {}, settings: object = {}) {
  const tenant = await newTenant()
  await accounts.update(tenant.account, settings)
  return { tenant, token: await paidOrder(tenant, fields) }
}

test('refunds a part: 200 with the refund, its path and its ETag; the order shows it', async () => {
  const { tenant, token } = await newOrder()
  const before = await call('orders.get', tenant, { params: { token } })
  const reply = await refund(tenant, token, { amount: 12.5, comment: 'Broken', status: 'partial' })
  const { id, creationDate, modificationDate } = reply.body
  expect(reply).toMatchObject({ status: 200, headers: { Location: `/test/orders/${token}/refunds/${id}` } })
  expect(reply.body).toEqual({
    id,
    orderToken: token,
    creationDate,
    modificationDate,
    amount: 12.5,
    currency: 'eur',
    comment: 'Broken',
    status: 'Partial',
    creditNoteNumber: 'CN-1',
    taxes: [],
    withdrawals: [],
    notifyCustomer: false,
    refundedByPaymentGateway: true,
  })
  const found = await call('refunds.get', tenant, { params: { token, id } })
  expect(found.body).toEqual(reply.body)
  expect(found.headers.ETag).toBe(reply.headers.ETag)
  const after = await call('orders.get', tenant, { params: { token } })
  const { withdrawals, ...orderRefund } = reply.body
  expect(after.body).toEqual({
    ...before.body,
    refunds: [orderRefund],
    refundsAmount: 12.5,
    adjustedAmount: 87.5,
    modificationDate: after.body.modificationDate,
  })
  expect(after.body.modificationDate > before.body.modificationDate).toBe(true)
  expect(after.headers.ETag).not.toBe(before.headers.ETag)
  expect(await moved(tenant, token, 'refund')).toEqual([1250])
})

test('refunds all that is left: the payment status becomes Refunded, until it is changed', async () => {
  const { tenant, token } = await newOrder()
  await refund(tenant, token, { amount: 30 })
  expect((await orderOf(tenant, token)).paymentStatus).toBe('Paid')
  expect((await refund(tenant, token, { amount: 70, status: 'Complete' })).status).toBe(200)
  expect(await orderOf(tenant, token)).toMatchObject({
    paymentStatus: 'Refunded',
    refundsAmount: 100,
    adjustedAmount: 0,
  })
  const change = { status: 'Processed', paymentStatus: 'ChargedBack' }
  await call('orders.update', tenant, { params: { token }, body: change })
  expect(await orderOf(tenant, token)).toMatchObject({ paymentStatus: 'ChargedBack' })
})

test('only records the refund of an order without a payment at a gateway', async () => {
  const { tenant, token } = await newOrder({ paymentTransactionId: null }, { gatewayTest: 'none' })
  const reply = await refund(tenant, token, { amount: 0.01 })
  expect(reply).toMatchObject({ status: 200, body: { refundedByPaymentGateway: false, amount: 0.01 } })
  expect(await moved(tenant, token, 'refund')).toEqual([])
  expect(await refundsOf(tenant, token)).toEqual([reply.body])
})

describe('rejects', () => {
  test.each([
    [{}, 'amount', 'is required'],
    [{ amount: 'much' }, 'amount'],
    [{ amount: 0 }, 'amount', 'must be greater than 0'],
    [{ amount: 0.004 }, 'amount', 'must be greater than 0'],
    [{ amount: -5 }, 'amount', 'must be greater than 0'],
    [{ amount: 0.49 }, 'amount', 'must be at least 0.50 EUR, the minimum of the payment gateway'],
    [{ amount: 100.01 }, 'amount', 'must be at most 100.00 EUR, which is left of the order'],
    [{ amount: 50, status: 'Complete' }, 'status', 'must be Partial, as 100.00 EUR is left'],
    [{ amount: 5, status: 'Half' }, 'status'],
    [{ amount: 5, comment: 'x'.repeat(501) }, 'comment'],
    [
      { amount: 5, notifyCustomer: true },
      'notifyCustomer',
      'must be false, as the account has no sender of mails: `store account set --mail-from` sets it',
    ],
  ])('%j', async (body, field, fault = expect.any(String)) => {
    const { tenant, token } = await newOrder()
    const reply = await refund(tenant, token, body)
    expect(reply).toMatchObject({ status: 400, body: { errors: { [field]: [fault] } } })
    expect(await refundsOf(tenant, token)).toEqual([])
    expect(await moved(tenant, token, 'refund')).toEqual([])
  })

  test.each(['Authorized', 'Pending', 'Open', 'Failed', 'Cancelled', 'Expired'])(
    'an order whose payment is %s',
    async paymentStatus => {
      const { tenant, token } = await newOrder({ paymentStatus })
      expect(await refund(tenant, token, { amount: 5 })).toMatchObject({ status: 409, body: { code: 'not_paid' } })
    },
  )

  test('a request without a body', async () => {
    const { tenant, token } = await newOrder()
    expect(await call('refunds.create', tenant, { params: { token } })).toMatchObject({
      status: 400,
      body: { errors: { amount: ['is required'] } },
    })
  })

  test.each(['not an email', 'ÜNÏ@exämple.com'])('a mail to %j, which cannot receive mail', async email => {
    const { tenant, token } = await newOrder({ email }, { mailFrom: 'shop@tea.example' })
    const fault = 'must be false, as the e-mail address of the order cannot receive mail'
    expect(await refund(tenant, token, { amount: 5, notifyCustomer: true })).toMatchObject({
      status: 400,
      body: { errors: { notifyCustomer: [fault] } },
    })
    expect(await moved(tenant, token, 'refund')).toEqual([])
    expect((await refund(tenant, token, { amount: 5 })).status).toBe(200)
  })

  test('an order with a payment if no gateway is connected', async () => {
    const { tenant, token } = await newOrder({}, { gatewayTest: 'none' })
    expect(await refund(tenant, token, { amount: 5 })).toMatchObject({
      status: 409,
      body: { code: 'gateway_not_connected' },
    })
  })
})

test('says that nothing is left of an order that is fully refunded', async () => {
  const { tenant, token } = await newOrder()
  await refund(tenant, token, { amount: 100 })
  expect(await refund(tenant, token, { amount: 1, status: 'Complete' })).toMatchObject({
    status: 400,
    body: { errors: { amount: ['is too much: nothing is left of the order'] } },
  })
})

test('accepts an amount below the minimum if it is all that is left', async () => {
  const { tenant, token } = await newOrder()
  await refund(tenant, token, { amount: 99.8 })
  expect((await refund(tenant, token, { amount: 0.2, status: 'Partial' })).status).toBe(200)
})

test.each([
  ['JPY', 1000, 333.5, 334],
  ['KWD', 10, 1.2345, 1.235],
])('rounds an amount in %s', async (currency, finalGrandTotal, amount, rounded) => {
  const { tenant, token } = await newOrder({ currency, finalGrandTotal, grandTotal: finalGrandTotal })
  expect(await refund(tenant, token, { amount })).toMatchObject({ status: 200, body: { amount: rounded } })
})

describe('the gateway', () => {
  test('declines: 402 with its reason, and nothing counts', async () => {
    const { tenant, token } = await newOrder({ paymentTransactionId: 'pi_declined' })
    const reply = await refund(tenant, token, { amount: 60 })
    expect(reply).toMatchObject({
      status: 402,
      body: { code: 'gateway_refused', message: expect.stringContaining('declined') },
    })
    expect(await orderOf(tenant, token)).toMatchObject({ refunds: [], refundsAmount: 0 })
    expect(await pendingCount(tenant)).toBe(0)
    expect((await refund(tenant, token, { amount: 60 })).status).toBe(402)
  })

  test('declines the first request only', async () => {
    const { tenant, token } = await newOrder({ paymentTransactionId: 'pi_declined_once' })
    expect((await refund(tenant, token, { amount: 60 })).status).toBe(402)
    expect((await refund(tenant, token, { amount: 60 })).status).toBe(200)
    expect(await moved(tenant, token, 'refund')).toEqual([6000])
  })

  test('cannot be reached: 504, and nothing is under way', async () => {
    const { tenant, token } = await newOrder({ paymentTransactionId: 'pi_unreachable' })
    const reply = await refund(tenant, token, { amount: 60 })
    expect(reply).toMatchObject({ status: 504, body: { code: 'gateway_timeout' } })
    expect(await pendingCount(tenant)).toBe(0)
    expect(await refundsOf(tenant, token)).toEqual([])
  })

  test.each(['pi_timeout', 'pi_lost'])(
    '%s: 504 with the id of the refund, which is completed later and counts at once',
    async paymentTransactionId => {
      const { tenant, token } = await newOrder({ paymentTransactionId })
      const body = { amount: 60, comment: 'Late' }
      const reply = await refund(tenant, token, body)
      expect(reply).toMatchObject({
        status: 504,
        headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
        body: { code: 'gateway_timeout', refundId: expect.any(String) },
      })
      expect(await refundsOf(tenant, token)).toEqual([])
      expect((await refund(tenant, token, body)).body.code).toBe('refund_under_way')
      expect((await refund(tenant, token, { amount: 41 })).body.errors.amount[0]).toContain('40.00 EUR')
      await recoverAll(tenant)
      expect(await refundsOf(tenant, token)).toMatchObject([{ id: reply.body.refundId, amount: 60 }])
      expect(await moved(tenant, token, 'refund')).toEqual([6000])
      expect(await pendingCount(tenant)).toBe(0)
    },
  )

  test('is asked again by a repetition with the Idempotency-Key', async () => {
    const { tenant, token } = await newOrder({ paymentTransactionId: 'pi_lost' })
    const headers = { 'Idempotency-Key': 'refund-1' }
    const first = await refund(tenant, token, { amount: 60 }, { headers })
    expect(first.status).toBe(504)
    const second = await refund(tenant, token, { amount: 60 }, { headers })
    expect(second).toMatchObject({ status: 200, body: { id: first.body.refundId } })
    expect(await refund(tenant, token, { amount: 60 }, { headers })).toMatchObject({ body: second.body })
    expect(await moved(tenant, token, 'refund')).toEqual([6000])
  })

  test('is asked again for a refund whose order has got an address that cannot receive mail', async () => {
    const { tenant, token } = await newOrder({ paymentTransactionId: 'pi_lost' }, { mailFrom: 'shop@tea.example' })
    const repeat = () => {
      const headers = { 'Idempotency-Key': 'refund-1' }
      return refund(tenant, token, { amount: 60, notifyCustomer: true }, { headers })
    }
    expect((await repeat()).status).toBe(504)
    await paidOrder(tenant, { token, paymentTransactionId: 'pi_lost', email: 'not an email' })
    expect((await orderOf(tenant, token)).email).toBe('not an email')
    expect(await repeat()).toMatchObject({ status: 200, body: { notifyCustomer: true } })
    expect(await moved(tenant, token, 'refund')).toEqual([6000])
  })
})

describe('credit note numbers', () => {
  const numberOf = ({ body }: { body: { creditNoteNumber?: string } }) => body.creditNoteNumber

  test('are consecutive in each mode, with the prefix of the account', async () => {
    const { tenant, token } = await newOrder({}, { creditNotePrefix: 'GS-' })
    const live: Tenant = { ...tenant, mode: 'Live' }
    const liveToken = await paidOrder(live, { paymentTransactionId: null })
    expect(numberOf(await refund(tenant, token, { amount: 1 }))).toBe('GS-1')
    expect(numberOf(await refund(live, liveToken, { amount: 1 }))).toBe('GS-1')
    expect(numberOf(await refund(tenant, token, { amount: 1 }))).toBe('GS-2')
  })

  test('have no gaps among concurrent refunds of many orders', { tags: ['long'] }, async () => {
    const tenant = await newTenant()
    const tokens = await Promise.all(Array.from({ length: 12 }, () => paidOrder(tenant)))
    const replies = await Promise.all(tokens.map(token => refund(tenant, token, { amount: 1 })))
    const numbers = replies.map(reply => Number(numberOf(reply)?.slice(3)))
    expect(numbers.toSorted((one, other) => one - other)).toEqual(tokens.map((_, n) => n + 1))
  })

  test('are absent without the feature', async () => {
    const { account } = await accounts.create({ name: 'Plain', currency: 'EUR', features: [] })
    const tenant: Tenant = { account, mode: 'Test' }
    const reply = await refund(tenant, await paidOrder(tenant), { amount: 1 })
    expect(reply.status).toBe(200)
    expect(reply.body).not.toHaveProperty('creditNoteNumber')
  })
})

test('records the taxes of the amount', async () => {
  const taxes = [
    { taxName: 'MwSt.', taxRate: 0.19, amount: 15.97 },
    { taxName: 'MwSt.', taxRate: 0.07, amount: 0.01 },
  ]
  const { tenant, token } = await newOrder({ taxes })
  const { body } = await refund(tenant, token, { amount: 33.33, autoRefundTaxes: true })
  expect(body.taxes).toEqual([
    { taxName: 'MwSt.', taxRate: 0.19, amount: 5.32 },
    { taxName: 'MwSt.', taxRate: 0.07, amount: 0.01 },
  ])
})

test('records no more than a tax, also if the order was reported again with its taxes in another sequence', async () => {
  const taxes = [
    { taxName: 'A', taxRate: 0.1, amount: 10 },
    { taxName: 'B', taxRate: 0.2, amount: 20 },
  ]
  const { tenant, token } = await newOrder({ taxes })
  await refund(tenant, token, { amount: 90, autoRefundTaxes: true })
  await paidOrder(tenant, { token, taxes: taxes.toReversed() })
  const { body } = await refund(tenant, token, { amount: 10, autoRefundTaxes: true })
  expect(body.taxes).toEqual([
    { taxName: 'B', taxRate: 0.2, amount: 2 },
    { taxName: 'A', taxRate: 0.1, amount: 1 },
  ])
})

test('is stored with decimal amounts, as earlier versions read it, and requested in minor units', async () => {
  const taxes = [{ taxName: 'VAT', taxRate: 0.05, amount: 4.75 }]
  const { tenant, token } = await newOrder({ currency: 'KWD', taxes, paymentTransactionId: 'pi_lost' })
  expect((await refund(tenant, token, { amount: 50.125, autoRefundTaxes: true })).status).toBe(504)
  const rows = await rawRowsOf(tenant.account)
  const stored = (kind: string, attribute: string) =>
    JSON.parse(String(rows.find(row => kindOf(row) === kind)?.[attribute]))
  const amounts = { amount: 50.125, taxes: [{ taxName: 'VAT', taxRate: 0.05, amount: 2.381 }] }
  expect(Object.values(stored('order', 'refunds'))).toMatchObject([amounts])
  expect(stored('payment-operation', 'details')).toMatchObject({ refund: amounts })
  expect(stored('payment-operation', 'request')).toMatchObject({ amount: 50_125, paymentAmount: 100_000 })
})

test('forty concurrent refunds of a third of an order: exactly three succeed', { tags: ['long'] }, async () => {
  const { tenant, token } = await newOrder({ finalGrandTotal: 99, grandTotal: 99 })
  const bodies = Array.from({ length: 40 }, (_, n) => ({ amount: 33, comment: `No. ${n}` }))
  const replies = await Promise.all(bodies.map(body => refund(tenant, token, body)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(await moved(tenant, token, 'refund')).toEqual([3300, 3300, 3300])
  expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: 99, paymentStatus: 'Refunded' })
})

test.each([
  ['refunds.create', 'orders.refund'],
  ['refunds.createV1', 'orders.refundV1'],
])(
  '%s keeps its Idempotency-Keys under its earlier name, for requests that are repeated after a deployment',
  async (name, endpoint) => {
    const { tenant, token } = await newOrder()
    const earlier = await takeKey({ tenant, endpoint, key: 'k', fingerprint: 'of another request' })
    expect(earlier.keyInUse).toBeDefined()
    const headers = { 'Idempotency-Key': 'k' }
    const reply = await call(name, tenant, { params: { token }, headers, body: { amount: 5 } })
    expect(reply.body.code).toBe('idempotency_key_reused')
    expect(await moved(tenant, token, 'refund')).toEqual([])
  },
)
