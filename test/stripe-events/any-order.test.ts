/**
 * Tests that the events which Stripe sends about one purchase leave the same data in the store, in whatever sequence
 * they arrive, even if each arrives twice.
 * @module-tag long
 */

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { orderTokenOfStripe, subscriptionIdOfStripe } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { type FakeStripe, startFakeStripe } from '../payments/fake-stripe.ts'
import { sendEvent } from '../support/checkout.ts'
import { call } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import {
  asSent,
  dispute,
  invoice,
  newStripeTenant,
  objectsOfSession,
  objectsOfSubscription,
  receive,
  refund,
  type SampleEvent,
  session,
  stripeEvent,
  subscription,
  time,
} from './samples.ts'

let stripe: FakeStripe
beforeAll(async () => {
  stripe = await startFakeStripe()
  vi.stubEnv('GATEWAY_TIMEOUT', '10000')
  stripe.objects = { ...objectsOfSession(started), ...objectsOfSubscription() }
})
afterAll(() => stripe.close())

const started = session({ mode: 'subscription', subscription: 'sub_1', payment_intent: null, invoice: invoice() })
const ofPayment = { payment_intent: 'pi_sub', charge: null }
const disputed = (fields: object = {}) => dispute({ ...ofPayment, created: time + 90_000, ...fields })

/** The events of the purchase itself all have the same second. The refund and the dispute have later times. */
const history = [
  stripeEvent('customer.subscription.created', subscription(), { created: time + 12 }),
  stripeEvent('customer.subscription.updated', subscription(), {
    created: time + 12,
    data: { object: subscription({ metadata: { plan: 'b' } }), previous_attributes: { metadata: { plan: null } } },
  }),
  stripeEvent('invoice.paid', asSent(invoice()), { created: time + 12 }),
  stripeEvent('checkout.session.completed', asSent(started), { created: time + 12 }),
  stripeEvent('refund.created', refund(ofPayment), { created: time + 3000 }),
  stripeEvent('charge.dispute.created', dispute(ofPayment), { created: time + 4000 }),
  stripeEvent('charge.dispute.closed', dispute({ ...ofPayment, status: 'lost' }), { created: time + 4000 }),
]

/** A status that the store's own system reports. */
interface StatusReport {
  status: string
  created: number
}
type Report = SampleEvent | StatusReport

async function send(tenant: Tenant, report: Report): Promise<void> {
  if (!('status' in report)) return receive(tenant, report)
  const content = { token: orderTokenOfStripe(tenant, 'in_1'), status: report.status }
  const createdOn = new Date(report.created * 1000).toISOString()
  await sendEvent(tenant, 'order.status.changed', content, { id: report.status, createdOn })
}

async function storeAfter(reports: readonly Report[]) {
  const tenant = await newStripeTenant()
  for (const report of reports) await send(tenant, report)
  await updateTallies(tenant)
  return stateOf(tenant)
}

async function stateOf(tenant: Tenant) {
  const params = { id: subscriptionIdOfStripe(tenant, 'sub_1') }
  const orders = (await call('orders.list', tenant)).body.items
  const customers = (await call('customers.list', tenant)).body.items
  const products = (await call('products.list', tenant)).body.items
  const state = {
    orders: orders.map(({ refunds, ...order }: any) => ({
      ...order,
      refunds: refunds.map(({ amount, creationDate }: any) => ({ amount, creationDate })),
    })),
    subscription: (await call('subscriptions.get', tenant, { params })).body,
    invoices: (await call('subscriptions.invoices', tenant, { params })).body,
    customers: customers.map(({ email, statistics }: any) => ({ email, statistics })),
    products: products.map(({ userDefinedId, name, price }: any) => ({ userDefinedId, name, price })),
  }
  const token = orderTokenOfStripe(tenant, 'in_1')
  const known = [token, params.id, ...customers.map(({ id }: any) => id)]
  return JSON.parse(known.reduce((text, id, n) => text.replaceAll(id, `id ${n}`), JSON.stringify(state)))
}

/** The events of a debit that succeeds a day after the purchase. */
const debit: Report[] = [
  stripeEvent('customer.subscription.created', subscription(), { created: time + 12 }),
  stripeEvent('checkout.session.completed', asSent({ ...started, payment_status: 'unpaid' }), { created: time + 12 }),
  stripeEvent('invoice.payment_failed', asSent(invoice()), { created: time + 40_000 }),
  stripeEvent('invoice.paid', asSent(invoice()), { created: time + 80_000 }),
  stripeEvent('checkout.session.async_payment_succeeded', asSent(started), { created: time + 80_000 }),
]

const disputeOfDebit: Report[] = [
  stripeEvent('charge.dispute.created', disputed(), { created: time + 90_000 }),
  stripeEvent('charge.dispute.updated', disputed({ status: 'under_review' }), { created: time + 95_000 }),
  stripeEvent('charge.dispute.closed', disputed({ status: 'won' }), { created: time + 99_000 }),
]

const shipped = { status: 'Shipped', created: time + 50_000 }
const canceled = { status: 'Cancelled', created: time + 97_000 }

test.each<[string, Report[], object]>([
  ['a purchase', history, { status: 'Disputed', paymentStatus: 'ChargedBack', refundsAmount: 10 }],
  ['a debit', [...debit, ...disputeOfDebit], { status: 'Processed', paymentStatus: 'Paid', refundsAmount: 0 }],
  ['a debit of a shipped order', [...debit, shipped], { status: 'Shipped', paymentStatus: 'Paid' }],
  ['an order that is canceled in a dispute', [...debit, ...disputeOfDebit, canceled], { status: 'Cancelled' }],
])('any permutation of the events of %s leads to the same store', async (_, events, order) => {
  const expected = await storeAfter(events)
  expect(expected.orders).toMatchObject([order])
  expect(expected.invoices).toHaveLength(1)
  expect(expected.customers).toHaveLength(1)
  const twice = fc.shuffledSubarray([...events, ...events], { minLength: 2 * events.length })
  await fc.assert(
    fc.asyncProperty(twice, async shuffled => {
      expect(await storeAfter(shuffled)).toEqual(expected)
    }),
    { numRuns: 12, endOnFailure: true },
  )
})
