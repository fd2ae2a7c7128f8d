import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { minorUnits } from '../../lib/core/money.ts'
import type { AccountId } from '../../lib/core/tenant.ts'
import type { SubscriptionTerms } from '../../lib/payments/gateway.ts'
import { connectStripe } from '../../lib/payments/stripe.ts'
import { type FakeStripe, fault, json, lostConnection, startFakeStripe } from './fake-stripe.ts'

let server: FakeStripe
beforeAll(async () => {
  server = await startFakeStripe()
})
afterAll(() => server.close())
beforeEach(() => void vi.stubEnv('GATEWAY_TIMEOUT', '10000'))

const stripe = connectStripe({ apiKey: 'sk_test_1' })
const request = {
  tenant: { account: 1001 as AccountId, mode: 'Test' as const },
  id: 'c-1',
  subscription: 's-1',
  gatewayId: 'sub_1',
}
const [pause, resume, cancel] = (['pause', 'resume', 'cancel'] as const).map(kind => ({ ...request, kind }))

const discount = (id: string, coupon: string | object) => ({ id, source: { type: 'coupon', coupon } })
const own = [discount('di_1', 'SUMMER'), discount('di_2', { id: 'WELCOME' })]
const paused = discount('di_3', 'back-office-pause')

const subscription = (fields: object = {}) => ({
  id: 'sub_1',
  object: 'subscription',
  status: 'active',
  metadata: {},
  discounts: [],
  items: { data: [{ id: 'si_1', price: { id: 'price_old', product: 'prod_1' } }] },
  ...fields,
})
const reply = (fields?: object) => json(200, subscription(fields))
const coupon = json(200, { id: 'back-office-pause' })

/** Returns the discounts in the last request, which must be the change of the subscription. */
function sentDiscounts() {
  const { call, fields } = server.requests.at(-1)!
  expect(call).toBe('POST /v1/subscriptions/sub_1')
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name.startsWith('discounts')))
}

const ownDiscounts = { 'discounts[0][discount]': 'di_1', 'discounts[1][discount]': 'di_2' }
const pausedDiscounts = { ...ownDiscounts, 'discounts[2][coupon]': 'back-office-pause' }

test('pausing adds a coupon of 100 percent to the discounts of the buyer', async () => {
  server.answer(reply({ discounts: own }), coupon, reply())
  expect(await stripe.send(pause!)).toEqual({ state: 'succeeded' })
  expect(server.requests[0]).toMatchObject({
    call: 'GET /v1/subscriptions/sub_1',
    fields: { 'expand[0]': 'discounts' },
  })
  expect(sentDiscounts()).toEqual(pausedDiscounts)
})

test('resuming takes off this coupon only', async () => {
  server.answer(reply({ discounts: [own[0], paused, own[1]] }), reply())
  expect(await stripe.send(resume!)).toEqual({ state: 'succeeded' })
  expect(sentDiscounts()).toEqual(ownDiscounts)
})

test('resuming clears the discounts if there is no other', async () => {
  server.answer(reply({ discounts: [paused] }), reply())
  expect(await stripe.send(resume!)).toEqual({ state: 'succeeded' })
  expect(sentDiscounts()).toEqual({ discounts: '' })
})

test('resuming also ends a pause that was made in Stripe', async () => {
  const pauseInStripe = { behavior: 'void', resumes_at: null }
  server.answer(reply({ pause_collection: pauseInStripe }), reply())
  expect(await stripe.send(resume!)).toEqual({ state: 'succeeded' })
  expect(server.requests.at(-1)!.fields).toMatchObject({ pause_collection: '' })
  server.answer(reply({ pause_collection: pauseInStripe }), coupon, reply())
  expect(await stripe.send(pause!)).toEqual({ state: 'succeeded' })
  expect(server.requests.at(-1)!.fields).not.toHaveProperty('pause_collection')
})

