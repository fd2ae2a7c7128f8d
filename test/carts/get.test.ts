import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CartUpdated } from '../../lib/carts/checkout-events.ts'
import { address, cart, item, order, sendEvent } from '../support/checkout.ts'
import { call } from '../support/store.ts'
import { createStore, get, list, storeWithoutCarts } from './calls.ts'
import { clock } from './sample-carts.ts'

const notFound = { status: 404, body: { code: 'not_found' } }

afterEach(() => {
  vi.useRealTimers()
})

test('returns fields that older checkout versions send', async () => {
  const tenant = await createStore()
  const [oldToken, newToken] = [randomUUID(), randomUUID()]
  const oldFields = {
    invoiceNumber: 'INV-7',
    paymentMethod: 'CreditCard',
    metadata: { campaign: ['spring'] },
    plans: [{ id: 'MONTHLY', interval: 1 }],
  }
  await sendEvent(tenant, 'cart.updated', cart({ token: oldToken, ...oldFields }))
  await sendEvent(tenant, 'cart.updated', cart({ token: newToken }))
  const emptyFields = { invoiceNumber: '', paymentMethod: '', metadata: null, plans: [] }
  expect((await get(tenant, oldToken)).body).toMatchObject(oldFields)
  expect((await get(tenant, newToken)).body).toMatchObject(emptyFields)
})

test.each([
  ['no fields, as PHP writes it', '[]', {}],
  ['names of prototypes', '{"a":1,"__proto__":{"x":1}}', JSON.parse('{"a":1,"__proto__":{"x":1}}')],
  ['null', 'null', null],
])('returns metadata of %s', async (_, json, expected) => {
  const tenant = await createStore()
  const metadata = JSON.parse(json)
  const content = cart({ metadata, items: [item({ metadata, alternatePrices: metadata })] })
  await sendEvent(tenant, 'cart.updated', content)
  const { body } = await get(tenant, content.token)
  const { items, ...shown } = body
  expect([shown.metadata, items[0].metadata]).toEqual([expected, expected])
  expect(items[0].alternatePrices).toEqual(expected ?? {})
})

test('refuses metadata with a number that the table cannot store', () => {
  for (const [fields, isAccepted] of [
    [{ a: 1e308 }, true],
    [JSON.parse('{"a":1e400}'), false],
  ])
    expect(CartUpdated.safeParse(cart({ metadata: fields })).success).toBe(isAccepted)
})

test('returns all fields of a cart from a real checkout', async () => {
  const { content } = JSON.parse(readFileSync('events/checkout/cart.updated.json', 'utf8'))
  const tenant = await createStore()
  await sendEvent(tenant, 'cart.updated', content)
  const { status, body } = await get(tenant, content.token)
  expect(status).toBe(200)
  const { hasTaxesIncluded, quantityStep, ...expected } = content
  const unchangedFields = [
    'id',
    'token',
    'mode',
    'email',
    'status',
    'completionDate',
    'shippingInformation',
    'currency',
    'lang',
    'plans',
    'metadata',
    'shipToBillingAddress',
    'totalWeight',
    'itemsTotal',
    'total',
    'refunds',
  ]
  for (const name of unchangedFields) expect(body[name], name).toEqual(expected[name])
  expect(body).toMatchObject({
    creationDate: new Date(expected.creationDate).toISOString(),
    modificationDate: new Date(expected.modificationDate).toISOString(),
    billingAddress: { ...expected.billingAddress, address2: null },
    shippingAddress: { ...expected.shippingAddress, address2: null },
    summary: {
      subtotal: expected.summary.subtotal,
      taxableTotal: expected.summary.taxableTotal,
      total: expected.summary.total,
      payableNow: expected.summary.payableNow,
      paymentMethod: 'None',
      taxes: expected.summary.taxes,
      adjustedTotal: expected.summary.adjustedTotal,
    },
  })
  for (const [n, one] of body.items.entries())
    for (const [name, value] of Object.entries(one))
      expect(value, name).toEqual(
        name === 'addedOn' ? new Date(expected.items[n].addedOn).toISOString() : expected.items[n][name],
      )
  expect((await list(tenant)).body.items).toEqual([body])
})

