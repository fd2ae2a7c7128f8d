/**
 * Tests the command that imports what a store has sold with Stripe before its webhook existed.
 * @module-tag long
 */

import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runStoreCommandLine } from '../../../infra/admin/store-command-line.ts'
import { orderTokenOfStripe, subscriptionIdOfStripe } from '../../../lib/core/ids.ts'
import { log } from '../../../lib/core/log.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import { type FakeStripe, fault, startFakeStripe } from '../../payments/fake-stripe.ts'
import {
  asSent,
  dispute,
  invoice,
  lineItem,
  newStripeTenant,
  objectsOfSession,
  objectsOfSubscription,
  receive,
  refund,
  session,
  stripeEvent,
  subscription,
  time,
} from '../../stripe-events/samples.ts'
import { completeOrder, item, sendEvent } from '../../support/checkout.ts'
import { orderOf, refundsOf } from '../../support/payments.ts'
import { call } from '../../support/store.ts'
import { updateTallies } from '../../support/stream-worker.ts'
import { newDirectory } from '../../support/temporary.ts'

const directory = newDirectory()
let stripe: FakeStripe
let tenant: Tenant
beforeAll(async () => {
  stripe = await startFakeStripe()
  vi.stubEnv('GATEWAY_TIMEOUT', '10000')
  vi.stubEnv('GATEWAY_KEYS_DIR', `${directory}/gateway-keys`)
  vi.spyOn(log, 'error').mockImplementation(() => {})
})
afterAll(() => stripe.close())
beforeEach(async () => {
  stripe.answer()
  stripe.objects = history()
  tenant = await newStripeTenant()
})

const progress: string[] = []
function backfill(options = '--from 2026-08-01 --to 2026-09-30 --json') {
  const line = `stripe backfill --account ${tenant.account} --mode Test --data ${directory} ${options}`
  return runStoreCommandLine(line.split(' '), ({ text }) => progress.push(text))
}

const ofSession = { payment_intent: 'pi_1', charge: 'ch_1' }
const started = session({
  id: 'cs_test_subscription',
  mode: 'subscription',
  subscription: 'sub_1',
  payment_intent: null,
  invoice: invoice(),
})
const renewal = invoice({
  id: 'in_2',
  billing_reason: 'subscription_cycle',
  created: time + 31 * 86_400,
  number: 'A-2',
})
const draft = invoice({ id: 'in_3', status: 'draft', attempt_count: 0 })
const declined = invoice({
  id: 'in_4',
  billing_reason: 'subscription_cycle',
  status: 'open',
  attempt_count: 1,
  number: 'A-4',
})

const history = () => ({
  ...objectsOfSubscription([renewal, declined, draft, invoice()]),
  ...objectsOfSession(session()),
  ...objectsOfSession(started),
  '/v1/checkout/sessions': [session(), started, session({ id: 'cs_setup', mode: 'setup' })],
  '/v1/subscriptions': [
    subscription({ status: 'canceled', canceled_at: time + 90, ended_at: time + 5000, metadata: { source: 'shop' } }),
    subscription({ id: 'sub_2', status: 'incomplete' }),
  ],
  '/v1/refunds': [refund(ofSession), refund({ ...ofSession, id: 're_2', amount: 500, status: 'failed' })],
  '/v1/disputes': [dispute({ ...ofSession, status: 'lost' })],
})

const shownOrders = async () => {
  await updateTallies(tenant)
  return (await call('orders.list', tenant)).body.items
}

