/** Tests that completed Checkout sessions in Stripe become orders, and expired sessions become abandoned carts. */

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { orderTokenOfStripe } from '../../lib/core/ids.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { type FakeStripe, fault, json, lostConnection, startFakeStripe } from '../payments/fake-stripe.ts'
import { sendEvent } from '../support/checkout.ts'
import { collectMetrics } from '../support/metrics.ts'
import { capture, orderOf, refund as requestRefund } from '../support/payments.ts'
import { call } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import {
  address,
  asSent,
  lineItem,
  newStripeTenant,
  objectsOfSession,
  paymentIntent,
  price,
  product,
  receive,
  sendToWebhook,
  session,
  stripeEvent,
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
  stripe.objects = {}
  tenant = await newStripeTenant()
})

const completed = (sample = session(), fields: object = {}) =>
  stripeEvent('checkout.session.completed', asSent({ ...sample, ...fields }))

/** Prepares a session at the fake Stripe, and sends the event about it. Returns the order. */
async function complete(fields: object = {}, lines?: object[]) {
  const sample = session({ ...fields })
  Object.assign(stripe.objects, objectsOfSession(sample, lines))
  await receive(tenant, completed(sample))
  return orderOf(tenant, orderTokenOfStripe(tenant, sample.id))
}

test('a paid session is an order with its items, addresses, shipping, taxes and payment', async () => {
  const order = await complete({ metadata: { campaign: 'autumn' }, client_reference_id: 'cart-7' })
  expect(order).toMatchObject({
    status: 'Processed',
    paymentStatus: 'Paid',
    creationDate: '2026-08-30T20:00:00.000Z',
    completionDate: '2026-08-30T20:01:00.001Z',
    invoiceNumber: 'CS-f6g7h8i9j0',
    email: 'jane.doe@example.com',
    currency: 'eur',
    lang: 'de',
    finalGrandTotal: 52.6,
    grandTotal: 52.6,
    itemsTotal: 40,
    subtotal: 40,
    shippingFees: 5,
    shippingMethod: 'Parcel',
    shippingRateUserDefinedId: 'shr_1',
    taxesTotal: 7.6,
    taxes: [{ taxName: 'VAT', taxRate: 0.19, amount: 7.6, includedInPrice: false }],
    paymentTransactionId: 'pi_1',
    paymentMethod: 'CreditCard',
    paymentGatewayUsed: 'Stripe',
    cardHolderName: 'Jane Doe',
    cardType: 'visa',
    creditCardLast4Digits: '4242',
    metadata: { campaign: 'autumn', client_reference_id: 'cart-7' },
    billingAddress: { fullName: 'Jane Doe', address1: '1 Example Street', city: 'Bremen', province: 'HB' },
    shippingAddress: { fullName: 'John Doe', city: 'Hamburg', postalCode: '28201', country: 'DE' },
    isRecurringOrder: false,
    subscriptionId: null,
  })
  expect(order.items).toMatchObject([
    {
      id: 'TEE',
      uniqueId: 'li_1',
      name: 'Classic tee',
      description: 'Organic cotton',
      image: 'https://shop.example/tee.jpg',
      url: 'https://shop.example/tee',
      price: 20,
      unitPrice: 20,
      quantity: 2,
      totalPrice: 40,
      totalPriceWithoutTaxes: 40,
      taxable: true,
      taxes: ['VAT'],
      hasTaxesIncluded: false,
      shippable: true,
    },
  ])
  await updateTallies(tenant)
  const { body } = await call('customers.list', tenant)
  expect(body.items).toMatchObject([{ email: 'jane.doe@example.com', statistics: { ordersCount: 1 } }])
  expect((await call('products.get', tenant, { params: { id: await productId('TEE') } })).body.name).toBe('Classic tee')
})

const productId = async (userDefinedId: string) =>
  (await call('products.list', tenant)).body.items.find((one: any) => one.userDefinedId === userDefinedId).id

test('the same event, another one of the session, and one that lost the first reply change nothing', async () => {
  const first = await complete()
  await receive(tenant, completed(), completed())
  const orders = await call('orders.list', tenant)
  expect(orders.body.items).toEqual([{ ...first, modificationDate: orders.body.items[0].modificationDate }])
})

