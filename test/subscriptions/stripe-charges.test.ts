/** Tests that the invoice after a change of the interval has the amount that Stripe has charged. */

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { saveGatewayKeys } from '../../lib/payments/gateway-keys.ts'
import { type FakeStripe, json, noAnswer, startFakeStripe } from '../payments/fake-stripe.ts'
import { sendEvent } from '../support/checkout.ts'
import { pendingCount, recoverAll } from '../support/payments.ts'
import { at, get, invoices, v1Invoice } from './calls.ts'
import { change, newSubscription } from './changes.ts'

let server: FakeStripe
beforeAll(async () => {
  server = await startFakeStripe()
})
afterAll(() => {
  server.close()
  vi.restoreAllMocks()
})
beforeEach(() => {
  vi.stubEnv('GATEWAY_TIMEOUT', '10000')
  vi.spyOn(log, 'warn').mockImplementation(() => {})
})

const subscriptionWith = (price: string, metadata: object, amount: number) => ({
  id: 'sub_1',
  object: 'subscription',
  status: 'active',
  metadata,
  discounts: [],
  items: { data: [{ id: 'si_1', price: { id: price, product: 'prod_1' } }] },
  latest_invoice: {
    amount_paid: amount,
    currency: 'eur',
    lines: { data: [{ pricing: { price_details: { price } } }] },
  },
})
const before = json(200, subscriptionWith('price_old', {}, 2400))
const wanted = { amount: 10, quantity: 2, schedule: { interval: 'Year' } }

async function newStripeSubscription() {
  const subscription = await newSubscription()
  const { tenant } = subscription
  await accounts.update(tenant.account, { gatewayTest: 'stripe' })
  await saveGatewayKeys(tenant, { apiKey: 'sk_test_1', webhookSecret: null })
  return subscription
}

const cases: [string, number, object[], number][] = [
  ['a discount', 1500, [{ amount: 15, paid: true }], 15],
  ['a coupon of 100 percent', 0, [], 0],
]

test.each(cases)('with %s', async (_, amount, expected, totalSpent) => {
  const { tenant, id } = await newStripeSubscription()
  server.answer(before, json(200, subscriptionWith('price_new', {}, amount)))
  const { body } = await change('update', tenant, id, { body: wanted })
  expect(body).toMatchObject({ amount: 10, quantity: 2, schedule: { interval: 'Year' }, totalSpent })
  expect((await invoices(tenant, id)).body).toMatchObject(expected)
  expect((await invoices(tenant, id)).body).toHaveLength(expected.length)
})

/** Updates the subscription while Stripe gives no answer. Returns the id of the change, which stays under way. */
async function changeWithoutAnswer(tenant: Tenant, id: string): Promise<string | undefined> {
  vi.stubEnv('GATEWAY_TIMEOUT', '500')
  server.answer(before, noAnswer)
  expect((await change('update', tenant, id, { body: wanted })).status).toBe(504)
  vi.stubEnv('GATEWAY_TIMEOUT', '10000')
  return server.requests.at(-1)!.fields['metadata[lastChange]']
}

test.each(cases)('with %s, and recovered after a lost answer', async (_, amount, expected, totalSpent) => {
  const { tenant, id } = await newStripeSubscription()
  const lastChange = await changeWithoutAnswer(tenant, id)
  server.answer(json(200, subscriptionWith('price_new', { lastChange }, amount)))
  await recoverAll(tenant)
  expect(await pendingCount(tenant)).toBe(0)
  expect((await get(tenant, id)).body).toMatchObject({ quantity: 2, totalSpent })
  expect((await invoices(tenant, id)).body).toMatchObject(expected)
  expect((await invoices(tenant, id)).body).toHaveLength(expected.length)
})

test.each(['before', 'after'])(
  'the invoice has the number and the taxes that Stripe reports %s its settlement',
  async when => {
    const { tenant, id } = await newStripeSubscription()
    const lastChange = await changeWithoutAnswer(tenant, id)
    const taxes = [{ taxName: 'VAT', taxRate: 0.2, amount: 2.5, numberForInvoice: 'VAT 20' }]
    const reported = v1Invoice(id, { orderToken: lastChange, amount: 15, number: 'ABCD-2', taxes })
    const report = () => sendEvent(tenant, 'subscription.invoice.created', reported, at(5))
    if (when === 'before') await report()
    server.answer(json(200, subscriptionWith('price_new', { lastChange }, 1500)))
    await recoverAll(tenant)
    if (when === 'after') await report()
    expect((await invoices(tenant, id)).body).toMatchObject([{ amount: 15, paid: true, number: 'ABCD-2', taxes }])
    expect((await get(tenant, id)).body).toMatchObject({ quantity: 2, totalSpent: 15 })
  },
)
