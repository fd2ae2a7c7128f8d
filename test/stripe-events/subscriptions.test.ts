/** Tests that subscriptions in Stripe and their invoices become subscriptions of V1, with an order for each payment. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { orderTokenOfStripe, subscriptionIdOfStripe } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { type FakeStripe, startFakeStripe } from '../payments/fake-stripe.ts'
import { orderOf } from '../support/payments.ts'
import { call } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import {
  address,
  asSent,
  customer,
  invoice,
  invoiceLine,
  newStripeTenant,
  objectsOfSession,
  objectsOfSubscription,
  receive,
  sendToWebhook,
  session,
  stripeEvent,
  subscription,
  subscriptionPrice,
  time,
} from './samples.ts'

let stripe: FakeStripe
let tenant: Tenant
beforeAll(async () => {
  stripe = await startFakeStripe()
  vi.stubEnv('GATEWAY_TIMEOUT', '10000')
})
afterAll(() => stripe.close())
beforeEach(async () => {
  stripe.answer()
  stripe.objects = { ...objectsOfSubscription([renewal, invoice()]) }
  tenant = await newStripeTenant()
})

const month = 31 * 86_400
const renewal = invoice({
  id: 'in_2',
  billing_reason: 'subscription_cycle',
  created: time + month,
  number: 'ABCD1234-0002',
  payments: { data: [{ status: 'paid', payment: { type: 'payment_intent', payment_intent: 'pi_renewal' } }] },
})

const changed = (type: string, fields: object = {}, event: object = {}) =>
  stripeEvent(`customer.subscription.${type}`, subscription({ ...fields }), { ...event })
const created = (fields: object = {}) => changed('created', fields)
const paid = (sample = invoice(), event: object = {}) =>
  stripeEvent('invoice.paid', asSent(sample), { created: sample.created + 2, ...event })
const declined = (sample = invoice(), event: object = {}) =>
  stripeEvent('invoice.payment_failed', asSent({ ...sample }), { created: sample.created + 1, ...event })

const id = () => subscriptionIdOfStripe(tenant, 'sub_1')
const shown = async () => (await call('subscriptions.get', tenant, { params: { id: id() } })).body
const invoices = async () => (await call('subscriptions.invoices', tenant, { params: { id: id() } })).body
const orderOfInvoice = (invoiceId: string) => orderOf(tenant, orderTokenOfStripe(tenant, invoiceId))

test('a subscription has its price, schedule, subscriber and first order', async () => {
  await receive(tenant, created({ metadata: { source: 'shop' } }))
  expect(await shown()).toMatchObject({
    id: id(),
    gatewayId: 'sub_1',
    status: 'Active',
    name: 'Paper box',
    userDefinedId: 'BOX',
    itemId: 'si_1',
    amount: 24,
    quantity: 2,
    currency: 'eur',
    schedule: { interval: 'Month', intervalCount: 1, trialPeriodInDays: null, startsOn: '2026-08-30T20:00:10.000Z' },
    creationDate: '2026-08-30T20:00:10.000Z',
    initialOrderToken: orderTokenOfStripe(tenant, 'in_1'),
    recurringShipping: true,
    metadata: { source: 'shop' },
    user: { email: 'jane.doe@example.com' },
    cancelledOn: null,
  })
})

test.each<[string, object, object]>([
  [
    'a trial',
    { status: 'trialing', trial_start: time + 10, trial_end: time + 10 + 14 * 86_400 },
    { status: 'Active', schedule: { trialPeriodInDays: 14 } },
  ],
  [
    'a price for each quarter in yen',
    {
      currency: 'jpy',
      items: {
        data: [
          {
            id: 'si_1',
            price: subscriptionPrice({
              currency: 'jpy',
              unit_amount: 1500,
              recurring: { interval: 'month', interval_count: 3 },
            }),
          },
        ],
      },
    },
    { amount: 1500, quantity: 1, currency: 'jpy', schedule: { interval: 'Month', intervalCount: 3 } },
  ],
  [
    'several items',
    {
      items: {
        data: [
          { id: 'si_1', quantity: 2, price: subscriptionPrice() },
          { id: 'si_2', quantity: 3, price: subscriptionPrice({ id: 'price_2', unit_amount: 100 }) },
        ],
      },
    },
    { amount: 51, quantity: 1, itemId: 'si_1' },
  ],
  [
    'the plan of an old version of the API',
    {
      items: {
        data: [
          {
            id: 'si_1',
            quantity: 1,
            plan: {
              id: 'plan_1',
              amount: 700,
              currency: 'eur',
              interval: 'year',
              interval_count: 1,
              product: 'prod_box',
            },
          },
        ],
      },
      current_period_end: time + 365 * 86_400,
    },
    { amount: 7, schedule: { interval: 'Year' }, name: 'Paper box' },
  ],
])('a subscription may have %s', async (_, fields, expected) => {
  await receive(tenant, created(fields))
  expect(await shown()).toMatchObject(expected)
})

test('the amount of a price with several currencies is in the currency of the subscription', async () => {
  stripe.objects['/v1/prices/price_box'] = { id: 'price_box', currency_options: { jpy: { unit_amount: 3800 } } }
  await receive(tenant, created({ currency: 'jpy' }))
  expect(await shown()).toMatchObject({ amount: 3800, quantity: 2, currency: 'jpy' })
  expect(stripe.requests.find(({ call }) => call === 'GET /v1/prices/price_box')?.fields).toEqual({
    'expand[0]': 'currency_options',
  })
})

const packages = (round: string) => ({ unit_amount: 1000, transform_quantity: { divide_by: 10, round } })
const metered = { recurring: { interval: 'month', interval_count: 1, usage_type: 'metered' } }
const plan = { id: 'plan_1', currency: 'eur', interval: 'month', interval_count: 1, product: 'prod_box' }

test.each<[string, object[], object]>([
  ['packages that have begun', [{ quantity: 25, price: subscriptionPrice(packages('up')) }], { amount: 30 }],
  ['full packages', [{ quantity: 25, price: subscriptionPrice(packages('down')) }], { amount: 20 }],
  [
    'packages of a plan',
    [{ quantity: 25, plan: { ...plan, amount: 1000, transform_usage: { divide_by: 10, round: 'up' } } }],
    { amount: 30 },
  ],
  [
    'a part of a cent for each unit',
    [{ quantity: 10_000, price: subscriptionPrice({ unit_amount: null, unit_amount_decimal: '0.5' }) }],
    { amount: 50 },
  ],
  [
    'a part of a cent in a plan',
    [{ quantity: 100, plan: { ...plan, amount: null, amount_decimal: '1.005' } }],
    { amount: 1.01 },
  ],
  ['nothing for metered usage', [{ price: subscriptionPrice(metered) }], { amount: 0 }],
  [
    'a base price beside metered usage',
    [{ quantity: 2, price: subscriptionPrice() }, { price: subscriptionPrice({ id: 'price_2', ...metered }) }],
    { amount: 48 },
  ],
])('the amount of a subscription is what Stripe bills: %s', async (_, items, expected) => {
  const data = items.map((item, index) => ({ id: `si_${index + 1}`, ...item }))
  await receive(tenant, created({ items: { data } }))
  expect(await shown()).toMatchObject({ quantity: 1, ...expected })
})

test.each([
  ['its price has no fixed amount any more', { quantity: 2, price: subscriptionPrice({ unit_amount: null }) }],
  ['its quantity in Stripe is 0', { quantity: 0, price: subscriptionPrice() }],
])('a subscription has an amount of 0 if %s', async (_, item) => {
  await receive(tenant, created())
  const changed = subscription({ items: { data: [{ id: 'si_1', ...item }] } })
  await receive(tenant, stripeEvent('customer.subscription.updated', changed, { created: time + 500 }))
  expect(await shown()).toMatchObject({ amount: 0, currency: 'eur' })
})

test('a subscription that has not begun is not shown', async () => {
  await receive(tenant, created({ status: 'incomplete' }), changed('updated', { status: 'incomplete_expired' }))
  expect((await call('subscriptions.list', tenant)).body.totalItems).toBe(0)
})

test('a subscription that begins later has its metadata', async () => {
  const metadata = { source: 'shop' }
  const begins = stripeEvent('customer.subscription.updated', subscription({ metadata }), {
    created: time + 60,
    data: { object: subscription({ metadata }), previous_attributes: { status: 'incomplete' } },
  })
  await receive(tenant, created({ status: 'incomplete', metadata }), begins)
  expect(await shown()).toMatchObject({ status: 'Active', metadata })
})

test('an update changes quantity, price and schedule, and keeps the first order', async () => {
  const items = { data: [{ id: 'si_1', quantity: 5, price: subscriptionPrice({ unit_amount: 1000 }) }] }
  const update = changed(
    'updated',
    { items, latest_invoice: 'in_2' },
    { created: time + 90, data: { object: subscription({ items }), previous_attributes: { items: {} } } },
  )
  await receive(tenant, update, created())
  expect(await shown()).toMatchObject({
    amount: 10,
    quantity: 5,
    initialOrderToken: orderTokenOfStripe(tenant, 'in_1'),
  })
})

describe('the state of a subscription', () => {
  const pause = { behavior: 'void', resumes_at: null }
  const update = (fields: object, previous_attributes: object, at: number) =>
    changed('updated', {}, { created: time + at, data: { object: subscription({ ...fields }), previous_attributes } })

  test('is Paused while Stripe does not collect its payments', async () => {
    await receive(tenant, created(), update({ pause_collection: pause }, { pause_collection: null }, 100))
    expect(await shown()).toMatchObject({ status: 'Paused', pausedOn: '2026-08-30T20:01:40.001Z' })
    await receive(tenant, update({ pause_collection: pause, quantity: 1 }, { quantity: 2 }, 200))
    expect(await shown()).toMatchObject({ status: 'Paused', pausedOn: '2026-08-30T20:01:40.001Z' })
    await receive(tenant, update({}, { pause_collection: pause }, 300))
    expect(await shown()).toMatchObject({ status: 'Active' })
  })

  test('stays Paused since the same time if only the status in Stripe changes', async () => {
    const status = 'past_due'
    await receive(
      tenant,
      created({ status }),
      update({ status, pause_collection: pause }, { pause_collection: null }, 100),
    )
    await receive(tenant, update({ pause_collection: pause }, { status }, 200))
    expect(await shown()).toMatchObject({ status: 'Paused', pausedOn: '2026-08-30T20:01:40.001Z' })
  })

  test('is Paused if it begins while Stripe does not collect its payments', async () => {
    const fields = { pause_collection: pause }
    await receive(tenant, created({ ...fields, status: 'incomplete' }), update(fields, { status: 'incomplete' }, 100))
    expect(await shown()).toMatchObject({ status: 'Paused' })
  })

  test('is Paused after a trial without a payment method, until it is resumed', async () => {
    await receive(tenant, created(), changed('paused', { status: 'paused' }, { created: time + 100 }))
    expect(await shown()).toMatchObject({ status: 'Paused' })
    await receive(tenant, changed('resumed', {}, { created: time + 200 }))
    expect(await shown()).toMatchObject({ status: 'Active' })
  })

  test('and its metadata stay as this API has changed them, whatever else is updated', async () => {
    await receive(tenant, created())
    const params = { id: id() }
    const note = { note: 'VIP' }
    expect(
      await call('subscriptions.update', tenant, {
        params,
        body: { amount: 24, schedule: { interval: 'Month' }, metadata: note },
      }),
    ).toMatchObject({ status: 200 })
    expect(await call('subscriptions.pause', tenant, { params })).toMatchObject({ body: { status: 'Paused' } })
    const now = Math.floor(Date.now() / 1000) - time
    const own = { lastChange: randomUUID() }
    await receive(tenant, update({ metadata: own }, { metadata: {}, discounts: [] }, now + 60))
    expect(await shown()).toMatchObject({ status: 'Paused', metadata: note })
    await receive(tenant, update({ metadata: { ...own, note: 'new' } }, { metadata: { note: null } }, now + 120))
    expect(await shown()).toMatchObject({ status: 'Paused', metadata: { note: 'new' } })
  })

  test('has no metadata any more once its last key was removed in Stripe', async () => {
    await receive(tenant, created({ metadata: { a: '1', b: '2' } }))
    await receive(tenant, update({ metadata: { a: '1' } }, { metadata: { b: '2' } }, 100))
    expect(await shown()).toMatchObject({ metadata: { a: '1' } })
    const own = { lastChange: randomUUID() }
    await receive(tenant, update({ metadata: own }, { metadata: { a: '1' } }, 200))
    expect(await shown()).toMatchObject({ metadata: null })
  })

  test('is Canceled once it has ended, and no later event changes that', async () => {
    const ended = { status: 'canceled', canceled_at: time + 50, ended_at: time + 100 }
    await receive(tenant, changed('deleted', ended, { created: time + 100 }), created())
    expect(await shown()).toMatchObject({ status: 'Canceled', cancelledOn: '2026-08-30T20:01:40.000Z' })
    await receive(tenant, changed('resumed', {}, { created: time + 200 }))
    expect(await shown()).toMatchObject({ status: 'Canceled' })
  })
})

describe('a paid invoice', () => {
  test('is an order and an invoice of the subscription', async () => {
    await receive(tenant, created(), paid(renewal))
    await updateTallies(tenant)
    expect(await orderOfInvoice('in_2')).toMatchObject({
      status: 'Processed',
      paymentStatus: 'Paid',
      invoiceNumber: 'ABCD1234-0002',
      paymentTransactionId: 'pi_renewal',
      finalGrandTotal: 48,
      itemsTotal: 48,
      isRecurringOrder: true,
      subscriptionId: id(),
      email: 'jane.doe@example.com',
      taxes: [{ taxName: 'VAT', taxRate: 0.19, amount: 7.66, includedInPrice: true }],
      items: [{ id: 'BOX', name: 'Paper box', price: 24, quantity: 2, totalPrice: 48, hasTaxesIncluded: true }],
    })
    expect(await invoices()).toMatchObject([
      { orderToken: orderTokenOfStripe(tenant, 'in_2'), amount: 48, paid: true, number: 'ABCD1234-0002' },
    ])
    expect(await shown()).toMatchObject({ totalSpent: 48 })
  })

  test('that was declined before is one order and one invoice', { tags: ['long'] }, async () => {
    await receive(tenant, created(), declined(renewal))
    expect(await orderOfInvoice('in_2')).toMatchObject({ status: 'Pending', paymentStatus: 'Failed' })
    await updateTallies(tenant)
    expect(await invoices()).toMatchObject([{ paid: false }])
    await receive(tenant, paid(renewal), declined(renewal))
    await updateTallies(tenant)
    expect(await orderOfInvoice('in_2')).toMatchObject({ status: 'Processed', paymentStatus: 'Paid' })
    expect(await invoices()).toMatchObject([{ paid: true }])
  })

  test('of 0 is ignored, as nothing was paid, unless it is the first', async () => {
    stripe.objects = objectsOfSubscription([{ ...renewal, total: 0 }, invoice({ total: 0 })])
    await receive(tenant, created(), paid({ ...renewal, total: 0 }), paid(invoice({ total: 0 })))
    expect((await call('orders.list', tenant)).body.totalItems).toBe(1)
    expect(await orderOfInvoice('in_1')).toMatchObject({ finalGrandTotal: 0, isRecurringOrder: false })
  })

  test('shows credits and discounts as a rebate', async () => {
    const credit = { id: 'il_2', amount: -1200, quantity: 1, description: 'Unused time', taxes: [] }
    const discounts = [{ id: 'di_1', source: { coupon: { id: 'TEN', name: 'Ten' } }, promotion_code: null }]
    const update = { ...renewal, billing_reason: 'subscription_update', total: 3100, discounts }
    const sample = invoice({ ...update, total_discount_amounts: [{ amount: 500, discount: 'di_1' }] })
    stripe.objects = objectsOfSubscription([sample])
    stripe.objects['/v1/invoices/in_2/lines'] = [invoiceLine(), invoiceLine(credit)]
    await receive(tenant, paid(sample))
    expect(await orderOfInvoice('in_2')).toMatchObject({
      itemsTotal: 48,
      rebateAmount: 17,
      finalGrandTotal: 31,
      items: [{ id: 'BOX' }],
      discounts: [{ name: 'Ten', amountSaved: 5 }],
    })
  })

  test('may have credits from which a discount is taken back', async () => {
    const credit = { id: 'il_2', amount: -1000, quantity: 1, description: 'Unused time', taxes: [] }
    const discounts = [{ id: 'di_1', source: { coupon: { id: 'TEN', name: 'Ten' } }, promotion_code: null }]
    const update = { ...renewal, billing_reason: 'subscription_update', total: 4000, discounts }
    const sample = invoice({ ...update, total_discount_amounts: [{ amount: -200, discount: 'di_1' }] })
    stripe.objects = objectsOfSubscription([sample])
    stripe.objects['/v1/invoices/in_2/lines'] = [invoiceLine(), invoiceLine(credit)]
    await receive(tenant, paid(sample))
    const expected = { itemsTotal: 48, rebateAmount: 8, finalGrandTotal: 40, discounts: [] }
    expect(await orderOfInvoice('in_2')).toMatchObject(expected)
  })

  test('of a change that this API has requested is the invoice that it has stored', async () => {
    const change = randomUUID()
    const sample = { ...renewal, billing_reason: 'subscription_update' }
    await receive(tenant, created(), paid(sample, { request: { id: 'req_1', idempotency_key: `change-${change}` } }))
    expect(await invoices()).toMatchObject([{ orderToken: change, amount: 48 }])
    expect(await orderOf(tenant, change)).toMatchObject({ finalGrandTotal: 48 })
  })

  test('without a subscription is ignored', async () => {
    await receive(tenant, paid(invoice({ parent: null })))
    expect(stripe.requests).toEqual([])
  })

  test('of an old version of the API names its subscription itself', async () => {
    const { parent, ...sent } = asSent(invoice())
    await receive(tenant, stripeEvent('invoice.paid', { ...sent, subscription: 'sub_1' }))
    expect(await orderOfInvoice('in_1')).toMatchObject({ subscriptionId: id(), paymentTransactionId: 'pi_sub' })
  })
})

describe('a session that starts a subscription and its first invoice', () => {
  const started = (fields: object = {}) =>
    session({
      mode: 'subscription',
      subscription: 'sub_1',
      payment_intent: null,
      invoice: invoice(),
      amount_total: 4800,
      shipping_cost: null,
      ...fields,
    })
  const completed = () => stripeEvent('checkout.session.completed', asSent(started()), { created: time + 12 })
  beforeEach(() => void Object.assign(stripe.objects, objectsOfSession(started())))

  const expectOneOrder = async () => {
    await updateTallies(tenant)
    expect((await call('orders.list', tenant)).body.items).toHaveLength(1)
    expect(await orderOfInvoice('in_1')).toMatchObject({
      status: 'Processed',
      paymentStatus: 'Paid',
      invoiceNumber: 'ABCD1234-0001',
      paymentTransactionId: 'pi_sub',
      subscriptionId: id(),
      lang: 'de',
      items: [{ id: 'TEE', uniqueId: 'li_1' }],
    })
    expect(await invoices()).toMatchObject([{ orderToken: orderTokenOfStripe(tenant, 'in_1'), paid: true }])
    expect(await shown()).toMatchObject({ initialOrderToken: orderTokenOfStripe(tenant, 'in_1'), totalSpent: 48 })
  }

  test('are one order with the details of the session, whichever arrives first', async () => {
    await receive(tenant, created(), paid(invoice(), { created: time + 12 }), completed())
    await expectOneOrder()
    tenant = await newStripeTenant()
    await receive(tenant, completed(), paid(invoice(), { created: time + 12 }), created())
    await expectOneOrder()
  })

  test('are an unpaid order until the invoice is paid', async () => {
    Object.assign(stripe.objects, objectsOfSession(started({ payment_status: 'unpaid' })))
    const unpaid = stripeEvent('checkout.session.completed', asSent(started({ payment_status: 'unpaid' })))
    await receive(tenant, created(), { ...unpaid, created: time + 12 }, declined(invoice(), { created: time + 20 }))
    expect(await orderOfInvoice('in_1')).toMatchObject({ status: 'Pending', paymentStatus: 'Failed' })
    await receive(tenant, paid(invoice(), { created: time + 100 }))
    await expectOneOrder()
  })

  test.each([
    ['succeeds', 'checkout.session.async_payment_succeeded', { paymentStatus: 'Paid' }],
    ['fails', 'checkout.session.async_payment_failed', { paymentStatus: 'Failed' }],
  ])('are a sale of the day of the checkout if a debit %s days later', async (_, type, expected) => {
    const unpaid = started({ payment_status: 'unpaid' })
    Object.assign(stripe.objects, objectsOfSession(unpaid))
    const begun = stripeEvent('checkout.session.completed', asSent(unpaid), { created: time + 12 })
    await receive(tenant, begun, stripeEvent(type, asSent({ ...unpaid }), { created: time + 5 * 86_400 }))
    const completionDate = new Date(invoice().created * 1000).toISOString()
    expect(await orderOfInvoice('in_1')).toMatchObject({ ...expected, completionDate })
  })
})

test('a renewal is completed when its invoice is created, however often its payment is collected', async () => {
  await receive(tenant, created(), declined(renewal), declined(renewal, { created: renewal.created + 4 * 86_400 }))
  const completionDate = new Date(renewal.created * 1000).toISOString()
  expect(await orderOfInvoice('in_2')).toMatchObject({ paymentStatus: 'Failed', completionDate })
  await receive(tenant, paid(renewal, { created: renewal.created + 8 * 86_400 }))
  expect(await orderOfInvoice('in_2')).toMatchObject({ paymentStatus: 'Paid', completionDate })
})

test.each(['in_2', 'in_1'])(
  'a payment of %s changes only the payment of an order that was changed meanwhile',
  async id => {
    const sample = id === 'in_1' ? invoice() : { ...renewal, metadata: { plan: 'a' } }
    const started = session({ mode: 'subscription', subscription: 'sub_1', payment_intent: null, invoice: invoice() })
    Object.assign(stripe.objects, objectsOfSession({ ...started, payment_status: 'unpaid' }))
    const unpaid = asSent({ ...started, payment_status: 'unpaid' })
    const begun = stripeEvent('checkout.session.completed', unpaid, { created: time + 11 })
    await receive(tenant, created(), begun, declined(sample))
    expect(await orderOfInvoice(id)).toMatchObject({ status: 'Pending', paymentStatus: 'Failed' })
    const changed = { status: 'Shipped', trackingNumber: 'T1', metadata: { erp: 1 } }
    await call('orders.update', tenant, { params: { token: orderTokenOfStripe(tenant, id) }, body: changed })
    const now = Math.floor(Date.now() / 1000)
    await receive(tenant, declined(sample, { created: now + 60 }))
    expect(await orderOfInvoice(id)).toMatchObject({ ...changed, paymentStatus: 'Failed' })
    await receive(tenant, paid(sample, { created: now + 120 }))
    expect(await orderOfInvoice(id)).toMatchObject({ ...changed, paymentStatus: 'Paid' })
  },
)

test('a renewal that is paid with another payment is refunded with this payment', async () => {
  const payments = (status: string, payment_intent: string) => ({
    data: [{ status, payment: { type: 'payment_intent', payment_intent } }],
  })
  const open = { ...renewal, payments: payments('open', 'pi_declined') } as typeof renewal
  stripe.objects = objectsOfSubscription([open])
  await receive(tenant, created(), declined(open))
  stripe.objects = objectsOfSubscription([renewal])
  await receive(tenant, paid(renewal, { created: renewal.created + 86_400 }))
  expect(await orderOfInvoice('in_2')).toMatchObject({ paymentStatus: 'Paid', paymentTransactionId: 'pi_renewal' })
})

test('a first payment that fails without a session is no order', async () => {
  await receive(tenant, declined())
  expect((await call('orders.list', tenant)).body.totalItems).toBe(0)
})

test('a deleted customer leaves a subscription without an address', async () => {
  stripe.objects['/v1/customers/cus_1'] = { id: 'cus_1', object: 'customer', deleted: true }
  await receive(tenant, created())
  expect(await shown()).toMatchObject({ status: 'Active', user: { email: '' } })
})

test.each<[string, object]>([
  ['without items', { items: { data: [] } }],
  ['without a price', { items: { data: [{ id: 'si_1', quantity: 1 }] } }],
  [
    'with an unknown interval',
    {
      items: {
        data: [{ id: 'si_1', price: subscriptionPrice({ recurring: { interval: 'eon', interval_count: 1 } }) }],
      },
    },
  ],
  ['with a negative price', { items: { data: [{ id: 'si_1', price: subscriptionPrice({ unit_amount: -1 }) }] } }],
])('rejects a subscription %s', async (_, fields) => {
  expect(await sendToWebhook(tenant, created(fields))).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
  expect(stripe.requests).toEqual([])
})

test('the customer of a subscription is the buyer of its orders', async () => {
  stripe.objects['/v1/customers/cus_1'] = customer({ name: 'Jane A. Doe' })
  await receive(tenant, created(), paid())
  await updateTallies(tenant)
  const { items } = (await call('customers.list', tenant)).body
  expect(items).toMatchObject([
    { email: 'jane.doe@example.com', statistics: { ordersCount: 1, subscriptionsCount: 1 } },
  ])
})

describe('the addresses of a customer', () => {
  const addressesShown = async () => {
    await updateTallies(tenant)
    const [{ id, billingAddress, shippingAddress }] = (await call('customers.list', tenant)).body.items
    return { id, billing: billingAddress.address1, shipping: shippingAddress.address1, name: billingAddress.fullName }
  }
  const later = { created: time + month }

  test.each([
    ['only a name', null],
    ['only a billing address', address({ line1: 'Elsewhere 1' })],
  ])('stay those of the checkout if Stripe has %s', async (_, known) => {
    const started = session({ mode: 'subscription', subscription: 'sub_1', payment_intent: null, invoice: invoice() })
    const next = { ...renewal, customer_address: known }
    Object.assign(stripe.objects, objectsOfSubscription([next as typeof renewal, invoice()]), objectsOfSession(started))
    stripe.objects['/v1/customers/cus_1'] = customer({ address: known })
    await receive(tenant, stripeEvent('checkout.session.completed', asSent(started), { created: time + 13 }))
    const before = await addressesShown()
    await receive(tenant, changed('updated', {}, later), paid(next as typeof renewal))
    expect(await addressesShown()).toEqual(before)
  })

  test('stay as the API has set them, whatever is updated later', async () => {
    await receive(tenant, created())
    const body = { email: 'jane.doe@example.com', billingAddress: { address1: '77 New Road' } }
    await call('customers.update', tenant, { params: { id: (await addressesShown()).id }, body })
    const now = Math.floor(Date.now() / 1000)
    await receive(tenant, changed('updated', {}, { created: now + 60 }), paid(renewal, { created: now + 120 }))
    expect(await addressesShown()).toMatchObject({ billing: '77 New Road' })
  })
})