describe('the product of an item', () => {
  test.each([
    ['without a sku is the price', product({ metadata: {} }), { id: 'price_tee', name: 'Classic tee' }],
    ['with a blank sku is the price', product({ metadata: { sku: ' ' } }), { id: 'price_tee' }],
    ['that was deleted is the price', { id: 'prod_tee', deleted: true }, { id: 'price_tee', name: 'A tee' }],
    ['that is not expanded is the price', 'prod_tee', { id: 'price_tee', name: 'A tee' }],
  ])('%s', async (_, sample, expected) => {
    const line = lineItem({ description: 'A tee', price: price({ product: sample }) })
    expect((await complete({}, [line])).items).toMatchObject([expected])
  })
})

test.each([
  [true, null, true],
  [false, null, false],
  [true, false, false],
  [false, true, true],
])('with a shipping address (%s), a product that says %s is shipped (%s)', async (hasAddress, shippable, expected) => {
  const collected_information = hasAddress ? session().collected_information : null
  const line = lineItem({ price: price({ product: product({ shippable }) }) })
  expect((await complete({ collected_information }, [line])).items).toMatchObject([{ shippable: expected }])
})

test('an item without a price of its own has that of its sum', async () => {
  const line = lineItem({ price: price({ unit_amount: null }), quantity: 3, amount_subtotal: 1000 })
  expect((await complete({}, [line])).items).toMatchObject([{ price: 3.33, quantity: 3, totalPrice: 10 }])
})

test.each([
  ['jpy', 1500, 1500],
  ['isk', 150_000, 1500],
  ['kwd', 15_000, 15],
])('amounts in %s have the decimals of the currency', async (currency, amount, expected) => {
  const line = lineItem({ currency, amount_subtotal: amount, quantity: 1, price: price({ unit_amount: amount }) })
  const totals = { amount_discount: 0, amount_tax: 0, amount_shipping: 0 }
  const amounts = { amount_subtotal: amount, amount_total: amount, shipping_cost: null, total_details: totals }
  const order = await complete({ currency, ...amounts }, [line])
  expect(order).toMatchObject({ currency, finalGrandTotal: expected, taxes: [], items: [{ price: expected }] })
})

test('discounts have their code, their name and what they saved; taxes may be included', async () => {
  const coupon = { id: 'AUTUMN', name: 'Autumn sale', percent_off: 10 }
  const vat = { display_name: 'VAT', percentage: 19, inclusive: true }
  const order = await complete({
    amount_total: 4100,
    discounts: [
      { coupon: null, promotion_code: { id: 'promo_1', code: 'TEN' } },
      { coupon, promotion_code: null },
    ],
    total_details: {
      amount_discount: 400,
      amount_tax: 654,
      breakdown: {
        discounts: [
          { amount: 300, discount: { id: 'di_1', promotion_code: 'promo_1', source: { coupon: 'TENPERCENT' } } },
          { amount: 100, discount: { id: 'di_2', promotion_code: null, coupon: { id: 'AUTUMN' } } },
        ],
        taxes: [
          { amount: 654, rate: vat },
          { amount: 0, rate: { ...vat, display_name: 'None' } },
        ],
      },
    },
  })
  expect(order).toMatchObject({ rebateAmount: 4, taxesTotal: 6.54, finalGrandTotal: 41 })
  expect(order.discounts).toMatchObject([
    { code: 'TEN', name: 'TEN', trigger: 'Code', amountSaved: 3 },
    { code: null, name: 'Autumn sale', type: 'Rate', rate: 10, amountSaved: 1 },
  ])
  expect(order.taxes).toMatchObject([{ taxName: 'VAT', amount: 6.54, includedInPrice: true }])
})

test('custom fields, a company and its VAT number are shown', async () => {
  const order = await complete({
    custom_fields: [
      { key: 'engraving', label: { type: 'custom', custom: 'Engraving' }, type: 'text', text: { value: 'For Ida' } },
      { key: 'size', label: null, type: 'dropdown', dropdown: { value: 'm', options: [] } },
      { key: 'age', label: { custom: 'Age' }, type: 'numeric', numeric: { value: '7' } },
    ],
    customer_details: {
      ...session().customer_details,
      business_name: 'Doe & Co.',
      tax_ids: [{ type: 'eu_vat', value: 'DE1' }],
    },
  })
  expect(order.customFields).toEqual([
    { name: 'Engraving', value: 'For Ida' },
    { name: 'size', value: 'm' },
    { name: 'Age', value: '7' },
  ])
  expect(order.billingAddress).toMatchObject({ company: 'Doe & Co.', vatNumber: 'DE1' })
})

