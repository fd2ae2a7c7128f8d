import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findFreePort } from '../../infra/local/ports.ts'
import { runWithDeadline } from '../../lib/core/deadline.ts'
import { log } from '../../lib/core/log.ts'
import { minorUnits } from '../../lib/core/money.ts'
import type { AccountId } from '../../lib/core/tenant.ts'
import type { CaptureOrRefundRequest } from '../../lib/payments/gateway.ts'
import { connectStripe } from '../../lib/payments/stripe.ts'
import { type FakeStripe, fault, json, lostConnection, noAnswer, startFakeStripe } from './fake-stripe.ts'

let server: FakeStripe
beforeAll(async () => {
  server = await startFakeStripe()
})
afterAll(() => server.close())
beforeEach(() => void vi.stubEnv('GATEWAY_TIMEOUT', '10000'))

const stripe = connectStripe({ apiKey: 'sk_test_1' })
const token = '01a1fc39-4ecf-7428-8191-54c8851fa7c9'
const request = (fields: Partial<CaptureOrRefundRequest> = {}): CaptureOrRefundRequest => ({
  tenant: { account: 1001 as AccountId, mode: 'Test' },
  kind: 'refund',
  id: 'refund-1',
  transactionId: 'pi_1',
  order: token,
  amount: minorUnits(1250),
  paymentAmount: minorUnits(2000),
  currency: 'EUR',
  ...fields,
})
const captureRequest = (fields: Partial<CaptureOrRefundRequest> = {}) => request({ kind: 'capture', ...fields })
const refundObject = (fields: object = {}) => ({ id: 're_1', object: 'refund', status: 'succeeded', ...fields })
const intent = (fields: object = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  status: 'requires_capture',
  currency: 'eur',
  amount: 1250,
  amount_capturable: 1250,
  amount_received: 0,
  ...fields,
})
const charge = (fields: object = {}) => ({
  id: 'ch_1',
  object: 'charge',
  captured: false,
  amount_captured: 0,
  currency: 'eur',
  payment_intent: null,
  ...fields,
})
const captured = (amount: number) => ({ state: 'succeeded', captured: amount })
const listOf = (...data: object[]) => ({ object: 'list', data, has_more: false })

test('refunds a PaymentIntent, with our ids in the metadata and an idempotency key', async () => {
  server.answer(json(200, intent()), json(200, refundObject()))
  expect(await stripe.send(request())).toEqual({ state: 'succeeded' })
  const fields = {
    payment_intent: 'pi_1',
    amount: '1250',
    'metadata[refundId]': 'refund-1',
    'metadata[orderToken]': token,
  }
  expect(server.requests).toMatchObject([
    { call: 'GET /v1/payment_intents/pi_1' },
    { call: 'POST /v1/refunds', fields },
  ])
  expect(server.requests[1]?.fields).toEqual(fields)
  expect(server.requests[1]?.headers).toMatchObject({
    authorization: 'Bearer sk_test_1',
    'idempotency-key': 'refund-refund-1',
    'stripe-version': '2026-10-28.endive',
  })
})

test.each(['ch_1', 'py_1'])('refunds the charge %s', async transactionId => {
  server.answer(json(200, charge({ id: transactionId })), json(200, refundObject()))
  expect(await stripe.send(request({ transactionId }))).toEqual({ state: 'succeeded' })
  expect(server.requests[1]?.fields).toMatchObject({ charge: transactionId })
  expect(server.requests[1]?.fields).not.toHaveProperty('payment_intent')
})

test.each([
  ['succeeded', { state: 'succeeded' }],
  ['pending', { state: 'succeeded' }],
  ['requires_action', { state: 'succeeded' }],
  ['failed', { state: 'refused', reason: 'The refund failed: lost_or_stolen_card.' }],
  ['canceled', { state: 'refused', reason: 'The refund canceled: lost_or_stolen_card.' }],
])('a refund with the status %s is %j', async (status, result) => {
  const body = refundObject({ status, failure_reason: 'lost_or_stolen_card' })
  server.answer(json(200, intent()), json(200, body))
  expect(await stripe.send(request())).toEqual(result)
})