test.each([
  ['pause', pause!, pausedDiscounts],
  ['resume', resume!, ownDiscounts],
])('a repeated %s has the same parameters, whether the coupon is there or not', async (_, sent, expected) => {
  for (const discounts of [own, [...own, paused], [paused, ...own]]) {
    const coupons = sent.kind === 'pause' ? [coupon] : []
    server.answer(reply({ discounts }), ...coupons, reply())
    expect(await stripe.send(sent)).toEqual({ state: 'succeeded' })
    expect(sentDiscounts()).toEqual(expected)
    expect(server.requests.at(-1)!.headers['idempotency-key']).toBe(`${sent.kind}-c-1`)
  }
})

test.each([pause!, resume!])('does not $kind again what another process has changed meanwhile', async sent => {
  server.answer(reply({ metadata: { lastChange: 'c-1' }, discounts: [...own, paused] }))
  expect(await stripe.send(sent)).toEqual({ state: 'succeeded' })
  expect(server.requests).toHaveLength(1)
})

const missing = fault(404, {
  type: 'invalid_request_error',
  code: 'resource_missing',
  message: 'No such subscription.',
})
test('a cancellation whose answer is lost succeeds, although Stripe no longer finds the subscription to cancel', async () => {
  server.answer(reply(), lostConnection, missing, reply({ status: 'canceled' }))
  expect(await stripe.send(cancel!)).toEqual({ state: 'succeeded' })
  expect(server.requests.map(({ call }) => call.split(' ')[0])).toEqual(['GET', 'DELETE', 'DELETE', 'GET'])
})

test.each([
  ['is not canceled', reply()],
  ['is gone', missing],
])('a cancellation is refused if Stripe does not find the subscription, which %s', async (_, answer) => {
  server.answer(reply(), missing, answer)
  expect(await stripe.send(cancel!)).toEqual({ state: 'refused', reason: 'No such subscription.' })
})

test('the result of a cancellation is unknown if Stripe does not show the subscription afterwards', async () => {
  server.answer(reply(), lostConnection, missing, fault(500, { type: 'api_error', message: 'Internal error.' }))
  expect(await stripe.send(cancel!)).toEqual({ state: 'unknown' })
})

const terms: SubscriptionTerms = {
  amount: minorUnits(1000),
  quantity: 2,
  currency: 'EUR',
  interval: 'Year',
  intervalCount: 1,
  chargesNow: true,
  trialEnd: null,
  isPaused: false,
}
const change = (fields: Partial<SubscriptionTerms> = {}) => ({
  ...request,
  kind: 'change' as const,
  terms: { ...terms, ...fields },
})

/** Returns the subscription after the change, with its latest invoice. */
const changed = (amount: number, { currency = 'eur', price = 'price_new' } = {}) => ({
  status: 'active',
  metadata: { lastChange: 'c-1' },
  items: { data: [{ id: 'si_1', price: { id: 'price_new', product: 'prod_1' } }] },
  latest_invoice: {
    id: 'in_1',
    amount_paid: amount,
    currency,
    lines: { data: [{ pricing: null }, { pricing: { price_details: { price } } }] },
  },
})
const charged = (amount: number) => ({ state: 'succeeded', charged: amount })