test('a session without an e-mail address is an order without a customer', async () => {
  const order = await complete({ customer_details: null, collected_information: null })
  expect(order).toMatchObject({ email: '', user: null, billingAddress: { city: null } })
})

test('the address of older versions of the API is read', async () => {
  const shipping_details = { name: 'Ida Krüger', address: address({ city: 'Berlin' }) }
  const order = await complete({ collected_information: null, shipping_details })
  expect(order.shippingAddress).toMatchObject({ fullName: 'Ida Krüger', city: 'Berlin' })
})

test('all pages of line items are fetched', { tags: ['long'] }, async () => {
  const lines = Array.from({ length: 250 }, (_, n) =>
    lineItem({
      id: `li_${n}`,
      price: price({ product: product({ id: `prod_${n}`, metadata: { sku: `P${n % 7}` } }) }),
    }),
  )
  const { items } = await complete({}, lines)
  expect(items.map(({ uniqueId }: { uniqueId: string }) => uniqueId)).toEqual(lines.map(({ id }) => id))
  const pages = stripe.requests.filter(({ call }) => call.endsWith('/line_items'))
  expect(pages.map(({ fields }) => fields.starting_after)).toEqual([undefined, 'li_99', 'li_199'])
})

describe('a payment that takes some days', () => {
  const processing = { payment_status: 'unpaid', payment_intent: paymentIntent({ status: 'processing' }) }
  const sample = session()
  const token = () => orderTokenOfStripe(tenant, sample.id)
  const later = (type: string) => stripeEvent(type, asSent({ ...sample }), { created: time + 86_400 })

  test('is pending until it succeeds', async () => {
    expect(await complete(processing)).toMatchObject({ status: 'Pending', paymentStatus: 'Pending' })
    await receive(tenant, later('checkout.session.async_payment_succeeded'))
    expect(await orderOf(tenant, token())).toMatchObject({ status: 'Processed', paymentStatus: 'Paid' })
  })

  test('is completed when it was charged', async () => {
    const charged = paymentIntent({ latest_charge: { id: 'ch_1', created: time + 50 } })
    await complete({ ...processing, payment_intent: charged })
    await receive(tenant, later('checkout.session.async_payment_succeeded'))
    expect(await orderOf(tenant, token())).toMatchObject({ completionDate: '2026-08-30T20:00:50.000Z' })
  })

  test.each(['first', 'last'])('fails, if its completion arrives %s', async position => {
    Object.assign(stripe.objects, objectsOfSession(session(processing)))
    const events = [completed(session(processing)), later('checkout.session.async_payment_failed')]
    await receive(tenant, ...(position === 'first' ? events : events.toReversed()))
    expect(await orderOf(tenant, token())).toMatchObject({ status: 'Cancelled', paymentStatus: 'Failed' })
  })

  describe('changes only the payment of an order that was changed meanwhile:', () => {
    const update = async (name: string, id: string, body: object) =>
      expect(await call(name, tenant, { params: { id, token: id }, body })).toMatchObject({ status: 200 })
    const now = () => Math.floor(Date.now() / 1000)
    const end = (type = 'checkout.session.async_payment_succeeded') => {
      Object.assign(stripe.objects, objectsOfSession(sample))
      return receive(tenant, { ...later(type), created: now() + 60 })
    }

    test.each(['Shipped', 'Delivered', 'Cancelled'])('its status is %s', async status => {
      await complete(processing)
      await update('orders.update', token(), { status, metadata: { erp: 1 } })
      const changed = { status, metadata: { erp: 1 } }
      await end()
      expect(await orderOf(tenant, token())).toMatchObject({ ...changed, paymentStatus: 'Paid' })
      await receive(tenant, completed(session(processing)))
      await end('checkout.session.async_payment_failed')
      expect(await orderOf(tenant, token())).toMatchObject({ ...changed, paymentStatus: 'Failed' })
    })

    test.each(['Shipped', 'Cancelled'])('its status is %s, in any sequence', async status => {
      const steps: Record<string, () => Promise<unknown>> = {
        completed: async () => receive(tenant, completed(await prepared())),
        paid: () => {
          Object.assign(stripe.objects, objectsOfSession(sample))
          return receive(tenant, later('checkout.session.async_payment_succeeded'))
        },
        changed: () => sendEvent(tenant, 'order.status.changed', { token: token(), status }, { createdOn: nextDay }),
      }
      for (const sequence of ['completed paid changed', 'paid completed changed', 'paid changed completed paid']) {
        tenant = await newStripeTenant()
        for (const step of sequence.split(' ')) await steps[step]?.()
        expect(await orderOf(tenant, token()), sequence).toMatchObject({ status, paymentStatus: 'Paid' })
      }
    })
    const nextDay = '2026-08-31T08:00:00.000Z'

    test('its metadata, and the status is still Pending', async () => {
      await complete(processing)
      await update('orders.update', token(), { status: 'Pending', metadata: { erp: 1 } })
      await end()
      const paid = { status: 'Processed', paymentStatus: 'Paid' }
      expect(await orderOf(tenant, token())).toMatchObject({ ...paid, metadata: { erp: 1 } })
    })

    test.each(['completed', 'async_payment_succeeded'])(
      'its customer and its product, if the event %s arrives first',
      async first => {
        const { userId: id } = await complete({ ...processing, id: 'cs_test_other' })
        const change = { email: 'jane@new.example', billingAddress: { name: 'Doe', city: 'Berlin' } }
        if (first === 'completed') await receive(tenant, completed(await prepared()))
        await update('customers.update', id, change)
        await call('products.remove', tenant, { params: { id: await productId('TEE') } })
        await end()
        await receive(tenant, completed(await prepared()))
        await updateTallies(tenant)
        expect(await orderOf(tenant, token())).toMatchObject({ status: 'Processed', paymentStatus: 'Paid', userId: id })
        expect((await call('customers.list', tenant)).body.items).toMatchObject([
          { email: 'jane@new.example', billingAddressCity: 'Berlin', statistics: { ordersCount: 2 } },
        ])
        expect((await call('products.get', tenant, { params: { id: 'TEE' } })).body.archived).toBe(true)
      },
    )
    const prepared = async () => {
      Object.assign(stripe.objects, objectsOfSession(session(processing)))
      return session(processing)
    }
  })

  test('is a voucher, whose details the order has once it is paid', async () => {
    const unpaid = { ...processing, payment_intent: paymentIntent({ status: 'requires_action', latest_charge: null }) }
    expect(await complete(unpaid)).toMatchObject({ paymentMethod: '', completionDate: '2026-08-30T20:01:00.001Z' })
    const latest_charge = { id: 'ch_1', created: time + 80_000, payment_method_details: { type: 'boleto' } }
    Object.assign(stripe.objects, objectsOfSession(session({ payment_intent: paymentIntent({ latest_charge }) })))
    await receive(tenant, later('checkout.session.async_payment_succeeded'))
    const paid = { status: 'Processed', paymentStatus: 'Paid', paymentMethod: 'boleto' }
    expect(await orderOf(tenant, token())).toMatchObject({ ...paid, completionDate: '2026-08-31T18:13:20.000Z' })
  })

  test('stays paid if its completion arrives last, even within the same second', async () => {
    Object.assign(stripe.objects, objectsOfSession(session(processing)))
    const event = completed(session(processing))
    const succeeded = later('checkout.session.async_payment_succeeded')
    await receive(tenant, { ...succeeded, created: event.created, id: 'evt_0' }, event)
    expect(await orderOf(tenant, token())).toMatchObject({ status: 'Processed', paymentStatus: 'Paid' })
  })
})

