import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OrderToken } from '../../lib/core/ids.ts'
import type { AccountId } from '../../lib/core/tenant.ts'
import { saveOrderOfPayment } from '../../lib/payments/order-of-payment.ts'
import { refundEventWithoutOrder, StripeRefund } from '../../lib/stripe-events/refunds.ts'
import { type FakeStripe, startFakeStripe } from '../payments/fake-stripe.ts'
import { completeOrder } from '../support/checkout.ts'
import { orderOf } from '../support/payments.ts'
import { newStripeTenant, receive, refund as sentRefund, stripeEvent } from './samples.ts'

const tenant = { account: 1001 as AccountId, mode: 'Live' } as const
const ownId = '01a1fc39-4ecf-7428-8191-54c8851fa7c9'
const event = { id: 'evt_1', type: 'refund.updated', created: 1_788_120_001 }
const refund = (fields: object = {}) =>
  StripeRefund.parse({
    id: 're_1',
    amount: 1250,
    currency: 'eur',
    created: 1_788_120_000,
    metadata: {},
    reason: null,
    status: 'succeeded',
    ...fields,
  })

test('a refund made in Stripe becomes a checkout event with the id that Stripe gave it', () => {
  const made = refund({ reason: 'requested_by_customer' })
  expect(refundEventWithoutOrder(tenant, event, made)).toEqual({
    id: 'evt_1',
    eventName: 'order.refund.created',
    account: 1001,
    mode: 'Live',
    createdOn: '2026-08-30T20:00:01.000Z',
    content: {
      id: 're_1',
      amount: 12.5,
      currency: 'eur',
      comment: 'requested by customer',
      creationDate: '2026-08-30T20:00:00.000Z',
      byGateway: true,
      refundedByPaymentGateway: true,
    },
  })
})

test('a refund that this API asked for keeps its own id', () => {
  const made = refund({ metadata: { refundId: ownId } })
  const reported = refundEventWithoutOrder(tenant, event, made)
  expect(reported?.content.id).toBe(ownId)
  expect(reported?.content).not.toHaveProperty('comment')
})

test.each([
  ['jpy', 500, 500],
  ['isk', 500, 5],
  ['mga', 500, 500],
  ['kwd', 5120, 5.12],
])('an amount in %s of %d is %d', (currency, amount, decimal) => {
  const made = refund({ currency, amount })
  expect(refundEventWithoutOrder(tenant, event, made)?.content).toMatchObject({ amount: decimal })
})

test.each([
  ['refund.failed', 'failed', 'lost_or_stolen_card', 'Failed'],
  ['refund.updated', 'failed', 'declined', 'Failed'],
  ['refund.updated', 'canceled', undefined, 'Cancelled'],
])('%s of a refund that is %s for the reason %s makes it %s', (type, status, reason, expected) => {
  const failed = refund({ status, metadata: { refundId: ownId }, ...(reason && { failure_reason: reason }) })
  expect(refundEventWithoutOrder(tenant, { ...event, type }, failed)).toEqual({
    id: 'evt_1',
    eventName: 'order.refund.failed',
    account: 1001,
    mode: 'Live',
    createdOn: '2026-08-30T20:00:01.000Z',
    content: {
      id: ownId,
      amount: 12.5,
      currency: 'eur',
      creationDate: '2026-08-30T20:00:00.000Z',
      byGateway: true,
      status: expected,
      reason: reason ?? null,
    },
  })
})

test.each(['pending', 'requires_action'])('a refund that is %s is no event yet', status => {
  expect(refundEventWithoutOrder(tenant, event, refund({ status }))).toBeNull()
})

describe('a refund without a balance transaction', () => {
  let stripe: FakeStripe
  beforeAll(async () => {
    stripe = await startFakeStripe()
    vi.stubEnv('GATEWAY_TIMEOUT', '10000')
  })
  afterAll(() => stripe.close())

  const released = (fields: object = {}) =>
    ['refund.created', 'refund.updated'].map(type =>
      stripeEvent(type, sentRefund({ balance_transaction: null, ...fields }), { id: `evt_${type}` }),
    )
  const chargeOf = (amount_captured: number) => ({ '/v1/charges/ch_1': { id: 'ch_1', amount: 2000, amount_captured } })
  const authorized = { paymentTransactionId: 'pi_1', status: 'Pending', paymentStatus: 'Authorized' }
  const before = { createdOn: '2026-08-30T20:00:00.000Z' }

  test.each([
    ['releases an authorization', 0, { paymentStatus: 'Cancelled', refundsAmount: 0 }],
    ['releases the part that was not captured', 1200, { paymentStatus: 'Authorized', refundsAmount: 0 }],
    ['refunds a payment that was captured', 2000, { paymentStatus: 'Authorized', refundsAmount: 10 }],
  ])('%s, before or after its order arrives', async (_, captured, expected) => {
    stripe.objects = chargeOf(captured)
    for (const isFirst of [true, false]) {
      const tenant = await newStripeTenant()
      if (!isFirst) await receive(tenant, ...released())
      const token = await completeOrder(tenant, authorized, before)
      if (isFirst) await receive(tenant, ...released())
      expect(await orderOf(tenant, token)).toMatchObject(expected)
    }
  })

  test('changes nothing if the order was paid in another way', async () => {
    stripe.objects = chargeOf(0)
    const tenant = await newStripeTenant()
    const token = await completeOrder(tenant, { ...authorized, paymentStatus: 'Paid' }, before)
    await receive(tenant, ...released())
    expect(await orderOf(tenant, token)).toMatchObject({ paymentStatus: 'Paid', refundsAmount: 0 })
  })

  test('is kept if its order is known, and has not arrived yet', async () => {
    stripe.objects = chargeOf(0)
    const tenant = await newStripeTenant()
    const token = randomUUID()
    await saveOrderOfPayment(tenant, 'pi_1', token as OrderToken)
    await receive(tenant, ...released())
    await completeOrder(tenant, { token, ...authorized }, before)
    expect(await orderOf(tenant, token)).toMatchObject({ paymentStatus: 'Cancelled' })
  })

  test('is not looked up if this API has requested it, nor is a refund that has moved money', async () => {
    const tenant = await newStripeTenant()
    const token = await completeOrder(tenant, authorized, before)
    stripe.answer()
    await receive(tenant, ...released({ metadata: { orderToken: token, refundId: ownId } }))
    await receive(tenant, ...released({ balance_transaction: 'txn_1' }))
    expect(await orderOf(tenant, token)).toMatchObject({ refundsAmount: 20 })
    expect(stripe.requests).toEqual([])
  })
})
