import { expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { importObject } from '../../lib/import/index.ts'
import { completeOrder, event, order, send, sendEvent } from '../support/checkout.ts'
import { orderOf } from '../support/payments.ts'
import { call, newTenant } from '../support/store.ts'
import {
  at,
  createV1,
  createV3,
  dashboardInvoices,
  dashboardList,
  renew,
  renewalOrder,
  tenantWithoutFeatures,
  v1Invoice,
  v3,
  v3Subscription,
} from './calls.ts'

const status = 'Pending'

test('the first invoice of a V3 subscription is that of its initial order', async () => {
  const tenant = await newTenant()
  const id = await createV3(tenant)
  const declined = await renew(tenant, id, 'failed')
  expect((await dashboardInvoices(tenant, id, v3)).body).toEqual([
    expect.objectContaining({ id: declined, orderToken: declined, paid: false, number: 'TEA-2' }),
    {
      id,
      orderToken: id,
      subscriptionId: id,
      number: 'TEA-1',
      amount: 12.5,
      total: 12.5,
      paid: true,
      creationDate: '2026-08-03T10:00:00.000Z',
      modificationDate: '2026-08-03T10:00:00.000Z',
    },
  ])
})

test('a payment of the initial order decides whether its invoice is paid', async () => {
  const tenant = await newTenant()
  const id = await createV3(tenant)
  await renew(tenant, id, 'failed', { token: id })
  expect((await dashboardInvoices(tenant, id, v3)).body).toMatchObject([{ id, paid: false }])
  await renew(tenant, id, 'succeeded', { token: id })
  expect((await dashboardInvoices(tenant, id, v3)).body).toMatchObject([{ id, paid: true }])
})

const ofPayment = (subscriptionId: string) => ({ isRecurringOrder: true, subscriptionId })

const byCheckout = {
  paymentTransactionId: 'pi_paid',
  status: 'Shipped',
  trackingNumber: 'T-1',
  items: [{ id: 'MUG', name: 'Mug', price: 12.5, quantity: 1, url: 'https://shop.example/mug' }],
}

test.each([
  ['succeeded', 'before', 'Paid'],
  ['succeeded', 'after', 'Paid'],
  ['failed', 'before', 'Failed'],
  ['failed', 'after', 'Failed'],
] as const)(
  'a payment that %s %s the event of its order replaces nothing of it but the payment status',
  async (result, when, paymentStatus) => {
    const tenant = await newTenant()
    const id = await createV3(tenant)
    const complete = () => completeOrder(tenant, { token: id, ...byCheckout }, at(1))
    if (when === 'after') await complete()
    await renew(tenant, id, result, { token: id }, { items: [{ id: 'MUG', name: 'Mug', price: 12.5, quantity: 1 }] })
    if (when === 'before') await complete()
    expect(await orderOf(tenant, id)).toMatchObject({ ...byCheckout, ...ofPayment(id), paymentStatus })
    expect((await call('products.get', tenant, { params: { id: 'MUG' } })).body.url).toBe('https://shop.example/mug')
  },
)

test('a renewal completes its order, with the items of the subscription', async () => {
  const tenant = await newTenant()
  const id = await createV3(tenant)
  const token = await renew(tenant, id, 'succeeded')
  expect(await orderOf(tenant, token)).toMatchObject({
    status: 'Processed',
    paymentStatus: 'Paid',
    isRecurringOrder: true,
    subscriptionId: id,
    finalGrandTotal: 12.5,
    shippingMethod: 'Letter',
    shippingFees: 2.5,
    email: 'jane.doe@example.com',
    completionDate: '2026-08-10T10:00:00.000Z',
    items: [{ id: 'TEA', quantity: 1 }],
  })
  const product = await call('products.get', tenant, { params: { id: 'TEA' } })
  expect(product.body.name).toBe('Tea')
})

test('the order of a payment that failed is pending until a later payment succeeds', async () => {
  const tenant = await newTenant()
  const id = await createV3(tenant)
  const token = await renew(tenant, id, 'failed')
  expect(await orderOf(tenant, token)).toMatchObject({ status: 'Pending', paymentStatus: 'Failed' })
  await renew(tenant, id, 'succeeded', { token })
  expect(await orderOf(tenant, token)).toMatchObject({ status: 'Processed', paymentStatus: 'Paid' })
  expect((await dashboardList(tenant)).body.items).toMatchObject([
    { totalSpent: 25, lastAttemptedInvoiceState: 'Paid' },
  ])
})

test('an order that others save as pending is processed when a later payment succeeds', async () => {
  const tenant = await newTenant()
  const id = await createV3(tenant)
  const token = await renew(tenant, id, 'failed')
  await call('orders.update', tenant, { params: { token }, body: { status: 'Pending', metadata: { note: 'waits' } } })
  await renew(tenant, id, 'succeeded', { token })
  expect(await orderOf(tenant, token)).toMatchObject({ status: 'Processed', paymentStatus: 'Paid' })
})

test.each(['before', 'after'])('a payment %s the event of its pending order processes the order', async when => {
  const tenant = await newTenant()
  const id = await createV3(tenant)
  const complete = () => completeOrder(tenant, { token: id, status: 'Pending', paymentStatus: 'Failed' }, at(1))
  if (when === 'after') await complete()
  await renew(tenant, id, 'succeeded', { token: id })
  if (when === 'before') await complete()
  expect(await orderOf(tenant, id)).toMatchObject({ status: 'Processed', paymentStatus: 'Paid' })
})

test('a payment processes a pending order, and a status that was reported before it stays, in any sequence', async () => {
  const tenant = await newTenant()
  const paid = (id: string) => renew(tenant, id, 'succeeded', { token: id })
  const changed = (token: string, status: string, minute: number) =>
    sendEvent(tenant, 'order.status.changed', { token, status }, at(minute))
  const first = await createV3(tenant)
  await paid(first)
  await changed(first, 'Pending', 2)
  expect((await orderOf(tenant, first)).status).toBe('Processed')
  await changed(first, 'Shipped', 3)
  expect((await orderOf(tenant, first)).status).toBe('Shipped')
  const second = await createV3(tenant)
  for (const [status, minute] of [
    ['Pending', 2],
    ['Shipped', 3],
  ] as const)
    await changed(second, status, minute)
  await paid(second)
  expect((await orderOf(tenant, second)).status).toBe('Shipped')
})

test.each<[string, (tenant: Tenant, content: ReturnType<typeof order>) => Promise<unknown>]>([
  ['order.completed', (tenant, content) => sendEvent(tenant, 'order.completed', content, at(3))],
  ['order.status.changed', (tenant, { token }) => sendEvent(tenant, 'order.status.changed', { token, status }, at(3))],
  ['an import', (tenant, content) => importObject('orders', tenant, { order: content, refunds: [], digitalGoods: [] })],
])(
  'a payment processes an order that %s reports as pending again, in any sequence',
  { tags: ['long'] },
  async (_, reportAgain) => {
    for (const sequence of ['first again paid', 'first paid again', 'paid first again', 'paid again first paid']) {
      const tenant = await newTenant()
      const id = await createV3(tenant)
      const dates = { creationDate: at(0).createdOn, modificationDate: at(3).createdOn }
      const content = order({ token: id, status, paymentStatus: 'Failed', ...dates })
      const steps: Record<string, () => Promise<unknown>> = {
        first: () => sendEvent(tenant, 'order.completed', content, at(1)),
        again: () => reportAgain(tenant, content),
        paid: () => renew(tenant, id, 'succeeded', { token: id }),
      }
      for (const step of sequence.split(' ')) await steps[step]?.()
      expect(await orderOf(tenant, id), sequence).toMatchObject({ status: 'Processed', paymentStatus: 'Paid' })
    }
  },
)

test('invoices in another currency than the first one add nothing to what was spent', async () => {
  const tenant = await newTenant()
  const id = await createV3(tenant)
  await renew(tenant, id, 'succeeded', { currency: 'JPY', total: 900 })
  expect((await dashboardList(tenant)).body.items).toMatchObject([{ totalSpent: 12.5 }])
  const { body } = await dashboardInvoices(tenant, id, v3)
  expect(body.map(({ amount }: { amount: number }) => amount)).toEqual([900, 12.5])
})

test('a payment may be the first event of its subscription', async () => {
  const tenant = await newTenant()
  const subscription = v3Subscription()
  await sendEvent(tenant, 'v3/subscription.invoice.payment.succeeded', { order: renewalOrder(), subscription })
  expect((await dashboardInvoices(tenant, subscription.id, v3)).body).toHaveLength(2)
})

test('a payment without an order or without a subscription is rejected', async () => {
  const tenant = await newTenant()
  for (const content of [{ order: renewalOrder() }, { subscription: v3Subscription() }])
    expect(await send(event(tenant, 'v3/subscription.invoice.payment.failed', content))).toHaveLength(1)
})

test('lists the invoices of a V1 subscription without taxes, or an empty list', async () => {
  const tenant = await newTenant()
  const id = await createV1(tenant)
  expect(await dashboardInvoices(tenant, id)).toMatchObject({ status: 200, body: [] })
  const content = v1Invoice(id)
  await sendEvent(tenant, 'subscription.invoice.created', content)
  const { body } = await dashboardInvoices(tenant, id)
  expect(body).toMatchObject([{ id: content.orderToken, paid: true }])
  expect(body[0]).not.toHaveProperty('taxes')
  expect((await dashboardInvoices(tenant, id, { offset: '1' })).body).toEqual([])
})

test('returns 404 for a subscription of the other version', async () => {
  const tenant = await newTenant()
  expect((await dashboardInvoices(tenant, await createV1(tenant), v3)).status).toBe(404)
  expect((await dashboardInvoices(tenant, await createV3(tenant))).status).toBe(404)
})

test('an id that is not a GUID returns 400 in V1', async () => {
  expect((await dashboardInvoices(await newTenant(), 'box')).status).toBe(400)
})

test('returns 409 if the feature is not enabled', async () => {
  const tenant = await tenantWithoutFeatures()
  const reply = await dashboardInvoices(tenant, await createV3(tenant), v3)
  expect(reply).toMatchObject({ status: 409, body: { code: 'feature_not_enabled' } })
})