describe('the gateway of the store', () => {
  beforeEach(() => accounts.update(tenant.account, { gatewayTest: 'stripe' }).then(() => {}))

  test.each(['unpaid', 'paid'])('captures an authorized payment of a session that is %s', async payment_status => {
    const authorized = paymentIntent({ status: 'requires_capture', amount_capturable: 5260, amount_received: 0 })
    const order = await complete({ payment_status, payment_intent: authorized })
    expect(order).toMatchObject({ status: 'Pending', paymentStatus: 'Authorized' })
    const captured = { ...authorized, status: 'succeeded', amount_received: 5260 }
    stripe.answer(json(200, authorized), json(200, captured))
    expect(await capture(tenant, order.token)).toMatchObject({ status: 200, body: { paymentStatus: 'Paid' } })
    expect(stripe.requests.map(({ call }) => call)).toEqual([
      'GET /v1/payment_intents/pi_1',
      'POST /v1/payment_intents/pi_1/capture',
    ])
    await receive(tenant, stripeEvent('payment_intent.amount_capturable_updated', authorized))
    expect(await orderOf(tenant, order.token)).toMatchObject({ status: 'Processed', paymentStatus: 'Paid' })
  })

  test('refunds the payment of a session', async () => {
    const { token } = await complete()
    stripe.answer(json(200, paymentIntent()), json(200, { id: 're_1', object: 'refund', status: 'succeeded' }))
    expect(await requestRefund(tenant, token, { amount: 12.6 })).toMatchObject({ status: 200, body: { amount: 12.6 } })
    expect(stripe.requests[1]).toMatchObject({
      call: 'POST /v1/refunds',
      fields: { payment_intent: 'pi_1', amount: '1260' },
    })
    expect(await orderOf(tenant, token)).toMatchObject({ adjustedAmount: 40 })
  })
})