test('returns zeros, empty texts and empty arrays for missing fields', async () => {
  const tenant = await createStore()
  const { token } = cart()
  await sendEvent(tenant, 'cart.updated', { token, items: [{ id: 'TEE' }] }, { createdOn: '2031-01-01T00:00:00Z' })
  const emptyAddress = Object.fromEntries(
    [
      'fullName',
      'firstName',
      'name',
      'company',
      'address1',
      'address2',
      'fullAddress',
      'city',
      'country',
      'postalCode',
      'province',
      'phone',
      'vatNumber',
    ].map(name => [name, null]),
  )
  expect((await get(tenant, token)).body).toEqual({
    invoiceNumber: '',
    paymentMethod: '',
    metadata: null,
    plans: [],
    id: token,
    token,
    mode: 'Test',
    email: '',
    status: 'InProgress',
    creationDate: '2031-01-01T00:00:00.000Z',
    modificationDate: '2031-01-01T00:00:00.000Z',
    completionDate: null,
    shipToBillingAddress: true,
    billingAddress: emptyAddress,
    shippingAddress: emptyAddress,
    shippingInformation: { fees: 0, method: '', provider: null },
    summary: { subtotal: 0, taxableTotal: 0, total: 0, payableNow: 0, paymentMethod: '', taxes: [], adjustedTotal: 0 },
    items: [
      {
        uniqueId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        token: '',
        id: 'TEE',
        name: '',
        price: 0,
        description: '',
        url: '',
        categories: [],
        fileGuid: null,
        metadata: null,
        image: '',
        quantity: 1,
        minQuantity: null,
        maxQuantity: null,
        stackable: false,
        shippable: false,
        taxable: false,
        taxes: [],
        customFields: [],
        duplicatable: false,
        alternatePrices: {},
        dimensions: { width: null, height: null, length: null, weight: null },
        unitPrice: 0,
        totalPrice: 0,
        addedOn: null,
      },
    ],
    discounts: [],
    customFields: [],
    refunds: [],
    currency: 'eur',
    lang: '',
    totalWeight: 0,
    itemsTotal: 0,
    total: 0,
    campaignId: null,
  })
})

describe('an item', () => {
  test.each([
    [
      'numbers sent as text',
      { quantity: '3', minQuantity: '1.9', maxQuantity: '5.5' },
      { quantity: 3, minQuantity: 1, maxQuantity: 5 },
    ],
    [
      'amounts rounded to the cent',
      { price: '19.995', unitPrice: 0.1 + 0.2, totalPrice: 1e3 },
      { price: 20, unitPrice: 0.3, totalPrice: 1000 },
    ],
    [
      'booleans sent as text',
      { stackable: 'True', shippable: 'false', taxable: true },
      { stackable: true, shippable: false, taxable: true },
    ],
    [
      'its dimensions',
      { dimensions: { width: 1.5, height: '20', length: null, weight: 0 }, weight: 9 },
      { dimensions: { width: 1.5, height: 20, length: null, weight: 0 } },
    ],
    [
      'its weight without dimensions',
      { dimensions: null, weight: 200 },
      { dimensions: { width: null, height: null, length: null, weight: 200 } },
    ],
    [
      'alternate prices as sent',
      { alternatePrices: { vip: 9.99, 'price list 2': { eur: [1, null] }, '': 'x' } },
      { alternatePrices: { vip: 9.99, 'price list 2': { eur: [1, null] }, '': 'x' } },
    ],
    [
      'the custom fields of the buyer',
      {
        customFields: [
          { name: 'Size', type: 'dropdown', options: 'S|M[+2.00]', required: true, value: 'M', operation: 2 },
        ],
      },
      { customFields: [{ name: 'Size', type: 'dropdown', options: 'S|M[+2.00]', required: true, value: 'M' }] },
    ],
    [
      'its categories, its file and its metadata',
      { categories: ['Mugs', 'Blue'], fileGuid: 'F-1', metadata: { glaze: ['blue'] } },
      { categories: ['Mugs', 'Blue'], fileGuid: 'F-1', metadata: { glaze: ['blue'] } },
    ],
    ['no blank and invalid categories', { categories: ['Mugs', '', null, {}] }, { categories: ['Mugs'] }],
    ['the names of its taxes', { taxes: ['TPS', null, 'TVQ'] }, { taxes: ['TPS', 'TVQ'] }],
    ['the date when it was added', { addedOn: '2026-04-01T10:00:00+02:00' }, { addedOn: '2026-04-01T08:00:00.000Z' }],
  ])('returns %s', async (_, fields, expected) => {
    const tenant = await createStore()
    const content = cart({ items: [item(fields)] })
    await sendEvent(tenant, 'cart.updated', content)
    expect((await get(tenant, content.token)).body.items[0]).toMatchObject(expected)
  })
})