const succeeded = { state: 'succeeded' }
const unknown = { state: 'unknown' }
const refused = (reason: string) => ({ state: 'refused', reason })
const keyMessage = 'Stripe rejects the API key of this store: set another one with `npm run store -- gateway set`.'
const keyRejected = { state: 'unreachable', reason: keyMessage }
const keyMissing = { state: 'unavailable', reason: keyMessage }
const lacks = (permission: string) =>
  `Stripe rejects the API key of this store for lack of ${permission}: allow it in Stripe, or set another key with \`npm run store -- gateway set\`.`
const mayNotWrite =
  "The provided key 'rk_test_*1' may not do this. Having the 'rak_charge_write' permission would allow this request to continue."

test.each([
  [402, { type: 'card_error', message: 'Your card was declined.' }, refused('Your card was declined.')],
  [400, { type: 'invalid_request_error', message: 'Already refunded.' }, refused('Already refunded.')],
  [404, { type: 'invalid_request_error', message: 'No such charge.' }, refused('No such charge.'), null],
  [401, { type: 'invalid_request_error', message: 'Invalid key: sk_test_*1' }, keyRejected, keyMissing],
  [
    403,
    { type: 'invalid_request_error', message: 'rk_test_*1 may not' },
    { ...keyRejected, reason: lacks('a permission') },
    { ...keyMissing, reason: lacks('a permission') },
  ],
  [
    403,
    { type: 'invalid_request_error', message: mayNotWrite },
    { ...keyRejected, reason: lacks('the permission rak_charge_write') },
    { ...keyMissing, reason: lacks('the permission rak_charge_write') },
  ],
  [400, { type: 'idempotency_error', message: 'Other parameters.' }, unknown],
  [409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In use.' }, unknown],
  [429, { type: 'invalid_request_error', code: 'lock_timeout', message: 'Locked.' }, unknown],
  [429, { type: 'rate_limit_error', message: 'Too many requests.' }, unknown],
  [500, { type: 'api_error', message: 'Internal error.' }, unknown],
])('the status %i with %j', async (status, error, result, found: object | null = unknown) => {
  for (const sent of [request(), captureRequest()]) {
    server.answer(...[status, status].map(() => fault(status, error)))
    expect(await stripe.send(sent)).toEqual(result)
    server.answer(fault(status, error))
    expect(await stripe.findResult(sent)).toEqual(found)
  }
})

test('a payment that a key does not find is not refused if the key may be of another account', async () => {
  const other = connectStripe({ apiKey: 'rk_test_1' }, { mayBeOther: true })
  for (const fields of [{}, { code: 'resource_missing' }]) {
    const missing = fault('code' in fields ? 400 : 404, { type: 'invalid_request_error', ...fields })
    for (const ask of [other.send, other.findResult]) {
      server.answer(missing)
      expect(await ask(request())).toMatchObject({ state: 'unavailable' })
    }
  }
  server.answer(fault(400, { type: 'invalid_request_error', message: 'Already refunded.' }))
  expect(await other.send(request())).toEqual(refused('Already refunded.'))
})

test('a key that is rejected after a lost connection may have captured the payment', async () => {
  const rejected = fault(401, { type: 'invalid_request_error', message: 'Expired.' })
  server.answer(json(200, intent()), lostConnection, rejected)
  expect(await stripe.send(captureRequest())).toEqual(unknown)
  server.answer(json(200, intent()), rejected)
  expect(await stripe.send(captureRequest())).toEqual(keyRejected)
})

test('logs the permission that a key lacks, and no part of the key, even if the request may have been executed', async () => {
  const error = vi.spyOn(log, 'error').mockImplementation(() => {})
  server.answer(
    json(200, intent()),
    lostConnection,
    fault(403, { type: 'invalid_request_error', message: mayNotWrite }),
  )
  expect(await stripe.send(request())).toEqual(unknown)
  const reason = lacks('the permission rak_charge_write')
  expect(error.mock.calls).toEqual([['Stripe rejects the API key.', { account: 1001, mode: 'Test', reason }]])
  error.mockRestore()
})

test('waits for a payment that is already processed', async () => {
  server.answer(json(200, intent({ status: 'processing' })))
  expect(await stripe.send(captureRequest())).toEqual(unknown)
})

test('a fault of our own is unknown only if Stripe may have changed something', async () => {
  const terms = { amount: minorUnits(1), quantity: 1, currency: 'EUR', interval: 'Week', intervalCount: 1 } as const
  const timing = { chargesNow: true, trialEnd: null, isPaused: false }
  const { tenant } = request()
  const change = { tenant, kind: 'change', id: 'c-1', subscription: 's-1', gatewayId: 'sub_1' } as const
  const sent = { ...change, terms: { ...terms, ...timing } }
  const withoutItems = { id: 'sub_1', status: 'active', metadata: {} }
  server.answer(json(200, withoutItems))
  await expect(stripe.send(sent)).rejects.toThrow(TypeError)
  const items = { data: [{ id: 'si_1', price: { id: 'price_1', product: 'prod_1' } }] }
  server.answer(json(200, { ...withoutItems, items }), json(200, withoutItems))
  expect(await stripe.send(sent)).toEqual(unknown)
})

test('repeats a request with its idempotency key if Stripe allows it', async () => {
  const failure = fault(500, { type: 'api_error', message: 'Try again.' }, { 'stripe-should-retry': 'true' })
  server.answer(json(200, intent()), failure, lostConnection, json(200, refundObject()))
  expect(await stripe.send(request())).toEqual({ state: 'succeeded' })
  const keys = server.requests.slice(1).map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual(['refund-refund-1', 'refund-refund-1', 'refund-refund-1'])
})

test('gives up at the timeout, and sends nothing afterwards', async () => {
  vi.stubEnv('GATEWAY_TIMEOUT', '300')
  server.answer(lostConnection, json(200, refundObject()), json(200, refundObject()))
  expect(await stripe.send(request())).toEqual(unknown)
  const sent = server.requests.length
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(server.requests).toHaveLength(sent)
})

test('does not know the result if Stripe does not answer', async () => {
  vi.stubEnv('GATEWAY_TIMEOUT', '200')
  server.answer(noAnswer)
  expect(await stripe.send(request())).toEqual(unknown)
  server.answer(noAnswer)
  expect(await stripe.findResult(request())).toEqual(unknown)
})

test('sends nothing when the invocation has no time left', async () => {
  server.answer(json(200, refundObject()))
  const sending = runWithDeadline(1000, () => stripe.send(request()))
  await expect(sending).rejects.toMatchObject({ code: 'timeout' })
  expect(server.requests).toEqual([])
})

test('knows that nothing happened if it cannot connect', async () => {
  const { STRIPE_URL } = process.env
  vi.stubEnv('STRIPE_URL', `http://127.0.0.1:${await findFreePort()}`)
  const result = await stripe.send(request())
  vi.stubEnv('STRIPE_URL', STRIPE_URL)
  expect(result).toEqual({ state: 'unreachable' })
})

test('captures a PaymentIntent once', async () => {
  const succeededIntent = intent({ status: 'succeeded', amount_received: 1250 })
  server.answer(json(200, intent()), json(200, succeededIntent))
  expect(await stripe.send(captureRequest({ id: 'capture-1' }))).toEqual(captured(1250))
  expect(server.requests.map(({ call }) => call)).toEqual([
    'GET /v1/payment_intents/pi_1',
    'POST /v1/payment_intents/pi_1/capture',
  ])
  expect(server.requests[1]).toMatchObject({
    fields: { amount_to_capture: '1250' },
    headers: { 'idempotency-key': 'capture-capture-1' },
  })
  server.answer(json(200, succeededIntent))
  expect(await stripe.send(captureRequest())).toEqual(captured(1250))
  expect(server.requests).toHaveLength(1)
})

test('captures a charge once', async () => {
  const capturedCharge = charge({ captured: true, amount_captured: 1250 })
  server.answer(json(200, charge()), json(200, capturedCharge))
  expect(await stripe.send(captureRequest({ transactionId: 'ch_1' }))).toEqual(captured(1250))
  expect(server.requests[1]).toMatchObject({ call: 'POST /v1/charges/ch_1/capture', fields: { amount: '1250' } })
  server.answer(json(200, capturedCharge))
  expect(await stripe.send(captureRequest({ transactionId: 'ch_1' }))).toEqual(captured(1250))
  expect(server.requests).toHaveLength(1)
})

test.each(['ch_1', 'py_1'])('captures the charge %s through its PaymentIntent', async id => {
  const after = intent({ status: 'succeeded', amount_received: 1250 })
  server.answer(json(200, charge({ id, payment_intent: intent() })), json(200, after))
  expect(await stripe.send(captureRequest({ transactionId: id }))).toEqual(captured(1250))
  expect(server.requests).toMatchObject([
    { call: `GET /v1/charges/${id}`, fields: { 'expand[0]': 'payment_intent' } },
    { call: 'POST /v1/payment_intents/pi_1/capture', fields: { amount_to_capture: '1250' } },
  ])
  server.answer(json(200, charge({ id, captured: true, payment_intent: after })))
  expect(await stripe.findResult(captureRequest({ transactionId: id }))).toEqual(captured(1250))
})

describe('a part that was captured in Stripe', () => {
  test.each([
    ['a PaymentIntent', 'pi_1', intent({ status: 'succeeded', amount_received: 500 })],
    ['a charge', 'ch_1', charge({ captured: true, amount_captured: 500 })],
  ])('of %s is the result, whether it is asked for or looked up', async (_, transactionId, payment) => {
    const sent = captureRequest({ transactionId })
    server.answer(json(200, payment), json(200, payment))
    expect(await stripe.send(sent)).toEqual(captured(500))
    expect(await stripe.findResult(sent)).toEqual(captured(500))
    expect(server.requests.map(({ call }) => call.split(' ')[0])).toEqual(['GET', 'GET'])
  })

  test('leaves the rest to be captured if the payment allows several captures', async () => {
    const part = intent({ amount_capturable: 750, amount_received: 500 })
    server.answer(json(200, part))
    expect(await stripe.findResult(captureRequest())).toBeNull()
    server.answer(json(200, part), json(200, intent({ status: 'succeeded', amount_received: 1250 })))
    expect(await stripe.send(captureRequest())).toEqual(captured(1250))
    expect(server.requests[1]?.fields).toEqual({ amount_to_capture: '750' })
    server.answer(json(200, intent({ amount_capturable: 0, amount_received: 1250 })))
    expect(await stripe.send(captureRequest())).toEqual(captured(1250))
  })

  test("has Stripe's own units", async () => {
    server.answer(json(200, intent({ status: 'succeeded', amount_received: 50_000, currency: 'isk' })))
    expect(await stripe.send(captureRequest({ amount: minorUnits(900), currency: 'ISK' }))).toEqual(captured(500))
  })
})

test.each([
  ['pi_1', intent({ currency: 'usd' })],
  ['ch_1', charge({ currency: 'usd', captured: true, amount_captured: 1250 })],
])('does not capture %s, nor count what is captured of it, in another currency', async (id, payment) => {
  const sent = captureRequest({ transactionId: id })
  const result = refused('The payment has the currency usd, and the order eur.')
  server.answer(json(200, payment), json(200, payment))
  expect(await stripe.send(sent)).toEqual(result)
  expect(await stripe.findResult(sent)).toEqual(result)
  expect(server.requests.map(({ call }) => call.split(' ')[0])).toEqual(['GET', 'GET'])
})

test.each([
  ['pi_1', intent({ currency: 'usd' })],
  ['ch_1', charge({ currency: 'usd' })],
])('does not refund %s in another currency', async (transactionId, payment) => {
  server.answer(json(200, payment))
  expect(await stripe.send(request({ transactionId }))).toEqual(
    refused('The payment has the currency usd, and the order eur.'),
  )
  expect(server.requests.map(({ call }) => call.split(' ')[0])).toEqual(['GET'])
})

test.each([
  ['processing', unknown],
  ['canceled', refused('The payment is canceled after the capture.')],
])('a capture that leads to %s is %j', async (status, result) => {
  server.answer(json(200, intent()), json(200, intent({ status })))
  expect(await stripe.send(captureRequest())).toEqual(result)
})

test('does not capture a payment that is being processed', async () => {
  server.answer(json(200, intent({ status: 'processing' })))
  expect(await stripe.send(captureRequest())).toEqual(unknown)
  expect(server.requests).toHaveLength(1)
})

test.each([
  ['succeeded', captured(1250)],
  ['processing', unknown],
  ['requires_capture', null],
  ['canceled', null],
])('the result of a capture of a PaymentIntent with the status %s is %j', async (status, result) => {
  server.answer(json(200, intent({ status, amount_received: status === 'succeeded' ? 1250 : 0 })))
  expect(await stripe.findResult(captureRequest())).toEqual(result)
})

test('finds its own refund on any page of those of the payment', async () => {
  const ofOthers = Array.from({ length: 100 }, (_, n) => refundObject({ id: `re_${n}`, metadata: {} }))
  const own = refundObject({ id: 're_own', metadata: { refundId: 'refund-1' } })
  server.answer(json(200, { ...listOf(...ofOthers), has_more: true }), json(200, listOf(own)))
  expect(await stripe.findResult(request())).toEqual(succeeded)
  expect(server.requests).toMatchObject([
    { call: 'GET /v1/refunds', fields: { payment_intent: 'pi_1', limit: '100' } },
    { call: 'GET /v1/refunds', fields: { payment_intent: 'pi_1', starting_after: 're_99' } },
  ])
})

const failed = (status: string) => ({
  ...succeeded,
  failure: { status, reason: status === 'Failed' ? 'declined' : null },
})

test.each([
  ['there is none', [], null],
  ['it has another id', [{ metadata: { refundId: 'refund-2' } }], null],
  ['it has no metadata', [{ metadata: null }], null],
  [
    'it failed',
    [{ metadata: { refundId: 'refund-1' }, status: 'failed', failure_reason: 'declined' }],
    failed('Failed'),
  ],
  ['it was canceled', [{ metadata: { refundId: 'refund-1' }, status: 'canceled' }], failed('Cancelled')],
  [
    'one failed, and another did not',
    ['failed', 'succeeded'].map(status => ({ metadata: { refundId: 'refund-1' }, status })),
    succeeded,
  ],
  ['it is pending', [{ metadata: { refundId: 'refund-1' }, status: 'pending' }], succeeded],
])('looks up whether a refund was made: %s', async (_, refunds, result) => {
  server.answer(json(200, listOf(...refunds.map(refundObject))))
  expect(await stripe.findResult(request({ transactionId: 'ch_1' }))).toEqual(result)
  expect(server.requests[0]?.fields).toMatchObject({ charge: 'ch_1' })
})

test('refuses what Stripe cannot do, without a request', async () => {
  server.answer()
  expect(await stripe.send(request({ transactionId: 'txn_1' }))).toEqual(
    refused('"txn_1" is not the id of a payment in Stripe.'),
  )
  expect(await stripe.findResult(request({ transactionId: 'txn_1' }))).toBeNull()
  expect(await stripe.send(request({ amount: minorUnits(1234), currency: 'KWD' }))).toEqual(
    refused('Stripe does not take such small parts of KWD.'),
  )
  expect(server.requests).toEqual([])
})

test("sends amounts in Stripe's own units", async () => {
  server.answer(json(200, intent({ currency: 'isk' })), json(200, refundObject()))
  await stripe.send(request({ amount: minorUnits(500), currency: 'ISK' }))
  expect(server.requests[1]?.fields).toMatchObject({ amount: '50000' })
})

test.each([
  ['active', ['GET /v1/subscriptions/sub_1', 'DELETE /v1/subscriptions/sub_1']],
  ['canceled', ['GET /v1/subscriptions/sub_1']],
])('cancels a subscription that is %s', async (status, calls) => {
  const subscription = { id: 'sub_1', object: 'subscription', metadata: {} }
  server.answer(json(200, { ...subscription, status }), json(200, { ...subscription, status: 'canceled' }))
  const { tenant } = request()
  const sent = { tenant, kind: 'cancel' as const, id: 'c-1', subscription: 's-1', gatewayId: 'sub_1' }
  expect(await stripe.send(sent)).toEqual({ state: 'succeeded' })
  expect(server.requests.map(({ call }) => call)).toEqual(calls)
})