test('a payment that was captured in part before the session is read is not paid, and refunds are limited to it', async () => {
  const partly = paymentIntent({ status: 'succeeded', amount: 5260, amount_received: 2000 })
  const { token } = await complete({ payment_intent: partly })
  expect(await orderOf(tenant, token)).toMatchObject({
    status: 'Pending',
    paymentStatus: 'Authorized',
    capturedAmount: 20,
  })
  expect(await requestRefund(tenant, token, { amount: 20.01 })).toMatchObject({ status: 400 })
})

test('the price of an item is in the currency of the session if its price has several currencies', async () => {
  const line = lineItem({ currency: 'jpy', amount_subtotal: 4800, amount_tax: 0, taxes: [] })
  const order = await complete({ currency: 'jpy', amount_subtotal: 4800, amount_total: 4800 }, [line])
  expect(order.items).toMatchObject([{ price: 2400, unitPrice: 2400, quantity: 2, totalPrice: 4800 }])
})

test('an authorization is shown if it is reported after the session', async () => {
  const order = await complete({ payment_status: 'unpaid', payment_intent: paymentIntent({ status: 'processing' }) })
  const authorized = paymentIntent({ status: 'requires_capture', amount_capturable: 5260 })
  const type = 'payment_intent.amount_capturable_updated'
  await receive(tenant, stripeEvent(type, authorized, { created: time + 61 }))
  expect(await orderOf(tenant, order.token)).toMatchObject({ status: 'Pending', paymentStatus: 'Authorized' })
  await receive(tenant, stripeEvent(type, paymentIntent(), { created: time + 62 }))
  await receive(tenant, stripeEvent(type, { ...authorized, id: 'pi_unknown' }, { created: time + 62 }))
  expect(await orderOf(tenant, order.token)).toMatchObject({ paymentStatus: 'Authorized' })
})

test('a session in setup mode sells nothing', async () => {
  const setup = { mode: 'setup', payment_status: 'no_payment_required', currency: null, amount_total: null }
  await receive(tenant, completed(session(), setup))
  await receive(tenant, stripeEvent('checkout.session.expired', asSent({ ...session(), ...setup })))
  expect(stripe.requests).toEqual([])
})

describe('an expired session', () => {
  const carts = async () => (await call('carts.list', tenant)).body.items
  const expired = (fields: object = {}) =>
    stripeEvent(
      'checkout.session.expired',
      asSent(session({ status: 'expired', payment_status: 'unpaid', ...fields })),
      { created: Math.floor(Date.now() / 1000) },
    )

  test('with an e-mail address is an abandoned cart', async () => {
    Object.assign(stripe.objects, objectsOfSession(session()))
    const event = expired()
    await receive(tenant, event, event)
    await updateTallies(tenant)
    expect(await carts()).toMatchObject([
      {
        token: orderTokenOfStripe(tenant, session().id),
        email: 'jane.doe@example.com',
        currency: 'eur',
        total: 52.6,
        itemsTotal: 40,
        shippingInformation: { fees: 5, method: 'Parcel' },
        summary: { subtotal: 40, total: 52.6, payableNow: 52.6 },
        billingAddress: { city: 'Bremen' },
        items: [{ id: 'TEE', price: 20, quantity: 2 }],
      },
    ])
    expect((await call('orders.list', tenant)).body.totalItems).toBe(0)
  })

  test('without an e-mail address is ignored', async () => {
    await receive(tenant, expired({ customer_details: null }))
    expect(stripe.requests).toEqual([])
  })
})