test('brings in orders, subscriptions with their invoices, refunds and disputes, and counts each kind', async () => {
  const { exitCode, output } = await backfill()
  expect({ exitCode, counts: JSON.parse(output) }).toMatchObject({
    exitCode: 0,
    counts: {
      sessions: { read: 3, applied: 2, rejected: [] },
      invoices: { read: 4, applied: 3, rejected: [] },
      subscriptions: { read: 2, applied: 1, rejected: [] },
      refunds: { read: 2, applied: 2, rejected: [] },
      disputes: { read: 1, applied: 1, rejected: [] },
    },
  })
  expect(await shownOrders()).toHaveLength(4)
  const token = orderTokenOfStripe(tenant, session().id)
  expect(await orderOf(tenant, token)).toMatchObject({
    status: 'Disputed',
    paymentStatus: 'ChargedBack',
    creationDate: '2026-08-30T20:00:00.000Z',
    completionDate: '2026-08-30T20:00:00.001Z',
  })
  expect(await refundsOf(tenant, token)).toMatchObject([{ amount: 10 }])
  expect(await orderOf(tenant, orderTokenOfStripe(tenant, 'in_1'))).toMatchObject({ items: [{ uniqueId: 'li_1' }] })
  const params = { id: subscriptionIdOfStripe(tenant, 'sub_1') }
  expect((await call('subscriptions.get', tenant, { params })).body).toMatchObject({
    status: 'Canceled',
    cancelledOn: '2026-08-30T21:23:20.000Z',
    metadata: { source: 'shop' },
    totalSpent: 96,
  })
  expect((await call('subscriptions.invoices', tenant, { params })).body).toHaveLength(3)
})

test('keeps the metadata that this API has changed, also of a subscription that has ended since', async () => {
  const params = { id: subscriptionIdOfStripe(tenant, 'sub_1') }
  await receive(tenant, stripeEvent('customer.subscription.created', subscription({ metadata: { source: 'shop' } })))
  const body = { amount: 24, schedule: { interval: 'Month' }, metadata: { note: 'VIP' } }
  expect(await call('subscriptions.update', tenant, { params, body })).toMatchObject({ status: 200 })
  const ended_at = Math.floor(Date.now() / 1000) + 60
  const ended = { status: 'canceled', canceled_at: ended_at, ended_at, metadata: { source: 'shop' } }
  stripe.objects['/v1/subscriptions'] = [subscription(ended)]
  await backfill()
  expect((await call('subscriptions.get', tenant, { params })).body).toMatchObject({
    status: 'Canceled',
    metadata: { note: 'VIP' },
  })
})

test('asks for the period only, page by page, and shows the progress', async () => {
  stripe.objects['/v1/refunds'] = Array.from({ length: 120 }, (_, n) =>
    refund({ ...ofSession, id: `re_${n}`, amount: 1 }),
  )
  const { output } = await backfill('--from 2026-08-01T10:00:00Z --to 2026-09-30')
  expect(output).toMatch(/^kind +read +applied +rejected\nsessions +3 +2 +0\n/)
  expect(output).toMatch(/refunds +120 +120 +0/)
  const lists = stripe.requests.filter(({ call }) => call === 'GET /v1/refunds').map(({ fields }) => fields)
  const period = { 'created[gte]': '1785578400', 'created[lte]': '1790812799', limit: '100' }
  expect(lists).toEqual([period, { ...period, starting_after: 're_99' }])
  expect(progress).toEqual(expect.arrayContaining(['refunds: 100 read', 'refunds: 120 read', 'disputes: 1 read']))
})

test('can be interrupted by Stripe and repeated, and changes nothing the second time', async () => {
  await backfill()
  const before = await shownOrders()
  const failures = Array.from({ length: 3 }, () => fault(500, { type: 'api_error', message: 'Internal error.' }))
  stripe.answer(...failures)
  expect(await backfill()).toMatchObject({ exitCode: 1, errors: expect.stringContaining('did not answer in time') })
  stripe.answer()
  expect(await backfill()).toMatchObject({ exitCode: 0 })
  expect(await shownOrders()).toEqual(before)
})

