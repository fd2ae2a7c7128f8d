/**
 * Tests imports from other servers with the same API. They write the same values in other formats, and some of their
 * replies cannot be read.
 */

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { importObject } from '../../lib/import/index.ts'
import * as subscriptions from '../subscriptions/calls.ts'
import { address, item, sendEvent } from '../support/checkout.ts'
import { kindOf, rawRowsOf } from '../support/raw-rows.ts'
import { call, newTenant } from '../support/store.ts'

let tenant: Tenant
beforeEach(async () => {
  tenant = await newTenant()
})

const token = 'd16e2f60-39f1-4a4c-b1c3-8a2e166d3f70'

/** Returns an abridged order, as early versions of servers with this API return it in lists. */
const abridged = (fields: Record<string, unknown> = {}) => ({
  token,
  creationDate: '2013-10-21T20:36:26.4612345Z',
  modificationDate: '2013-10-21T20:36:26',
  status: 'Dispatched',
  paymentStatus: '',
  invoiceNumber: 'SNIP-0001',
  email: 'geeks@example.com',
  billingAddressName: 'Geeks Example',
  billingAddressCity: 'Québec',
  shippingAddressSameAsBilling: true,
  finalGrandTotal: '287.44',
  trackingNumber: '',
  notes: null,
  items: [{ id: '1', name: 'Un poster', price: 300, quantity: 1, customFields: null, metadata: '', maxQuantity: '' }],
  taxes: null,
  promocodes: [{ code: 'PROMO', name: 'PROMO', type: 'Rate', rate: 20 }],
  customFields: null,
  metadata: null,
  ...fields,
})

const importOrder = (order: unknown, refunds: unknown = null, digitalGoods: unknown = null) =>
  importObject('orders', tenant, { order, refunds, digitalGoods })

const shownOrder = async () => (await call('orders.get', tenant, { params: { token } })).body