describe('if the line items cannot be fetched, Stripe is asked to send the event again:', () => {
  const error = vi.spyOn(log, 'error').mockImplementation(() => {})
  const nothingIsStored = async () => {
    for (const list of ['orders.list', 'customers.list', 'products.list'])
      expect((await call(list, tenant)).body.totalItems, list).toBe(0)
  }

  test.each([
    ['an error of Stripe', fault(500, { type: 'api_error', message: 'Internal error.' })],
    ['too many requests', fault(429, { type: 'rate_limit_error', message: 'Slow down.' })],
  ])('%s', async (_, answer) => {
    stripe.answer(answer, answer)
    expect(await sendToWebhook(tenant, completed())).toMatchObject({ status: 504, body: { code: 'gateway_timeout' } })
    await nothingIsStored()
    await complete()
  })

  test('a lost connection', { tags: ['long'] }, async () => {
    stripe.answer(...Array.from({ length: 8 }, () => lostConnection))
    expect(await sendToWebhook(tenant, completed())).toMatchObject({ status: 504 })
    await nothingIsStored()
  })

  test.each<[string, number, object, string]>([
    [
      'a key without a permission',
      403,
      { type: 'invalid_request_error', message: "The key 'rk_test_9' lacks 'rak_checkout_session_read'." },
      'Stripe rejects the API key for lack of the permission rak_checkout_session_read.',
    ],
    ['a revoked key', 401, { message: 'Expired API key: sk_test_9' }, 'Stripe rejects the API key.'],
    [
      'a key of another account',
      404,
      { type: 'invalid_request_error', code: 'resource_missing', message: 'No such session' },
      'Stripe does not find it: the key may be of another account.',
    ],
  ])('%s, which is logged with what to do', async (_, status, body, reason) => {
    error.mockClear()
    stripe.answer(fault(status, body), fault(status, body))
    const metrics = collectMetrics()
    const reply = await sendToWebhook(tenant, completed())
    const answer = { GatewayAnswers: 1, mode: tenant.mode, result: 'unavailable' }
    expect(metrics.stop()).toContainEqual(expect.objectContaining(answer))
    expect(reply).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: expect.stringContaining(reason) },
    })
    expect(error).toHaveBeenCalledWith('What a store has sold with Stripe cannot be read.', {
      ...tenant,
      reason,
      advice: expect.stringContaining('npm run store -- gateway set'),
    })
    expect(JSON.stringify(error.mock.calls)).not.toContain('_test_9')
    await nothingIsStored()
  })
})

describe('rejects with 400', () => {
  test.each<[string, object]>([
    ['an unknown status of the payment', { payment_status: 'maybe' }],
    ['no id', { id: null }],
    ['a long id', { id: 'x'.repeat(200) }],
  ])('a session with %s', async (_, fields) => {
    expect(await sendToWebhook(tenant, completed(session(), fields))).toMatchObject({ status: 400 })
    expect(stripe.requests).toEqual([])
  })

  test.each<[string, Record<string, unknown>, object[]]>([
    ['a negative total', { amount_total: -1 }, [lineItem()]],
    ['no currency', { currency: null }, [lineItem()]],
    ['a negative item', {}, [lineItem({ amount_subtotal: -1 })]],
    ['half an item', {}, [lineItem({ quantity: 0.5 })]],
    ['more than 2,000 items', {}, Array.from({ length: 2050 }, (_, n) => lineItem({ id: `li_${n}` }))],
  ])('a session with %s', async (_, fields, lines) => {
    Object.assign(stripe.objects, objectsOfSession(session(fields), lines))
    expect(await sendToWebhook(tenant, completed())).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect((await call('products.list', tenant)).body.totalItems).toBe(0)
  })
})

test('rejects a session of the other mode', async () => {
  Object.assign(stripe.objects, objectsOfSession(session()))
  expect(await sendToWebhook(tenant, { ...completed(), livemode: true })).toMatchObject({ status: 400 })
  expect(stripe.requests).toEqual([])
})
