/**
 * Tests what the webhooks of the hosted service change. The samples have the format in which the service sends them.
 */

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { eventSchemas } from '../../lib/checkout/events.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { asksForRates, findHostedConversion } from '../../lib/events/hosted-service-webhooks.ts'
import { importObject } from '../../lib/import/index.ts'
import { sendEvent, withdrawal } from '../support/checkout.ts'
import { deliverQueue } from '../support/event-queue.ts'
import { addHosted, startHostedService } from '../support/event-sources.ts'
import { call, newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'

interface Webhook {
  eventName: string
  mode: string
  createdOn: string
  content: any
  [field: string]: unknown
}

let service: Awaited<ReturnType<typeof startHostedService>>
beforeAll(async () => {
  service = await startHostedService()
  vi.stubEnv('CRAWLER_ALLOW_HOSTS', service.host)
  vi.spyOn(log, 'warn').mockImplementation(() => {})
})
afterAll(() => {
  service.close()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

let tenant: Tenant
let end: string
beforeEach(async () => {
  tenant = await newTenant()
  ;({ end } = await addHosted(tenant, service.api))
})

const sample = (name: string): Webhook => JSON.parse(readFileSync(`test/events/hosted-webhooks/${name}.json`, 'utf8'))

async function receive(webhook: Webhook) {
  const body = JSON.stringify({ ...webhook, mode: tenant.mode })
  const headers = { 'X-Snipcart-RequestToken': randomUUID() }
  return call('events.receive', tenant, { params: { source: end }, body, headers })
}

/** Receives a webhook, and applies its event. */
async function apply(webhook: Webhook): Promise<void> {
  expect(await receive(webhook), webhook.eventName).toMatchObject({ status: 200, body: [{ status: 'accepted' }] })
  expect(await deliverQueue(), webhook.eventName).toEqual([])
}

/** Receives `order.completed`, the first webhook about the order in the samples. Returns the order's token. */
async function completeOrder(): Promise<string> {
  const { content, mode } = sample('order-status-changed')
  await apply({ eventName: 'order.completed', mode, createdOn: '2025-08-30T18:17:31.1234567Z', content })
  return content.token
}

const orderOf = async (token: string) => (await call('orders.get', tenant, { params: { token } })).body
const subscriptionOf = async (id: string) => (await call('subscriptions.get', tenant, { params: { id } })).body

test('a webhook above 256 KB is refused with the limit', async () => {
  const { content, ...webhook } = sample('order-status-changed')
  expect(
    await receive({ ...webhook, eventName: 'order.completed', content: { ...content, notes: 'a'.repeat(270_000) } }),
  ).toMatchObject({ status: 413, body: { code: 'body_too_large', message: 'The event must not exceed 256 KB.' } })
})

test('order.completed brings the order with its customer and its product', async () => {
  const token = await completeOrder()
  expect(await orderOf(token)).toMatchObject({
    status: 'Processed',
    paymentStatus: 'Paid',
    email: 'jane.doe@example.com',
    shippingFees: 4.29,
    items: [{ id: '68b2fd4bbab386', price: 20 }],
  })
})

/** The fields of an order and of its item as the service sends them, and as they are shown. */
const unusualFields: [string, { order?: object; item?: object }, { order?: object; item?: object }][] = [
  ['metadata that is an array', { order: { metadata: [1, 2] } }, { order: { metadata: { value: [1, 2] } } }],
  ['metadata that is a text', { order: { metadata: 'plain' } }, { order: { metadata: { value: 'plain' } } }],
  ['metadata that is a number', { order: { metadata: 7 } }, { order: { metadata: { value: 7 } } }],
  ['blank metadata', { order: { metadata: '' } }, { order: { metadata: null } }],
  ['a blank payment status', { order: { paymentStatus: '' } }, { order: { paymentStatus: null } }],
  ['a blank completion date', { order: { completionDate: '' } }, {}],
  ['an item with metadata that is an array', { item: { metadata: ['a'] } }, { item: { metadata: { value: ['a'] } } }],
  ['an item with metadata that is JSON', { item: { metadata: '{"a":1}' } }, { item: { metadata: { a: 1 } } }],
  ['an item with blank metadata', { item: { metadata: '' } }, { item: { metadata: null } }],
  [
    'an item with blank numbers',
    { item: { maxQuantity: '', weight: ' ' } },
    { item: { maxQuantity: null, weight: null } },
  ],
]

test.each(unusualFields)('order.completed may have %s, as in an import', async (_, fields, shown) => {
  const { content, mode } = sample('order-status-changed')
  const items = content.items.map((item: object) => ({ ...item, ...fields.item }))
  const order = { ...content, ...fields.order, items }
  await apply({ eventName: 'order.completed', mode, createdOn: '2025-08-30T18:17:31.1234567Z', content: order })
  const expected = { ...shown.order, items: [shown.item ?? {}] }
  expect(await orderOf(order.token)).toMatchObject(expected)
  await importObject('orders', tenant, { order, refunds: [], digitalGoods: [] })
  expect(await orderOf(order.token)).toMatchObject(expected)
})

test('order.status.changed and order.paymentStatus.changed set what the order has changed to', async () => {
  const token = await completeOrder()
  const changed = sample('order-status-changed')
  await apply(changed)
  expect(await orderOf(token)).toMatchObject({ status: 'Shipped', paymentStatus: 'Paid' })
  const createdOn = '2025-08-30T18:18:00Z'
  await apply({ ...changed, eventName: 'order.paymentStatus.changed', from: 'Paid', to: 'ChargedBack', createdOn })
  expect(await orderOf(token)).toMatchObject({ status: 'Shipped', paymentStatus: 'ChargedBack' })
})

test('order.status.changed may use the other word of the service for Shipped', async () => {
  const token = await completeOrder()
  await apply({ ...sample('order-status-changed'), to: 'Dispatched' })
  expect((await orderOf(token)).status).toBe('Shipped')
})

test('order.trackingNumber.changed sets the tracking, and nothing else', async () => {
  const token = await completeOrder()
  const webhook = sample('order-trackingnumber-changed')
  await apply({ ...webhook, content: { ...webhook.content, status: 'Delivered' } })
  expect(await orderOf(token)).toMatchObject({
    status: 'Processed',
    trackingNumber: '123456789',
    trackingUrl: 'https://example.com/track/123456789',
  })
})

/** Sets the reply of the service to requests for the refunds of an order. */
function listRefunds(reply: { status: number; body?: string }) {
  const confirm = (token: string) => ({ status: 200, body: JSON.stringify({ token }) })
  service.answer((token, url) => (url.endsWith('/refunds') ? reply : confirm(token)))
  onTestFinished(() => service.answer(confirm))
}

test('order.refund.created is one refund, however often it is sent, if the service has no list of refunds', async () => {
  const token = await completeOrder()
  listRefunds({ status: 404 })
  const webhook = sample('order-refund-created')
  await apply(webhook)
  await apply(webhook)
  const { body } = await call('refunds.list', tenant, { params: { token } })
  expect(body).toMatchObject([
    { amount: 20, comment: 'Refunded after speaking with customer.', creationDate: '2025-08-30T18:17:32.806Z' },
  ])
})

test('a refund that is imported and reported by a webhook counts once', async () => {
  const token = await completeOrder()
  const refund = { id: randomUUID(), amount: 20, comment: 'Refunded after speaking with customer.' }
  listRefunds({ status: 200, body: JSON.stringify([refund]) })
  await apply(sample('order-refund-created'))
  const { content } = sample('order-status-changed')
  const source = { order: content, refunds: [{ ...refund, creationDate: '2025-08-30T18:17:32Z' }], digitalGoods: [] }
  await importObject('orders', tenant, source)
  await apply({ ...sample('order-refund-created'), createdOn: '2025-08-30T18:18:00Z' })
  const { body } = await call('refunds.list', tenant, { params: { token } })
  expect(body).toMatchObject([refund])
})

test('refunds of Stripe and of the service count once each if the webhook of the later one arrives first', async () => {
  const token = await completeOrder()
  const refunds = [5, 7].map(amount => ({ id: randomUUID(), amount, comment: `Refund of ${amount}` }))
  listRefunds({ status: 200, body: JSON.stringify(refunds) })
  const { content, ...webhook } = sample('order-refund-created')
  for (const [n, { amount }] of refunds.entries()) {
    const date = `2025-08-30T1${n}:00:00.000Z`
    const reported = { id: `re_${n}`, orderToken: token, amount, creationDate: date, byGateway: true }
    await sendEvent(tenant, 'order.refund.created', reported, { createdOn: date })
  }
  for (const [n, { amount, comment }] of [...refunds.entries()].toReversed())
    await apply({ ...webhook, createdOn: `2025-08-30T1${n}:00:02.000Z`, content: { ...content, amount, comment } })
  expect((await call('refunds.list', tenant, { params: { token } })).body).toMatchObject(refunds)
})

test('a refund keeps its credit note number, which this API does not use again', async () => {
  const token = await completeOrder()
  const refund = { id: randomUUID(), amount: 20, comment: 'Refunded after speaking with customer.' }
  listRefunds({ status: 200, body: JSON.stringify([{ ...refund, creditNoteNumber: 'OLD-42' }]) })
  await apply(sample('order-refund-created'))
  const own = await call('refunds.create', tenant, { params: { token }, body: { amount: 5 } })
  const { body } = await call('refunds.list', tenant, { params: { token } })
  expect(body.map((one: { creditNoteNumber: string }) => one.creditNoteNumber).toSorted()).toEqual(['CN-43', 'OLD-42'])
  expect(own.body.creditNoteNumber).toBe('CN-43')
})

test.each<[string, Parameters<typeof listRefunds>[0]]>([
  ['refuses the key', { status: 401 }],
  ['blocks the request', { status: 403, body: '<html>Access denied</html>' }],
  ['redirects', { status: 302 }],
  ['gets too many requests', { status: 429 }],
  ['fails', { status: 500 }],
  ['replies with a page', { status: 200, body: '<html>We are back soon</html>' }],
  ['replies with an object', { status: 200, body: JSON.stringify({ totalItems: 1, items: [{ id: 'r1' }] }) }],
  ['replies with refunds without ids', { status: 200, body: JSON.stringify([{ amount: 20 }]) }],
  ['does not list the refund yet', { status: 200, body: '[]' }],
])('a refund counts once if the service %s, and sends the webhook again later', async (_, reply) => {
  const error = vi.spyOn(log, 'error').mockImplementation(() => {})
  const token = await completeOrder()
  const refund = { id: randomUUID(), amount: 20, comment: 'Refunded after speaking with customer.' }
  listRefunds(reply)
  const refused = await receive(sample('order-refund-created'))
  expect(refused).toMatchObject({ status: 503, headers: { 'Retry-After': '30' } })
  expect(error.mock.lastCall?.[1]).toMatchObject({ ...tenant, reason: expect.any(String) })
  expect(await deliverQueue()).toEqual([])
  listRefunds({ status: 200, body: JSON.stringify([refund]) })
  await apply(sample('order-refund-created'))
  await importObject('orders', tenant, {
    order: sample('order-status-changed').content,
    refunds: [{ ...refund, creationDate: '2025-08-30T18:17:32Z' }],
    digitalGoods: [],
  })
  expect((await call('refunds.list', tenant, { params: { token } })).body).toMatchObject([refund])
  expect(await orderOf(token)).toMatchObject({ refundsAmount: 20 })
})

test('order.withdrawal.created is in the order', async () => {
  const token = await completeOrder()
  const { mode, createdOn } = sample('order-status-changed')
  await apply({ eventName: 'order.withdrawal.created', mode, createdOn, content: withdrawal(token) })
  expect((await orderOf(token)).withdrawals).toMatchObject([{ resolution: 'Pending' }])
})

test('subscription events create the subscription and change its state', async () => {
  const created = sample('subscription-created')
  await apply(created)
  expect(await subscriptionOf(created.content.id)).toMatchObject({ status: 'Active', amount: 30 })
  await apply(sample('subscription-paused'))
  expect(await subscriptionOf(created.content.id)).toMatchObject({ status: 'Paused' })
  for (const [name, createdOn] of [
    ['subscription.resumed', '2017-11-02T10:00:00Z'],
    ['subscription.cancelled', '2017-11-03T10:00:00Z'],
  ] as const)
    await apply({ ...created, eventName: name, createdOn })
  expect((await subscriptionOf(created.content.id)).cancelledOn).toBe('2017-11-03T10:00:00.000Z')
})

test.each<[unknown, object | null]>([
  ['', null],
  ['plain', { value: 'plain' }],
  [[1], { value: [1] }],
])('a subscription may have the metadata %j, as in an import', async (metadata, shown) => {
  const created = sample('subscription-created')
  await apply({ ...created, content: { ...created.content, metadata, cancelledOn: '' } })
  expect(await subscriptionOf(created.content.id)).toMatchObject({ status: 'Active', metadata: shown })
})

test('a payment of a V3 subscription brings its order', async () => {
  const webhook = sample('v3-subscription-payment-succeeded')
  await apply(webhook)
  await updateTallies(tenant)
  const { order } = webhook.content
  expect(await orderOf(order.token)).toMatchObject({ invoiceNumber: order.invoiceNumber })
})

test('customauth:customer_updated brings the customer', async () => {
  const { mode, createdOn, content } = sample('order-status-changed')
  const user = { ...content.user, status: 'Confirmed' }
  await apply({ eventName: 'customauth:customer_updated', mode, createdOn, content: user })
  const { body } = await call('customers.get', tenant, { params: { id: user.id } })
  expect(body).toMatchObject({ email: 'jane.doe@example.com', status: 'Confirmed' })
})

test('order.notification.created has no counterpart, and is ignored', async () => {
  expect(await receive(sample('order-notification-created'))).toMatchObject({
    status: 200,
    body: [{ status: 'ignored' }],
  })
})

const names = [
  ['order.completed', 'order.completed'],
  ['order.status.changed', 'order.status.changed'],
  ['order.paymentStatus.changed', 'order.status.changed'],
  ['order.trackingNumber.changed', 'order.status.changed'],
  ['order.refund.created', 'order.refund.created'],
  ['order.withdrawal.created', 'order.withdrawal.created'],
  ['subscription.created', 'subscription.created'],
  ['subscription.paused', 'subscription.paused'],
  ['subscription.resumed', 'subscription.resumed'],
  ['subscription.cancelled', 'subscription.cancelled'],
  ['subscription.invoice.created', 'subscription.invoice.created'],
  ['v3/subscription.invoice.payment.succeeded', 'v3/subscription.invoice.payment.succeeded'],
  ['v3/subscription.invoice.payment.failed', 'v3/subscription.invoice.payment.failed'],
  ['v3/subscription.state.cancellationRequested', 'v3/subscription.state.cancellationRequested'],
  ['v3/subscription.state.cancelled', 'v3/subscription.state.cancelled'],
  ['customauth:customer_updated', 'customer.updated'],
] as const

test.each(names)('%s becomes %s', (eventName, expected) => {
  expect(findHostedConversion(eventName)?.eventName).toBe(expected)
  expect(Object.keys(eventSchemas)).toContain(expected)
})

test.each(['shippingrates.fetch', 'taxes.calculate', 'order.notification.created', 'cart.updated', '__proto__'])(
  '%s becomes no event',
  eventName => {
    expect(findHostedConversion(eventName)).toBeUndefined()
    expect(asksForRates(eventName)).toBe(/fetch|calculate/.test(eventName))
  },
)