test('returns shipping, summary, discounts and custom fields as sent', async () => {
  const tenant = await createStore()
  const content = cart({
    shippingInformation: { fees: '4.899', method: 'Parcel', provider: 'DHL', secret: 1 },
    summary: { subtotal: 10, total: 14.9, payableNow: '14.90', taxes: [{ name: 'MwSt.', rate: 0.19, amount: 1.6 }] },
    discounts: [{ id: 'X', code: 'HELLO', name: 'Hello', type: 'Rate', rate: 12.5, amount: 3 }],
    customFields: [{ name: 'Comment', type: 'textarea', value: 'Please', required: 'false' }],
    currency: 'CHF',
    totalWeight: '1200.5',
    itemsTotal: 10,
    campaignId: 'Autumn',
  })
  await sendEvent(tenant, 'cart.updated', content)
  expect((await get(tenant, content.token)).body).toMatchObject({
    shippingInformation: { fees: 4.9, method: 'Parcel', provider: 'DHL' },
    summary: { subtotal: 10, taxableTotal: 0, total: 14.9, payableNow: 14.9, paymentMethod: '', adjustedTotal: 0 },
    discounts: [{ id: 'X', code: 'HELLO', name: 'Hello', type: 'Rate', rate: 12.5 }],
    customFields: [{ name: 'Comment', type: 'textarea', options: '', required: false, value: 'Please' }],
    currency: 'chf',
    totalWeight: 1200.5,
    itemsTotal: 10,
    campaignId: 'Autumn',
  })
})

const cartWithAmounts = (currency: string | null, amount: number) =>
  cart({
    currency,
    shippingInformation: { fees: amount, method: 'Parcel' },
    summary: { subtotal: amount, taxableTotal: amount, total: amount, payableNow: amount, adjustedTotal: amount },
    items: [item({ price: amount, unitPrice: amount, totalPrice: amount })],
    itemsTotal: amount,
    total: amount,
  })

const allAmounts = (amount: number) => ({
  shippingInformation: { fees: amount },
  summary: { subtotal: amount, taxableTotal: amount, total: amount, payableNow: amount, adjustedTotal: amount },
  items: [{ price: amount, unitPrice: amount, totalPrice: amount }],
  itemsTotal: amount,
  total: amount,
})

test('derives the prices and totals that the checkout did not send, as in an order', async () => {
  const tenant = await createStore('Test', 'JPY')
  const items = [item({ price: 10.5, quantity: 2 }), item({ price: 5, unitPrice: 4, totalPrice: 3 })]
  const content = cart({ items, currency: 'EUR', total: 24 })
  await sendEvent(tenant, 'cart.updated', content)
  const { body } = await get(tenant, content.token)
  expect(body).toMatchObject({
    items: [
      { price: 10.5, unitPrice: 10.5, totalPrice: 21 },
      { price: 5, unitPrice: 4, totalPrice: 3 },
    ],
    itemsTotal: 24,
    summary: { total: 24 },
    total: 24,
  })
  expect((await list(tenant)).body.items).toEqual([body])
})

test.each([
  ['EUR', 'JPY', 1500.5, 1501],
  ['JPY', 'eur', 4.899, 4.9],
  ['EUR', 'KWD', 1.2345, 1.235],
  ['JPY', null, 1500.5, 1501],
  ['EUR', null, 4.899, 4.9],
  ['KWD', ' ', 1.2345, 1.235],
])(
  'rounds amounts by the currency of the cart, or of the store by default: store %s, cart %j, %d becomes %d',
  async (...row) => {
    const [storeCurrency, currency, sent, expected] = row
    const tenant = await createStore('Test', storeCurrency)
    const content = cartWithAmounts(currency, sent)
    await sendEvent(tenant, 'cart.updated', content)
    const { body } = await get(tenant, content.token)
    expect(body).toMatchObject(allAmounts(expected))
    expect((await list(tenant, { minimalValue: String(expected) })).body.items).toEqual([body])
    expect((await list(tenant, { minimalValue: String(expected + 0.001) })).body.items).toEqual([])
  },
)

