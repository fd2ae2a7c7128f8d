/**
 * Tests the demo store: the recorded events, whose dates are moved to the present, and the objects of the sample
 * requests.
 */

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SQSEvent } from 'aws-lambda'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ensureDemoStore, findOrCreateDemoKey } from '../../../infra/local/demo/ensure-demo-store.ts'
import { demoEvents, documentedEvents } from '../../../infra/local/demo/events.ts'
import { readDemoCreationDate, startFillingDemoStore } from '../../../infra/local/demo/start-filling-demo-store.ts'
import { invokeFromSource } from '../../../infra/local/lambda.ts'
import * as accounts from '../../../lib/accounts/index.ts'
import { Account } from '../../../lib/accounts/schemas.ts'
import { routes } from '../../../lib/api.ts'
import type { AccountId } from '../../../lib/core/tenant.ts'
import { sampleCall } from '../../support/samples.ts'
import { call } from '../../support/store.ts'
import { newDirectory } from '../../support/temporary.ts'

const hour = 3_600_000
const isDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT.+Z$/.test(value)

/** Returns all values in an event, in the sequence of the JSON. */
const valuesIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [value]

describe('the recorded events', () => {
  const now = new Date('2031-03-14T15:09:26.535Z')
  const events = demoEvents(now)

  test('have unique ids and are sorted by date', () => {
    const names = Map.groupBy(events, ({ eventName }) => eventName)
    expect(names.get('order.completed')).toHaveLength(191)
    expect(names.get('cart.updated')).toHaveLength(25)
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    const dates = events.map(({ createdOn }) => createdOn)
    expect(dates).toEqual(dates.toSorted())
  })

  test('end at the current time', () => {
    const age = now.getTime() - Date.parse(events.at(-1)!.createdOn)
    expect(age).toBeGreaterThanOrEqual(0)
    expect(age).toBeLessThan(hour)
  })

  const contentsOf = (name: string): any[] =>
    events.filter(({ eventName }) => eventName === name).map(({ content }) => content)

  test('have the initial orders of V3 subscriptions', () => {
    const initialOrders = contentsOf('v3/subscription.created').map(({ initialOrder }) => initialOrder)
    expect(initialOrders).toHaveLength(6)
    const orders = new Map(contentsOf('order.completed').map(order => [order.token, order]))
    for (const { token, total, invoiceNumber, creationDate } of initialOrders)
      expect(orders.get(token)).toMatchObject({ finalGrandTotal: total, invoiceNumber, creationDate })
  })

  test('have invoices of the amounts of their orders', () => {
    const amounts = new Map(contentsOf('order.completed').map(({ token, finalGrandTotal }) => [token, finalGrandTotal]))
    const invoices = contentsOf('subscription.invoice.created')
    expect(invoices).toHaveLength(33)
    for (const { orderToken, amount, total } of invoices)
      expect([amount, total], orderToken).toEqual([amounts.get(orderToken), amounts.get(orderToken)])
  })

  test('have items that are shipped unless they are files, and taxed', () => {
    const withItems = [...events, ...documentedEvents].map(({ content }): any => content)
    const all = withItems.flatMap(({ items = [], subscription }) => [...items, ...(subscription?.items ?? [])])
    const items = all.filter(({ price }) => price !== undefined)
    expect(items.length).toBeGreaterThan(350)
    for (const { id, shippable, taxable } of items)
      expect({ id, shippable, taxable }).toEqual({ id, shippable: !id.startsWith('PATTERN'), taxable: true })
  })

  test('include an order, a cart and a paid subscription of the last day', () => {
    for (const name of ['order.completed', 'cart.updated', 'v3/subscription.invoice.payment.succeeded']) {
      const dates = events.filter(({ eventName }) => eventName === name).map(event => event.createdOn)
      expect(now.getTime() - Date.parse(dates.at(-1)!), name).toBeLessThan(24 * hour)
    }
  })

  test('move all dates by the same amount and change nothing else', () => {
    const later = demoEvents(new Date(now.getTime() + 1234 * hour))
    const moved = valuesIn(later).map(value =>
      isDate(value) ? new Date(Date.parse(value) - 1234 * hour).toISOString() : value,
    )
    expect(moved).toEqual(valuesIn(events))
    expect(later[0]?.createdOn).not.toBe(events[0]?.createdOn)
  })
})