describe('an order', () => {
  test('may be abridged, with odd dates, blank values and numbers as text', async () => {
    expect(await importOrder(abridged())).toEqual({ id: token, result: 'created' })
    expect(await shownOrder()).toMatchObject({
      creationDate: '2013-10-21T20:36:26.461Z',
      modificationDate: '2013-10-21T20:36:26.000Z',
      status: 'Shipped',
      paymentStatus: null,
      finalGrandTotal: 287.44,
      billingAddressCity: 'Québec',
      items: [{ id: '1', uniqueId: expect.stringMatching(/^[0-9a-f-]{36}$/), metadata: null, maxQuantity: null }],
      discounts: [{ code: 'PROMO' }],
      metadata: null,
    })
    expect(await importOrder(abridged())).toEqual({ id: token, result: 'unchanged' })
  })

  test.each(['__proto__', 'constructor'])('keeps the number of downloads of a file with the id %s', async fileGuid => {
    const order = abridged({ items: [item({ fileGuid })] })
    const goods = [{ fileGuid, name: 'Pattern.pdf', downloadedNbrTime: 3 }]
    await importOrder(order, null, goods)
    const { body } = await call('orders.digital', tenant, { params: { token } })
    expect(body).toMatchObject([{ fileGuid, downloadedNbrTime: 3 }])
    expect(await importOrder(order, null, goods)).toMatchObject({ result: 'unchanged' })
  })

  test.each([
    ['', null],
    ['  ', null],
    ['{"a":1}', { a: 1 }],
    ['plain', { value: 'plain' }],
    [[1, 'two'], { value: [1, 'two'] }],
    [[], {}],
    [7, { value: 7 }],
    [{ '': { deep: [null] } }, { '': { deep: [null] } }],
  ])('keeps metadata of any JSON type: %j', async (metadata, shown) => {
    const { items } = abridged()
    await importOrder(abridged({ metadata, items: [{ ...items[0], metadata }] }))
    expect(await shownOrder()).toMatchObject({ metadata: shown, items: [{ metadata: shown }] })
  })

  test('keeps refunds without dates and with ids of other systems', async () => {
    const refund = { id: 're_1', amount: 87.44, comment: '', refundedByPaymentGateway: 'false' }
    await importOrder(abridged({ paymentStatus: 'Paid' }), [refund])
    const { body } = await call('refunds.list', tenant, { params: { token } })
    const creationDate = '2013-10-21T20:36:26.000Z'
    expect(body).toMatchObject([{ amount: 87.44, comment: '', creationDate, refundedByPaymentGateway: false }])
    expect(body[0]).toMatchObject({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), status: null })
    expect(await shownOrder()).toMatchObject({ paymentStatus: 'Paid', refundsAmount: 87.44 })
  })

  test('that is Refunded by its refunds is Paid after one of them has failed, and stays Refunded without refunds', async () => {
    const refund = { id: 're_1', amount: 287.44, creationDate: '2013-10-22T08:00:00Z' }
    await importOrder(abridged({ paymentStatus: 'Refunded' }), [refund])
    expect(await shownOrder()).toMatchObject({ paymentStatus: 'Refunded', refundsAmount: 287.44 })
    await sendEvent(tenant, 'order.refund.failed', { id: 're_1', orderToken: token })
    expect(await shownOrder()).toMatchObject({ paymentStatus: 'Paid', refundsAmount: 0 })
    await importOrder(abridged({ paymentStatus: 'Refunded', modificationDate: '2099-01-01' }))
    expect(await shownOrder()).toMatchObject({ paymentStatus: 'Refunded', refundsAmount: 0 })
  })

  test('takes the limits and downloads of digital goods from their own reply', async () => {
    const items = [item({ id: 'EBOOK', fileGuid: 'f1' })]
    const good = { fileGuid: 'f1', name: 'book.pdf', downloadedNbrTime: '2', maxNbrDownload: 3, daysUntilExpire: null }
    await importOrder(abridged({ items }), [], [good])
    const { body } = await call('orders.digital', tenant, { params: { token } })
    expect(body).toMatchObject([{ ...good, downloadedNbrTime: 2, isValid: true }])
  })

  test.each([
    ['of the source', '2013-11-02T08:00:00.5', '2013-11-02T08:00:00.500Z'],
    ['of its completion, if the source returned none', null, '2013-10-21T20:41:00.000Z'],
  ])('shows a digital good with the date %s', async (_, creationDate, shown) => {
    const order = abridged({ completionDate: '2013-10-21T20:41:00', items: [item({ id: 'EBOOK', fileGuid: 'f1' })] })
    const good = { fileGuid: 'f1', name: 'book.pdf', daysUntilExpire: 30, creationDate }
    await importOrder(order, [], [good])
    const { body } = await call('orders.digital', tenant, { params: { token } })
    expect(body).toMatchObject([{ fileGuid: 'f1', creationDate: shown }])
    expect(await importOrder(order, [], [good])).toMatchObject({ result: 'unchanged' })
  })

  test('that cannot be read is rejected with all faults, and stores nothing', async () => {
    const broken = abridged({ status: 'Lost', items: [{ name: 'No id' }], metadata: { text: 'x'.repeat(102_400) } })
    const refund = { id: 'r1', amount: -1 }
    await expect(importOrder({ ...broken, token: 'x' }, [refund])).rejects.toMatchObject({
      code: 'validation_failed',
      errors: {
        'order.token': ['must be a GUID'],
        'order.status': [expect.stringContaining('must be one of InProgress')],
        'order.items[0].id': ['is required'],
        'order.metadata': ['must have at most 100 KB'],
        'refunds[0].amount': [expect.any(String)],
      },
    })
    await expect(importOrder(null)).rejects.toMatchObject({ code: 'validation_failed' })
    expect(
      (await rawRowsOf(tenant.account)).map(kindOf).filter(kind => !['account', 'lists-version'].includes(kind)),
    ).toEqual([])
  })

  test('with more than 2,000 items, or too large for its row, is rejected, and stores nothing', async () => {
    const items = (count: number, fields = {}) =>
      Array.from({ length: count }, (_, n) => item({ id: `P${n}`, ...fields }))
    const tooMany = { 'order.items': ['must have at most 2000 entries'] }
    await expect(importOrder(abridged({ items: items(2001) }))).rejects.toMatchObject({ errors: tooMany })
    const random = () => Array.from({ length: 300 }, () => randomUUID()).join()
    const large = items(60).map(one => ({ ...one, description: random() }))
    await expect(importOrder(abridged({ items: large }))).rejects.toMatchObject({
      errors: { content: expect.anything() },
    })
    expect(
      (await rawRowsOf(tenant.account)).map(kindOf).filter(kind => !['account', 'lists-version'].includes(kind)),
    ).toEqual([])
  })
})