test.each([
  ['the amount of all units', terms, changed(2000), charged(2000)],
  ['less with a discount', terms, changed(1500), charged(1500)],
  ['more with a tax', terms, changed(2380), charged(2380)],
  ['nothing while it is paused', terms, changed(0), charged(0)],
  ['krónur', { currency: 'ISK' }, changed(200_000, { currency: 'isk' }), charged(2000)],
  ['ariary', { currency: 'MGA' }, changed(20, { currency: 'mga' }), charged(2000)],
  ['nothing without a new invoice', terms, changed(2400, { price: 'price_old' }), { state: 'succeeded' }],
  ['nothing without an invoice', terms, { ...changed(0), latest_invoice: null }, { state: 'succeeded' }],
  ['nothing for a price only', { chargesNow: false }, changed(2400), { state: 'succeeded' }],
])('the result of a change is what Stripe has charged: %s', async (_, fields, after, result) => {
  server.answer(reply(), reply(after))
  expect(await stripe.send(change(fields))).toEqual(result)
  expect(server.requests.at(-1)).toMatchObject({
    call: 'POST /v1/subscriptions/sub_1',
    fields: { 'expand[1]': 'latest_invoice', 'metadata[lastChange]': 'c-1' },
  })
  server.answer(reply(after))
  expect(await stripe.findResult(change(fields))).toEqual(result)
  expect(server.requests).toMatchObject([{ fields: { 'expand[1]': 'latest_invoice' } }])
  server.answer(reply(after))
  expect(await stripe.send(change(fields))).toEqual(result)
  expect(server.requests).toHaveLength(1)
})

const item = (price: object) => ({ id: 'si_1', price: { id: 'price_old', product: 'prod_1', ...price } })

test.each<[string, Parameters<typeof stripe.send>[0], object]>([
  ['a change of a subscription with several items', change(), { items: { data: [item({}), item({})] } }],
  ['a change of a price with tiers', change(), { items: { data: [item({ unit_amount: null })] } }],
  [
    'a change of a price for packages',
    change(),
    { items: { data: [item({ unit_amount: 1000, transform_quantity: { divide_by: 10, round: 'up' } })] } },
  ],
  [
    'a change of a metered price',
    change(),
    { items: { data: [item({ unit_amount: 10, recurring: { usage_type: 'metered' } })] } },
  ],
  ['the resumption of a trial that ended without a payment method', resume!, { status: 'paused' }],
])('%s is refused, because it must be made in Stripe', async (_, sent, fields) => {
  server.answer(reply(fields))
  expect(await stripe.send(sent)).toMatchObject({ state: 'refused', reason: expect.stringMatching(/in Stripe\.$/) })
  expect(server.requests).toHaveLength(1)
})

test.each([
  ['inclusive', 'inclusive'],
  [null, undefined],
])('the new price includes taxes as the former price did: %s', async (before, expected) => {
  server.answer(reply({ items: { data: [item({ tax_behavior: before })] } }), reply(changed(2000)))
  await stripe.send(change())
  expect(server.requests.at(-1)!.fields['items[0][price_data][tax_behavior]']).toBe(expected)
})

const free = { items: { data: [{ ...item({ unit_amount: 0 }), current_period_end: 1_900_000_000 }] } }
const isFree = minorUnits(0)
test.each<[string, object, Partial<SubscriptionTerms>, string | undefined]>([
  ['starts with the next invoice', free, { chargesNow: false }, '1900000000'],
  ['starts after the trial', { ...free, status: 'trialing' }, { chargesNow: false }, undefined],
  ['starts at the requested time', free, { chargesNow: false, trialEnd: '2099-05-01T00:00:00.000Z' }, '4081276800'],
  ['starts now with another interval', free, {}, undefined],
  ['remains 0', free, { chargesNow: false, amount: isFree }, undefined],
])('a price that was 0 %s', async (_, before, fields, expected) => {
  server.answer(reply(before), reply(changed(2000)))
  await stripe.send(change(fields))
  expect(server.requests.at(-1)!.fields.trial_end).toBe(expected)
})

const trialEnd = '2099-05-01T00:00:00.000Z'
test.each([
  ['ends for another interval', 'trialing', {}, 'now'],
  ['goes on for another price', 'trialing', { chargesNow: false }, undefined],
  ['gets the requested end', 'trialing', { chargesNow: false, trialEnd }, `${Date.parse(trialEnd) / 1000}`],
  ['is not mentioned if there is none', 'active', {}, undefined],
])('a trial %s', async (_, status, fields, expected) => {
  server.answer(reply({ status }), reply(changed(2000)))
  await stripe.send(change(fields))
  expect(server.requests.at(-1)!.fields.trial_end).toBe(expected)
})