describe('in a new table', () => {
  const directory = newDirectory()
  const tenant = { account: 1001 as AccountId, mode: 'Test' } as const
  beforeAll(async () => {
    await findOrCreateDemoKey(directory)
  })

  const reads = routes.filter(({ method, access }) => method === 'GET' && access === 'read')

  test.each(reads.map(({ name }) => name))('the sample request of %s finds its object', async name => {
    expect(await call(name, tenant, sampleCall(name))).toMatchObject({ status: 200 })
  })

  /** Returns the example of an endpoint's reply in the documentation. */
  function exampleReply(name: string) {
    const { paths } = JSON.parse(readFileSync('dist/docs/openapi.json', 'utf8'))
    const { path, method } = routes.find(route => route.name === name)!
    return paths[path][method.toLowerCase()].responses[200].content['application/json'].example
  }

  test('the examples of the documentation equal the replies of the demo store', async () => {
    const { body: order } = await call('orders.update', tenant, sampleCall('orders.update'))
    const [orderExample, customerExample] = [exampleReply('orders.get'), exampleReply('customers.get')]
    expect({ ...order, modificationDate: orderExample.modificationDate }).toEqual(orderExample)
    const { body: customer } = await call('customers.get', tenant, sampleCall('customers.get'))
    expect({ ...customer, statistics: customerExample.statistics }).toEqual(customerExample)
    expect(customerExample.statistics.ordersAmount).toBe(orderExample.finalGrandTotal)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-15T20:00:00Z') })
    const [{ body: cart }, { body: carts }] = [
      await call('carts.get', tenant, sampleCall('carts.get')),
      await call('carts.list', tenant, sampleCall('carts.list')),
    ]
    expect(cart).toEqual(exampleReply('carts.get'))
    expect(carts.items[0]).toEqual(cart)
    const reply = async (verb: string, query = {}) => {
      const params = { id: exampleReply('subscriptions.get').id }
      return (await call(`subscriptions.${verb}`, tenant, { params, query })).body
    }
    for (const verb of ['get', 'invoices', 'dashboardGet', 'dashboardInvoices'])
      expect(await reply(verb), verb).toEqual(exampleReply(`subscriptions.${verb}`))
    const [summary] = exampleReply('subscriptions.dashboardList').items
    const found = await reply('dashboardList', { userDefinedPlanName: summary.planName })
    expect(found.items).toContainEqual(summary)
    vi.useRealTimers()
  })

  test('the demo store has a sender of mails', async () => {
    const { mailFrom } = await accounts.get(tenant.account)
    expect(Account.shape.mailFrom.parse(mailFrom)).toContain('@shop.example.com')
  })

  test('creating the demo store twice creates one store', async () => {
    const [first, second] = [await ensureDemoStore(directory), await ensureDemoStore(directory)]
    expect(second).toEqual({ ...first, liveKey: null })
    expect(await accounts.list()).toHaveLength(1)
  })

  const marker = join(directory, 'demo-filled')
  const fillFirst = (count: number) => {
    const lines: string[] = []
    const events = demoEvents(readDemoCreationDate(directory)).slice(0, count)
    const stop = startFillingDemoStore({ events, invoke: invokeFromSource, directory, print: line => lines.push(line) })
    return { lines, stop }
  }
  const fillCompletely = async () => {
    const { lines } = fillFirst(60)
    await expect.poll(() => lines.at(-1)).toMatch(/filled: \d|could not/)
    expect(lines.at(-1)).toContain('is filled')
    return lines
  }

  test('stops at once, and starts no other event, while events are under way', async () => {
    const empty = newDirectory()
    const sent: unknown[] = []
    const invoke = (_name: string, event: unknown) => {
      sent.push(...(event as SQSEvent).Records)
      return new Promise(() => {})
    }
    const stop = startFillingDemoStore({ events: demoEvents(new Date()), invoke, directory: empty, print: () => {} })
    await expect.poll(() => sent.length).toBe(6)
    await stop()
    expect(sent).toHaveLength(6)
    expect(existsSync(join(empty, 'demo-filled'))).toBe(false)
  })
  const itemsOf = async (name: string) => (await call(name, tenant, { query: { limit: '100' } })).body

  test('filling continues after it was stopped, and filling twice changes nothing', { tags: ['long'] }, async () => {
    const started = fillFirst(60)
    await started.stop()
    expect(existsSync(marker)).toBe(false)

    const lines = await fillCompletely()
    const before = [await itemsOf('orders.list'), await itemsOf('customers.list')]
    const { totalItems } = before[0]
    expect(totalItems).toBeGreaterThan(20)
    expect(lines).toEqual([
      'The demo store is being filled in the background: 60 events.',
      ...[12, 24, 36, 48].map(count => `The demo store: ${count} of 60 events.`),
      expect.stringMatching(`^The demo store is filled: ${totalItems} orders, \\d+ open carts, \\d+ subs`),
    ])
    rmSync(marker)
    await fillCompletely()
    expect([await itemsOf('orders.list'), await itemsOf('customers.list')]).toEqual(before)
    expect(fillFirst(60).lines).toEqual([])
  })

  test('a loaded order has its recorded amounts, and a shifted date', { tags: ['long'] }, async () => {
    const token = 'bd1e5b3d-becf-518c-9074-590527c0ef8e'
    const { body } = await call('orders.get', tenant, { params: { token } })
    expect(body).toMatchObject({
      invoiceNumber: 'INV-1015',
      email: 'anna.albrecht@example.com',
      currency: 'eur',
      itemsTotal: 50,
      shippingFees: 4.9,
      finalGrandTotal: 64.4,
      status: 'Delivered',
      items: [{ id: 'MUG-SPECKLED' }, { id: 'POSTER-HARBOUR', totalPrice: 22.5 }, { id: 'MUG-FERN' }],
    })
    const recordedAge = Date.parse('2026-11-15T20:00:00.000Z') - Date.parse('2024-11-16T12:07:00.000Z')
    expect(Date.parse(body.completionDate)).toBe(readDemoCreationDate(directory).getTime() - recordedAge)
  })

  test('some products are in stock, some nearly sold out', { tags: ['long'] }, async () => {
    const stockOf = async (id: string) => (await call('products.get', tenant, { params: { id } })).body
    expect(await stockOf('TOTE-CANVAS')).toMatchObject({ inventoryManagementMethod: 'Single', stock: 140 })
    expect(await stockOf('BEANIE-WOOL')).toMatchObject({ stock: 1 })
    expect(await stockOf('MUG-SPECKLED')).toMatchObject({ stock: 3 })
    expect(await stockOf('APRON-LINEN')).toMatchObject({ stock: 0 })
    expect(await stockOf('TEE-NAVY')).toMatchObject({ inventoryManagementMethod: 'Variant', totalStock: 4 })
    expect(await stockOf('POSTER-HERON')).toMatchObject({ inventoryManagementMethod: 'Variant', totalStock: 62 })
  })
})