describe('a customer', () => {
  test('of an abridged list has no creation date, and keeps the first one that is stored', async () => {
    const id = 'c8de947a-2483-4e36-9052-031e2aa3f0ac'
    const flat = { billingAddressName: 'Geeks', billingAddressCity: 'Québec', billingAddressPhone: '' }
    const customer = { id, email: 'geeks@example.com', ...flat, status: 'Confirmed', sessionToken: null }
    expect(await importObject('customers', tenant, { customer })).toEqual({ id, result: 'created' })
    expect(await importObject('customers', tenant, { customer })).toEqual({ id, result: 'unchanged' })
    const { body } = await call('customers.get', tenant, { params: { id } })
    expect(body).toMatchObject({ id, email: 'geeks@example.com', status: 'Confirmed', billingAddressCity: 'Québec' })
  })

  test('with an address of another customer leads to that customer', async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    const customer = { id: one, email: 'jo@example.com', status: 'Unconfirmed', creationDate: '2020-01-01' }
    await importObject('customers', tenant, { customer })
    const twin = { customer: { ...customer, id: other, email: 'JO@example.com' } }
    expect(await importObject('customers', tenant, twin)).toMatchObject({ id: one })
    expect((await call('customers.get', tenant, { params: { id: other } })).body).toMatchObject({ id: one })
    expect((await call('customers.list', tenant)).body).toMatchObject({ totalItems: 1 })
  })

  test('without an e-mail address is rejected', async () => {
    const problem = importObject('customers', tenant, { customer: { id: randomUUID(), email: '' } })
    await expect(problem).rejects.toMatchObject({ errors: { 'customer.email': [expect.any(String)] } })
  })
})

describe('a subscription', () => {
  const invoices = [{ id: randomUUID(), creationDate: '2020-04-01T12:00:00', amount: 30, paid: 'true', taxes: null }]

  test('of V1 may have a number as interval, and the state of its payment as status', async () => {
    const schedule = { interval: 2, intervalCount: '1', trialPeriodInDays: null, startsOn: '2017-04-01T00:00:00' }
    const legacy = subscriptions.v1Subscription({ schedule, status: 'Paid', cancelledOn: '', metadata: '' })
    const source = { summary: null, details: null, legacy, invoices }
    expect(await importObject('subscriptions', tenant, source)).toMatchObject({ result: 'created' })
    const { body } = await call('subscriptions.get', tenant, { params: { id: legacy.id } })
    expect(body).toMatchObject({ status: 'Active', totalSpent: 30, schedule: { interval: 'Month' }, metadata: null })
  })

  test('of V3 may have the frequency as interval, and the date of its first invoice as its own', async () => {
    const user = { id: null, email: 'jo@example.com', billingAddressName: 'Jo' }
    const schedule = { interval: 'weekly', intervalCount: 2 }
    const details = { id: randomUUID(), name: 'Tea', state: 'Active', user, schedule, amount: 10, quantity: null }
    const source = { summary: null, details, legacy: null, invoices }
    expect(await importObject('subscriptions', tenant, source)).toMatchObject({ result: 'created' })
    const { body } = await call('subscriptions.dashboardList', tenant, {})
    const shown = { interval: 'weekly', intervalCount: 2, creationDate: '2020-04-01T12:00:00.000Z', totalSpent: 30 }
    expect(body.items).toMatchObject([shown])
  })

  test('has hundreds of invoices', { tags: ['long'] }, async () => {
    const legacy = subscriptions.v1Subscription()
    const many = Array.from({ length: 130 }, (_, n) => ({
      orderToken: randomUUID(),
      creationDate: new Date(Date.UTC(2020, 0, n + 1)).toISOString(),
      amount: 1,
      paid: true,
    }))
    const source = { summary: null, details: null, legacy, invoices: many }
    await importObject('subscriptions', tenant, source)
    expect((await call('subscriptions.get', tenant, { params: { id: legacy.id } })).body.totalSpent).toBe(130)
    expect((await importObject('subscriptions', tenant, source)).result).toBe('unchanged')
  })

  test('without a date, or in neither representation, is rejected', async () => {
    const none = { summary: null, details: null, legacy: null, invoices: [] }
    const missing = { errors: { details: ['is required'] } }
    await expect(importObject('subscriptions', tenant, none)).rejects.toMatchObject(missing)
    const schedule = { interval: 'Day', intervalCount: 1 }
    const details = { id: randomUUID(), state: 'Active', schedule, user: null }
    const undated = { errors: { 'summary.creationDate': ['is required'] } }
    await expect(importObject('subscriptions', tenant, { ...none, details })).rejects.toMatchObject(undated)
  })
})

