import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AccountId } from '../../lib/core/ids.ts'
import { connectStripe } from '../../lib/payments/stripe.ts'
import { type FakeStripe, json, startFakeStripe } from './fake-stripe.ts'

let server: FakeStripe
beforeAll(async () => {
  server = await startFakeStripe()
})
afterAll(() => server.close())
beforeEach(() => void vi.stubEnv('GATEWAY_TIMEOUT', '10000'))

const stripe = connectStripe('sk_test_1')
const request = {
  tenant: { account: 1001 as AccountId, mode: 'Test' as const },
  ...{ id: 'c-1', subscription: 's-1', gatewayId: 'sub_1' },
}
const [pause, resume] = (['pause', 'resume'] as const).map(kind => ({ ...request, kind }))

const discount = (id: string, coupon: string | object) => ({ id, source: { type: 'coupon', coupon } })
const own = [discount('di_1', 'SUMMER'), discount('di_2', { id: 'WELCOME' })]
const paused = discount('di_3', 'back-office-pause')

const subscription = (fields: object = {}) => ({
  ...{ id: 'sub_1', object: 'subscription', status: 'active', metadata: {}, discounts: [] },
  items: { data: [{ id: 'si_1', price: { id: 'price_old', product: 'prod_1' } }] },
  ...fields,
})
const reply = (fields?: object) => json(200, subscription(fields))
const coupon = json(200, { id: 'back-office-pause' })

/** What was sent to change the subscription. */
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

test.each([pause!, resume!])(
  'does not $kind again what another process has changed meanwhile',
  async sent => {
    server.answer(reply({ metadata: { lastChange: 'c-1' }, discounts: [...own, paused] }))
    expect(await stripe.send(sent)).toEqual({ state: 'succeeded' })
    expect(server.requests).toHaveLength(1)
  },
)