test('finds a cart by its token, case-insensitively', async () => {
  const tenant = await createStore()
  const { token, ...content } = cart()
  await sendEvent(tenant, 'cart.updated', { token: token.toUpperCase(), ...content })
  expect((await get(tenant, token.toUpperCase())).body.token).toBe(token)
})

test('does not find a cart that was ordered or cancelled', async () => {
  const tenant = await createStore()
  const [one, other] = [cart(), cart()]
  for (const content of [one, other]) await sendEvent(tenant, 'cart.updated', content)
  await sendEvent(tenant, 'order.completed', order({ token: one.token }))
  await sendEvent(tenant, 'cart.updated', { ...other, status: 'Cancelled' })
  expect(await get(tenant, one.token)).toMatchObject(notFound)
  expect(await get(tenant, other.token)).toMatchObject(notFound)
  await sendEvent(tenant, 'cart.updated', { ...other, status: ' inprogress ' })
  expect((await get(tenant, other.token)).body.status).toBe('InProgress')
})

test('responds with 403 for any token when the feature is disabled', async () => {
  const tenant = await storeWithoutCarts()
  const { token, ...content } = cart()
  await sendEvent(tenant, 'cart.updated', { token, ...content })
  const featureDisabled = { status: 403, body: { code: 'feature_not_enabled' } }
  expect(await get(tenant, token)).toMatchObject(featureDisabled)
  expect(await get(tenant, crypto.randomUUID())).toMatchObject(featureDisabled)
})

test.each([
  ['1', true],
  [0, false],
])('reads the boolean shipToBillingAddress %j as %j', async (shipToBillingAddress, expected) => {
  const tenant = await createStore()
  const content = cart({ shipToBillingAddress })
  await sendEvent(tenant, 'cart.updated', content)
  expect((await get(tenant, content.token)).body).toMatchObject({ shipToBillingAddress: expected })
})

test('a cart is updated with the e-mail and addresses of a customer, and listed by the new e-mail', async () => {
  const tenant = await createStore()
  const { token } = cart()
  const content = {
    token,
    email: 'typo@example',
    shipToBillingAddress: true,
    billingAddress: address({ city: 'Köln' }),
  }
  await sendEvent(tenant, 'cart.updated', cart({ ...content, modificationDate: '2026-11-01T00:00:00Z' }))
  await sendEvent(tenant, 'customer.updated', { email: 'jane@example.com' })
  const { id } = (await call('customers.list', tenant)).body.items[0]
  const [billingAddress, shippingAddress] = [address({ city: 'Graz' }), address({ city: 'Wien' })]
  const body = { email: 'jane@example.com', billingAddress, shippingAddress, cartToken: token }
  const before = new Date().toISOString()
  expect((await call('customers.update', tenant, { params: { id }, body })).status).toBe(200)
  const { body: updated } = await get(tenant, token)
  expect(updated).toMatchObject({
    email: 'jane@example.com',
    shipToBillingAddress: false,
    billingAddress: { city: 'Graz' },
    shippingAddress: { city: 'Wien' },
  })
  expect(updated.modificationDate >= before).toBe(true)
  expect((await list(tenant, { email: 'JANE@example.com' })).body.items).toEqual([updated])
  expect((await list(tenant, { email: 'typo@example' })).body.items).toEqual([])
})

test('a missing, ordered or expired cart is not updated with customer data', async () => {
  const tenant = await createStore()
  await sendEvent(tenant, 'customer.updated', { email: 'jane@example.com' })
  const { id } = (await call('customers.list', tenant)).body.items[0]
  const [expired, ordered] = [cart({ modificationDate: new Date(clock).toISOString() }), cart()]
  for (const content of [expired, ordered]) await sendEvent(tenant, 'cart.updated', content)
  await sendEvent(tenant, 'order.completed', order({ token: ordered.token, email: null }))
  vi.useFakeTimers({ toFake: ['Date'], now: clock + 90 * 24 * 3_600_000 })
  for (const cartToken of [expired.token, ordered.token, crypto.randomUUID()]) {
    const body = { email: 'jane@example.com', cartToken }
    expect((await call('customers.update', tenant, { params: { id }, body })).status).toBe(200)
    expect(await get(tenant, cartToken)).toMatchObject(notFound)
  }
})