describe('a product', () => {
  test('may have no inventory, and metadata of any kind', async () => {
    const dates = { creationDate: '2016-05-25T21:21:27.213', modificationDate: '2016-11-01T16:20:44.3771234Z' }
    const product = { userDefinedId: 'HGW', name: 'Book', price: '20.99', archived: false, metadata: '[1]', ...dates }
    expect(await importObject('products', tenant, { product })).toMatchObject({ result: 'created' })
    const { body } = await call('products.get', tenant, { params: { id: 'HGW' } })
    expect(body).toMatchObject({ price: 20.99, metadata: { value: '[1]' }, creationDate: '2016-05-25T21:21:27.213Z' })
    expect(body).not.toHaveProperty('inventoryManagementMethod')
  })

  test('may have blank and invalid categories, which are left out', async () => {
    const product = { userDefinedId: 'HGW', creationDate: '2016-05-25T21:21:27Z', categories: ['Books', '', null, {}] }
    expect(await importObject('products', tenant, { product })).toMatchObject({ result: 'created' })
    const { body } = await call('products.get', tenant, { params: { id: 'HGW' } })
    expect(body).toMatchObject({ categories: ['Books'] })
  })

  test('without an id or a date is rejected', async () => {
    const problem = importObject('products', tenant, { product: { userDefinedId: ' ' } })
    await expect(problem).rejects.toMatchObject({ code: 'validation_failed' })
    const undated = importObject('products', tenant, { product: { userDefinedId: 'X' } })
    const errors = { 'product.modificationDate': ['is required if there is no creationDate'] }
    await expect(undated).rejects.toMatchObject({ errors })
  })
})

test('a discount may lack what was added to the contract later', async () => {
  const id = randomUUID()
  const discount = { id, name: 'Old', trigger: 'code', type: 'rate', rate: 10, code: 'OLD', expires: '', itemId: '' }
  expect(await importObject('discounts', tenant, { discount })).toEqual({ id, result: 'created' })
  const { body } = await call('discounts.get', tenant, { params: { id } })
  expect(body).toMatchObject({ trigger: 'Code', type: 'Rate', expires: null, combinable: true, archived: false })
})

test('a cart may lack dates of changes, and one that has expired is left out', async () => {
  const cart = { token: randomUUID(), email: 'jo@example.com', creationDate: new Date().toISOString(), items: [item()] }
  const billingAddress = address()
  expect(await importObject('carts', tenant, { cart: { ...cart, billingAddress } })).toMatchObject({
    result: 'created',
  })
  const old = { ...cart, token: randomUUID(), creationDate: '2015-01-01T00:00:00Z' }
  expect(await importObject('carts', tenant, { cart: old })).toMatchObject({ result: 'unchanged' })
  const undated = importObject('carts', tenant, { cart: { ...cart, creationDate: null } })
  await expect(undated).rejects.toMatchObject({ errors: { 'cart.creationDate': ['is required'] } })
})

test.each([
  ['lacks all optional fields', {}],
  ['has empty objects', { metadata: {}, shippingInformation: {}, summary: {}, plans: [], items: [{ id: 'TEE' }] }],
  ['has null in them', { metadata: null, shippingInformation: null, summary: null, plans: null, items: null }],
])('a cart that %s is unchanged when it is imported again', async (_, fields) => {
  const cart = { token: randomUUID(), creationDate: new Date().toISOString(), items: [item()], ...fields }
  expect(await importObject('carts', tenant, { cart })).toMatchObject({ result: 'created' })
  expect(await importObject('carts', tenant, { cart })).toMatchObject({ result: 'unchanged' })
})

test('a store without domains has none to import', async () => {
  const none = { defaultDomain: null, allowedDomains: [] }
  expect(await importObject('domains', tenant, none)).toMatchObject({ id: 'domains', result: 'unchanged' })
})
