/**
 * Tests that the state of subscriptions depends neither on the sequence in which their events arrive nor on duplicates.
 * @module-tag long
 */

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { type Envelope, send } from '../support/checkout.ts'
import { call, newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { at, count, dashboardGet, renewalOrder, v1Invoice, v1Subscription, v3, v3Subscription } from './calls.ts'

const [v1Id, v3Id] = [randomUUID(), randomUUID()]
const invoiceTokens = [randomUUID(), randomUUID(), randomUUID()]
const user = { id: randomUUID(), email: 'jane.doe@example.com' }

type Maker = fc.Arbitrary<Pick<Envelope, 'eventName' | 'content'>>

const amount = fc.integer({ min: 1, max: 99 })
const anyToken = fc.constantFrom(...invoiceTokens)
const date = fc.integer({ min: 1, max: 28 }).map(day => `2026-08-${String(day).padStart(2, '0')}T00:00:00Z`)

const v1Event: Maker = fc
  .record({
    name: fc.constantFrom('created', 'created', 'paused', 'resumed', 'cancelled'),
    fields: fc.record({
      amount: fc.option(amount),
      creationDate: date,
      user: fc.option(fc.constant(user)),
      currency: fc.option(fc.constantFrom('JPY', 'EUR')),
    }),
  })
  .map(({ name, fields }) => ({
    eventName: `subscription.${name}`,
    content: v1Subscription({ id: v1Id, initialOrderToken: 'first', ...fields }),
  }))

const v1InvoiceEvent: Maker = fc
  .record({ orderToken: anyToken, amount, creationDate: date, paid: fc.boolean() })
  .map(fields => ({ eventName: 'subscription.invoice.created', content: v1Invoice(v1Id, fields) }))

const reported = fc
  .record({ price: amount, nextBillingDate: fc.option(date), email: fc.option(fc.constant(user.email)) })
  .map(({ price, nextBillingDate, email }) => {
    const items = [{ id: 'TEA', name: 'Tea', price, quantity: 1 }]
    const { initialOrder, ...fields } = v3Subscription({ id: v3Id, nextBillingDate, items })
    return { ...fields, initialOrder: { ...initialOrder, email } }
  })

const v3Event: Maker = fc
  .record({
    change: fc.constantFrom('paused', 'resumed', 'cancellationRequested', 'cancelled', 'finished', null),
    subscription: reported,
  })
  .map(({ change, subscription }) =>
    change
      ? { eventName: `v3/subscription.state.${change}`, content: { subscription } }
      : { eventName: 'v3/subscription.created', content: subscription },
  )

const paymentEvent: Maker = fc
  .record({
    result: fc.constantFrom('succeeded', 'failed'),
    order: fc.record({ token: fc.constantFrom(v3Id, ...invoiceTokens), total: amount, creationDate: date }),
    subscription: reported,
  })
  .map(({ result, order, subscription }) => ({
    eventName: `v3/subscription.invoice.payment.${result}`,
    content: { order: renewalOrder(order), subscription },
  }))

/** Events about orders that are invoices of both subscriptions. */
const orderEvent: Maker = fc.oneof(
  fc
    .record({
      token: anyToken,
      status: fc.option(fc.constantFrom('Pending', 'Shipped')),
      paymentStatus: fc.constantFrom('Paid', 'Failed', 'ChargedBack'),
    })
    .map(content => ({ eventName: 'order.status.changed', content })),
  fc
    /**
     * Each refund has a new id. If two refunds had the same id but different amounts, the API would keep the one that
     * arrives first, so the result would depend on the sequence.
     */
    .record({ id: fc.uuid(), orderToken: anyToken, amount })
    .map(content => ({ eventName: 'order.refund.created', content })),
)

/** Each event is newer than the one before. */
const history = fc
  .array(fc.oneof(v1Event, v1InvoiceEvent, v3Event, paymentEvent, orderEvent), { minLength: 2, maxLength: 20 })
  .map(events => events.map((event, n) => ({ ...event, ...at(n), id: `event-${n}` })))

const histories = history.chain(events => {
  const twice = [...events, ...events.filter((_, n) => n % 3 === 0)]
  return fc.tuple(fc.constant(events), fc.shuffledSubarray(twice, { minLength: twice.length }))
})

const repliesOf = (tenant: Tenant) =>
  Promise.all([
    call('subscriptions.get', tenant, { params: { id: v1Id } }),
    call('subscriptions.invoices', tenant, { params: { id: v1Id } }),
    dashboardGet(tenant, v3Id, v3),
    call('subscriptions.dashboardInvoices', tenant, { params: { id: v3Id }, query: v3 }),
    ...['all', 'active', 'canceled'].map(status => call('subscriptions.dashboardList', tenant, { query: { status } })),
    count(tenant, { states: 'Active,Paused', mode: 'Test' }),
    call('customers.list', tenant),
    statusesOfOrders(tenant),
  ])

async function statusesOfOrders(tenant: Tenant) {
  const { status, body } = await call('orders.list', tenant)
  return { status, body: body.items.map(({ token, status }: { token: string; status: string }) => [token, status]) }
}

/** Removes the ids of customers from replies. The id of a customer who was a guest at first differs between stores. */
const withoutCustomerIds = (_: string, value: any) =>
  value?.email === user.email ? { ...value, id: undefined } : value

async function storeAfter(events: readonly Omit<Envelope, 'account' | 'mode'>[]) {
  const tenant = await newTenant()
  for (const event of events) expect(await send({ ...tenant, ...event })).toEqual([])
  await updateTallies(tenant)
  const replies = await repliesOf(tenant)
  return replies.map(({ status, body }) =>
    JSON.parse(JSON.stringify({ status, ...(status === 200 && { body }) }, withoutCustomerIds)),
  )
}

test('random histories lead to the same subscriptions in any order, with every third event twice', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ([inOrder, shuffled]) => {
      expect(await storeAfter(shuffled)).toEqual(await storeAfter(inOrder))
    }),
    { numRuns: 12, endOnFailure: true },
  )
})