test('tells the invoice of a change through this API from those of other changes', async () => {
  const [charged, paused] = [100, 200].map(seconds => v7({ msecs: (time + seconds) * 1000 }))
  const after = (id: string, seconds: number, lastChange: string | undefined, fields = {}) =>
    invoice({
      ...fields,
      id,
      number: id,
      billing_reason: 'subscription_update',
      created: time + seconds,
      status_transitions: { paid_at: time + seconds },
      parent: { subscription_details: { subscription: 'sub_1', metadata: { lastChange } } },
    })
  const larger = { total: 9900, amount_paid: 9900 }
  const invoices = [
    after('in_same_day', 5000, charged, larger),
    after('in_own', 101, charged),
    after('in_later', 3 * 86_400, charged),
    after('in_pause', 201, paused),
  ]
  stripe.objects = { ...history(), ...objectsOfSubscription(invoices) }
  const subscriptionId = subscriptionIdOfStripe(tenant, 'sub_1')
  const own = { subscriptionId, orderToken: charged, amount: 48, paid: true }
  await sendEvent(tenant, 'subscription.invoice.created', own, { createdOn: '2026-08-30T20:01:00Z' })
  await backfill()
  const { body } = await call('subscriptions.invoices', tenant, { params: { id: subscriptionId } })
  const tokens = new Map(body.map(({ number, orderToken }: any) => [number, orderToken]))
  expect(tokens).toEqual(
    new Map([
      ['in_same_day', orderTokenOfStripe(tenant, 'in_same_day')],
      ['in_later', orderTokenOfStripe(tenant, 'in_later')],
      ['in_pause', orderTokenOfStripe(tenant, 'in_pause')],
      ['in_own', charged],
    ]),
  )
})

test('moves no stock, now or when Stripe sends the session again; a later session does', async () => {
  await completeOrder(tenant, { items: [item({ id: 'TEE' })] })
  const [{ id }] = (await call('products.list', tenant)).body.items
  const stock = async () => (await call('products.get', tenant, { params: { id } })).body.stock
  await call('products.update', tenant, { params: { id }, body: { inventoryManagementMethod: 'Single', stock: 7 } })
  await backfill()
  expect(await stock()).toBe(7)
  await receive(tenant, stripeEvent('checkout.session.completed', asSent(session())))
  expect(await stock()).toBe(7)
  const later = session({ id: 'cs_test_later', payment_intent: null })
  Object.assign(stripe.objects, objectsOfSession(later, [lineItem({ quantity: 2 })]))
  await receive(tenant, stripeEvent('checkout.session.completed', asSent(later)))
  expect(await stock()).toBe(5)
})

test('does not undo what the store has changed meanwhile', async () => {
  const token = orderTokenOfStripe(tenant, session().id)
  await receive(tenant, stripeEvent('checkout.session.completed', asSent(session())))
  await call('orders.update', tenant, { params: { token }, body: { status: 'Shipped', trackingNumber: 'T1' } })
  await backfill()
  expect(await orderOf(tenant, token)).toMatchObject({ status: 'Shipped', trackingNumber: 'T1' })
})

test('goes on after an object that cannot be read, and names it', async () => {
  Object.assign(stripe.objects, objectsOfSession(session({ currency: 'euros' })))
  const { exitCode, output, errors } = await backfill()
  expect({ exitCode, counts: JSON.parse(output) }).toMatchObject({
    exitCode: 1,
    counts: { sessions: { read: 3, applied: 1 }, subscriptions: { applied: 1 } },
  })
  expect(errors).toBe(`${session().id} was rejected: session.currency must be the code of a currency.`)
})

test('stops with what to do if the key lacks a permission', async () => {
  stripe.answer(fault(403, { type: 'invalid_request_error', message: "Lacks 'rak_checkout_session_read'." }))
  expect(await backfill()).toMatchObject({
    exitCode: 1,
    errors: expect.stringContaining('for lack of the permission rak_checkout_session_read. Set a key'),
  })
})

test.each([
  ['--from 2026-09-30 --to 2026-08-01', '--from must be before --to'],
  ['--to 2026-08-01', '--from is required'],
])('%s is rejected', async (options, message) => {
  const { exitCode, errors } = await backfill(options)
  expect({ exitCode, errors }).toMatchObject({ exitCode: 2, errors: expect.stringContaining(message) })
})
