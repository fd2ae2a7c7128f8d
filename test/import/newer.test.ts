/**
 * Tests that an import keeps data that is newer in the store, and takes over data that is newer at the server from
 * which it imports.
 */

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { type ImportKind, importObject, type SourceReplies } from '../../lib/import/index.ts'
import * as subscriptions from '../subscriptions/calls.ts'
import { address, cart, item, sendEvent } from '../support/checkout.ts'
import { call, newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { importAll, jane, newSource, type Objects, readAll, readOrder, readSubscription } from './source.ts'

let from: Tenant
let to: Tenant
let source: Objects

beforeAll(async () => {
  from = await newSource()
  source = await readAll(from)
  to = await newTenant()
  await importAll(to, source)
})

const bodyOf = async (name: string, tenant: Tenant, params: Record<string, string>) =>
  (await call(name, tenant, { params })).body

const resultOf = async <K extends ImportKind>(kind: K, sources: SourceReplies[K]) =>
  (await importObject(kind, to, sources)).result

type Any = any
const first = (kind: ImportKind, matches: (object: Any) => boolean): Any => source[kind].find(matches)

describe('an import of an older state', () => {
  test('leaves the status of an order that an event has changed since', async () => {
    const { order } = first('orders', ({ order }) => order.status === 'Shipped')
    await sendEvent(to, 'order.status.changed', { token: order.token, status: 'Delivered' })
    await resultOf('orders', { order, refunds: null, digitalGoods: [] })
    expect(await bodyOf('orders.get', to, { token: order.token })).toMatchObject({
      status: 'Delivered',
      trackingNumber: '00340',
    })
  })

  test('leaves an order completed that was InProgress at the source and was completed again since', async () => {
    const { order } = first('orders', ({ order }) => order.status === 'Processed')
    const tenant = await newTenant()
    const { status, ...content } = order
    await sendEvent(tenant, 'order.completed', content)
    const sources = { order: { ...order, status: 'InProgress' }, refunds: null, digitalGoods: [] }
    await importObject('orders', tenant, sources)
    expect(await bodyOf('orders.get', tenant, { token: order.token })).toMatchObject({ status: 'Processed' })
  })

  test('leaves the tracking number that a request has set since', async () => {
    const { order } = first('orders', ({ order }) => order.status === 'Processed')
    const body = { status: 'Shipped', trackingNumber: 'NEW-1' }
    await call('orders.update', to, { params: { token: order.token }, body })
    await resultOf('orders', { order, refunds: null, digitalGoods: [] })
    expect(await bodyOf('orders.get', to, { token: order.token })).toMatchObject(body)
  })

  test('leaves a stock that was sold or set since, and a product that was archived since', async () => {
    const sources = first('products', ({ product }) => product.userDefinedId === 'MUG')
    await call('products.update', to, { params: { id: 'MUG' }, body: { stock: 3 } })
    await call('products.remove', to, { params: { id: 'MUG' } })
    expect(await resultOf('products', sources)).toBe('unchanged')
    expect(await bodyOf('products.get', to, { id: 'MUG' })).toMatchObject({ stock: 3, archived: true })
  })

  test('leaves the addresses of a customer that a request has set since', async () => {
    const sources = first('customers', ({ customer }) => customer.id === jane)
    const body = { email: 'jane@new.example', billingAddress: address({ city: 'Hamburg' }) }
    await call('customers.update', to, { params: { id: jane }, body })
    await resultOf('customers', sources)
    const customer = await bodyOf('customers.get', to, { id: jane })
    expect(customer).toMatchObject({ email: 'jane@new.example', billingAddressCity: 'Hamburg' })
  })

  test('does not create a customer again who was deleted since', async () => {
    const sources = first('customers', ({ customer }) => customer.email === 'Guest@Example.com')
    await call('customers.remove', to, { params: { id: sources.customer.id } })
    expect(await resultOf('customers', sources)).toBe('unchanged')
    expect((await call('customers.get', to, { params: { id: sources.customer.id } })).status).toBe(404)
  })

  test('leaves the state of subscriptions that events have changed since', async () => {
    const tea = first('subscriptions', ({ details }) => details.state === 'Active')
    await subscriptions.report(to, tea.details.id, 'paused')
    await resultOf('subscriptions', tea)
    expect(await readSubscription(to, tea.summary)).toMatchObject({ details: { state: 'Paused' } })
    const box = first('subscriptions', ({ legacy }) => legacy?.status === 'Paused')
    await sendEvent(to, 'subscription.resumed', subscriptions.v1Subscription({ id: box.legacy.id }))
    await resultOf('subscriptions', box)
    expect(await bodyOf('subscriptions.get', to, { id: box.legacy.id })).toMatchObject({ status: 'Active' })
  })

  test('leaves a cart that an event has changed since, and does not restore one that was ordered', async () => {
    const sources = first('carts', () => true)
    const { token } = sources.cart
    await sendEvent(to, 'cart.updated', cart({ token, email: 'later@example.com', items: [item()] }))
    await resultOf('carts', sources)
    expect(await bodyOf('carts.get', to, { token })).toMatchObject({ email: 'later@example.com' })
    await sendEvent(to, 'order.completed', { token, items: [item()], email: 'later@example.com' })
    expect(await resultOf('carts', sources)).toBe('unchanged')
    expect((await call('carts.get', to, { params: { token } })).status).toBe(404)
  })

  test('leaves discounts, shipping methods and domains that requests have changed since', async () => {
    const { discount } = first('discounts', () => true)
    await call('discounts.update', to, { params: { id: discount.id }, body: { ...discount, name: 'Changed' } })
    expect(await resultOf('discounts', { discount: { ...discount, name: 'Other' } })).toBe('unchanged')
    const { method } = first('shippingMethods', () => true)
    await call('shipping.update', to, { params: { id: method.Id }, body: { ...method, name: 'Changed' } })
    expect(await resultOf('shippingMethods', { method: { ...method, name: 'Other' } })).toBe('unchanged')
    await call('domains.update', to, { body: { Domain: 'changed.example' } })
    expect(
      await resultOf(
        'domains',
        first('domains', () => true),
      ),
    ).toBe('unchanged')
    expect(await bodyOf('domains.get', to, {})).toMatchObject({ domain: 'changed.example' })
  })
})

describe('an import of a newer state', () => {
  let target: Tenant

  beforeAll(async () => {
    target = await newTenant()
    await importAll(target, source)
  })

  const take = async <K extends ImportKind>(kind: K, sources: SourceReplies[K]) => {
    expect(await importObject(kind, target, sources)).toMatchObject({ result: 'updated' })
    expect(await importObject(kind, target, sources)).toMatchObject({ result: 'unchanged' })
  }

  test('updates an order, and clears what the source has cleared', async () => {
    const { order } = first('orders', ({ order }) => order.status === 'Shipped')
    const body = { status: 'Delivered', trackingNumber: null, metadata: null }
    await call('orders.update', from, { params: { token: order.token }, body })
    await call('refunds.create', from, { params: { token: order.token }, body: { amount: 2 } })
    await sendEvent(from, 'order.digital.downloaded', { orderToken: order.token, fileGuid: 'file-1' })
    const newer = await readOrder(from, order.token)
    await take('orders', newer)
    expect(await readOrder(target, order.token)).toEqual(newer)
  })

  test('takes over the stock at the source, even if the product has the same modification date', async () => {
    const { product } = first('products', ({ product }) => product.userDefinedId === 'MUG')
    await take('products', { product: { ...product, stock: product.stock - 5 } })
    expect(await bodyOf('products.get', target, { id: 'MUG' })).toMatchObject({ stock: product.stock - 5 })
  })

  test('restores and archives products', async () => {
    const { product } = first('products', ({ product }) => product.userDefinedId === 'OLD')
    const modificationDate = '2031-01-01T00:00:00.000Z'
    await take('products', { product: { ...product, archived: false, modificationDate } })
    expect(await bodyOf('products.get', target, { id: 'OLD' })).toMatchObject({ archived: false, modificationDate })
    await take('products', { product: { ...product, archived: true, modificationDate: '2031-01-02T00:00:00.000Z' } })
    expect(await bodyOf('products.get', target, { id: 'OLD' })).toMatchObject({ archived: true })
  })

  test('updates a customer, who has no modification date', async () => {
    const body = { email: 'jane@married.example', billingAddress: address({ city: 'Lübeck' }) }
    await call('customers.update', from, { params: { id: jane }, body })
    const customer = await bodyOf('customers.get', from, { id: jane })
    await take('customers', { customer })
    await updateTallies(target)
    expect(await bodyOf('customers.get', target, { id: jane })).toEqual(customer)
  })

  test('gives an address that one customer has given up to its new owner', async () => {
    const [owner, next] = [randomUUID(), randomUUID()]
    const customer = { id: owner, email: 'shared@example.com', status: 'Confirmed', creationDate: '2020-01-01' }
    await importObject('customers', target, { customer })
    await take('customers', { customer: { ...customer, email: 'moved@example.com' } })
    const sources = { customer: { ...customer, id: next, creationDate: '2021-01-01' } }
    expect(await importObject('customers', target, sources)).toEqual({ id: next, result: 'created' })
    expect(await bodyOf('customers.get', target, { id: next })).toMatchObject({ email: 'shared@example.com' })
  })

  test('leaves an address to its owner until the import of this owner has another one', async () => {
    const [owner, next] = [randomUUID(), randomUUID()]
    const email = 'handed@example.com'
    const before = { id: owner, email, status: 'Confirmed', billingAddressCity: 'Kiel', creationDate: '2020-01-01' }
    await importObject('customers', target, { customer: before })
    const taker = { ...before, id: next, billingAddressCity: 'Bonn', creationDate: '2021-01-01' }
    const refusal = { code: 'email_in_use', errors: { email: ['is the e-mail address of another customer'] } }
    await expect(importObject('customers', target, { customer: taker })).rejects.toMatchObject(refusal)
    expect(await bodyOf('customers.get', target, { id: owner })).toMatchObject({ billingAddressCity: 'Kiel' })
    await take('customers', { customer: { ...before, email: 'handed.over@example.com' } })
    expect(await importObject('customers', target, { customer: taker })).toEqual({ id: next, result: 'created' })
    expect(await bodyOf('customers.get', target, { id: next })).toMatchObject({ email, billingAddressCity: 'Bonn' })
  })

  test('updates the state of subscriptions, and adds invoices', async () => {
    const box = first('subscriptions', ({ legacy }) => legacy?.status === 'Paused')
    const { id } = box.legacy
    const user = { id: jane, email: 'jane.doe@example.com', billingAddress: address() }
    await sendEvent(from, 'subscription.resumed', subscriptions.v1Subscription({ id, user }))
    const later = { creationDate: '2026-09-01T09:00:00.000Z', number: 'INV-2', paid: false }
    await sendEvent(from, 'subscription.invoice.created', subscriptions.v1Invoice(id, later))
    const newer = await readSubscription(from, box.summary)
    await take('subscriptions', newer)
    expect(await readSubscription(target, box.summary)).toEqual(newer)
  })

  test('updates the state of a subscription of V3, which has no modification date', async () => {
    const tea = first('subscriptions', ({ details }) => details.state === 'Active')
    for (const state of ['Paused', 'Active', 'Stopped']) {
      await take('subscriptions', { ...tea, details: { ...tea.details, state } })
      expect(await readSubscription(target, tea.summary)).toMatchObject({ details: { state } })
    }
  })

  test('updates a cart, a discount, a shipping method and the domains', async () => {
    const { cart } = first('carts', () => true)
    await take('carts', { cart: { ...cart, email: 'new@example.com', modificationDate: new Date().toISOString() } })
    const { discount } = first('discounts', () => true)
    await take('discounts', { discount: { ...discount, amount: 12, code: 'BYE' } })
    const { method } = first('shippingMethods', () => true)
    await take('shippingMethods', { method: { ...method, name: 'Renamed' } })
    await take('domains', { defaultDomain: { domain: 'new.example', protocol: 'HTTPS' }, allowedDomains: [] })
    expect(await bodyOf('domains.get', target, {})).toMatchObject({ domain: 'new.example' })
    expect(await bodyOf('discounts.get', target, { id: discount.id })).toMatchObject({ amount: 12, numberOfUsages: 1 })
  })

  test('does not replace a newer import', async () => {
    const { order } = first('orders', ({ order }) => order.status === 'Processed')
    const newer = { ...order, status: 'Cancelled', modificationDate: '2031-01-01T00:00:00.000Z' }
    const refund = { id: randomUUID(), amount: 3 }
    await take('orders', { order: newer, refunds: [refund], digitalGoods: [] })
    const older = { order, refunds: [], digitalGoods: [] }
    expect(await importObject('orders', target, older)).toMatchObject({ result: 'unchanged' })
    const shown = { status: 'Cancelled', refunds: [{ id: refund.id, amount: 3 }] }
    expect(await bodyOf('orders.get', target, { token: order.token })).toMatchObject(shown)
  })
})
