/** The demo store: what its checkout tells is plausible, and is taken to the end however often it is interrupted. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createTable } from '../../infra/local/create-table.ts'
import { catalogue } from '../../infra/local/demo/catalogue.ts'
import { ensureDemo, ensureSamples } from '../../infra/local/demo/ensure.ts'
import { demoEvents } from '../../infra/local/demo/events.ts'
import { fillDemo } from '../../infra/local/demo/filling.ts'
import { discounts, shippingMethods } from '../../infra/local/demo/objects.ts'
import { sampleEvents } from '../../infra/local/demo/samples.ts'
import { today } from '../../infra/local/demo/time.ts'
import * as accounts from '../../lib/accounts/index.ts'
import { example as cartExample } from '../../lib/carts/example.ts'
import { example as customerExample } from '../../lib/customers/example.ts'
import { example as orderExample } from '../../lib/orders/example.ts'
import { paymentStatuses, statuses } from '../../lib/orders/shapes.ts'
import { sampleCall } from '../kit/samples.ts'
import { call } from '../kit/store.ts'

/** Account 1001 is a table's first. */
const table = vi.hoisted(() => {
  process.env.TABLE_NAME = `demo-${crypto.randomUUID()}`
  return process.env.TABLE_NAME
})

const events: any[] = [...sampleEvents, ...demoEvents]
const contentsOf = (...names: string[]) =>
  events.filter(({ eventName }) => names.includes(eventName)).map(({ content }) => content)
const orders = contentsOf('order.completed')
const carts = contentsOf('cart.updated')
const cents = (amount: number) => Math.round(amount * 100)
const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0)

describe('what the checkout tells', () => {
  test('is a shop of some size', () => {
    expect(catalogue).toHaveLength(40)
    expect(orders).toHaveLength(300)
    expect(carts).toHaveLength(26)
    expect(new Set(orders.map(({ email }) => email)).size).toBe(61)
    expect(new Set(orders.map(({ billingAddress }) => billingAddress.country)).size).toBeGreaterThan(6)
    const items = orders.flatMap(order => order.items.map(({ id }: { id: string }) => id))
    expect(new Set(items)).toEqual(new Set(catalogue.map(({ id }) => id)))
  })

  test('is told the same at every start, each event under an id of its own', () => {
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    expect(demoEvents[500]).toMatchObject({ id: expect.any(String), account: 1001, mode: 'Test' })
    expect(demoEvents.map(({ createdOn }) => createdOn)).toEqual(
      demoEvents.map(({ createdOn }) => createdOn).toSorted(),
    )
    expect(events.every(({ createdOn }) => createdOn < '2026-11-16')).toBe(true)
  })

  test.each([...orders, ...carts].map(told => [told.invoiceNumber ?? `cart ${told.token}`, told]))(
    '%s adds up to the cent',
    (_, told) => {
      const { itemsTotal, shippingFees, shippingInformation, summary, total = told.finalGrandTotal } = told
      for (const { price, quantity, customFields, totalPrice } of told.items) {
        const adjustments = customFields.map(({ options, value }: { options: string; value: string }) =>
          Number(new RegExp(`(?:^|\\|)${value}\\[(.+?)\\]`).exec(options)?.[1] ?? 0),
        )
        expect(cents(totalPrice)).toBe(quantity * sum([price, ...adjustments].map(cents)))
      }
      expect(cents(itemsTotal)).toBe(sum(told.items.map(({ totalPrice }: any) => cents(totalPrice))))
      const taxes = sum((told.taxes ?? summary.taxes).map(({ amount }: any) => cents(amount)))
      const rebate = cents(told.rebateAmount ?? summary.subtotal - summary.taxableTotal)
      const fees = cents(shippingFees ?? shippingInformation.fees)
      expect(cents(total)).toBe(cents(itemsTotal) - rebate + fees + taxes)
      expect(total).toBeGreaterThan(0)
    },
  )

  test('knows a product under one name and one price', () => {
    const said = new Map<string, string>()
    for (const { id, name, price, url, image, description, fileGuid = null } of [...orders, ...carts].flatMap(
      ({ items }) => items,
    )) {
      const words = JSON.stringify({ name, price, url, image, description, fileGuid })
      expect(said.get(id) ?? words, id).toBe(words)
      said.set(id, words)
    }
  })

  test('numbers the invoices without a gap, in the order of the orders', () => {
    const numbers = orders
      .toSorted((one, other) => (one.completionDate < other.completionDate ? -1 : 1))
      .map(({ invoiceNumber }) => invoiceNumber)
    expect(numbers).toEqual(Array.from({ length: 300 }, (_, n) => `INV-${1001 + n}`))
  })

  test('leaves orders in every state and withdrawals in every one, and reports of what was told only', () => {
    const ends = new Map(orders.map(({ token, status, paymentStatus }) => [token, { status, paymentStatus }]))
    for (const { token, ...change } of contentsOf('order.status.changed'))
      ends.set(token, { ...ends.get(token)!, ...change })
    expect(ends.size).toBe(300)
    expect(new Set([...ends.values()].map(({ status }) => status))).toEqual(new Set(statuses))
    const paid = new Set([...ends.values()].map(({ paymentStatus }) => paymentStatus))
    expect(paymentStatuses.filter(status => !paid.has(status))).toEqual([])

    const created = contentsOf('order.withdrawal.created')
    const resolved = contentsOf('order.withdrawal.resolved')
    expect(created.length - resolved.length).toBeGreaterThan(2)
    expect(new Set(resolved.map(({ resolution }) => resolution))).toEqual(new Set(['Accepted', 'Refused']))
    const tokens = [...created, ...resolved, ...contentsOf('order.digital.downloaded')]
    expect(tokens.every(({ orderToken }) => ends.has(orderToken))).toBe(true)
  })

  test('gives the discounts and ships by the methods that the demo store has', () => {
    const given = [...orders, ...carts].flatMap(told => told.discounts.map(({ id }: any) => id))
    expect(new Set(given)).toEqual(new Set(discounts.slice(0, 3).map(([id]) => id)))
    const methods = new Set(orders.map(({ shippingMethod }) => shippingMethod))
    for (const [, { name }] of shippingMethods) expect(methods).toContain(name)
  })
})

describe('in a table of its own', () => {
  const directory = mkdtempSync(join(tmpdir(), 'demo-'))
  const tenant = { account: 1001, mode: 'Test' } as const
  beforeAll(async () => {
    await createTable(inject('dynamodbEndpoint'), table, false)
    await ensureSamples(directory)
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  test('the documentation shows what the demo store answers', async () => {
    const { body: order } = await call('orders.update', tenant, sampleCall('orders.update'))
    expect({ ...order, modificationDate: orderExample.modificationDate }).toEqual(orderExample)
    const { body: customer } = await call('customers.get', tenant, sampleCall('customers.get'))
    expect({ ...customer, statistics: customerExample.statistics }).toEqual(customerExample)
    expect(customerExample.statistics.ordersAmount).toBe(orderExample.finalGrandTotal)
    vi.useFakeTimers({ toFake: ['Date'], now: today })
    const [{ body: cart }, { body: found }] = [
      await call('carts.get', tenant, sampleCall('carts.get')),
      await call('carts.list', tenant, sampleCall('carts.list')),
    ]
    vi.useRealTimers()
    expect(cart).toEqual(cartExample)
    expect(found.items[0]).toEqual(cartExample)
  })

  test('what is made again is made once', async () => {
    const [one, other] = [await ensureDemo(directory), await ensureDemo(directory)]
    expect(other).toEqual({ ...one, liveKey: null })
    expect(await accounts.list()).toHaveLength(1)
  })

  test('a filling that was stopped is finished by the next one, and not begun a third time', async () => {
    const begun = 'The demo store is being filled in the background.'
    const lines: string[] = []
    const wish = { state: directory, built: false, most: 160, print: (line: string) => lines.push(line) }
    const isDone = () => existsSync(join(directory, 'demo-filled'))
    const stop = fillDemo(wish)
    const [first] = demoEvents.filter(({ eventName }) => eventName === 'order.completed') as any[]
    const wasTaken = async () => (await call('orders.get', tenant, { params: first.content })).status === 200
    await expect.poll(wasTaken, { timeout: 120_000 }).toBe(true)
    await stop()
    expect({ lines, done: isDone() }).toEqual({ lines: [begun], done: false })

    const stopAgain = fillDemo(wish)
    await expect.poll(() => lines.length, { timeout: 250_000 }).toBe(3)
    expect(isDone()).toBe(true)
    await stopAgain()
    expect(lines).toEqual([
      begun,
      begun,
      expect.stringMatching(/^Demo store filled: \d+ orders and \d+ open carts in \d+ s\.$/),
    ])
    const last = demoEvents.slice(0, 100).findLast(({ eventName }) => eventName === 'order.completed') as any
    expect((await call('orders.get', tenant, { params: last.content })).body).toMatchObject({
      finalGrandTotal: last.content.finalGrandTotal,
    })

    const before = readFileSync(join(directory, 'api.log'), 'utf8')
    await fillDemo(wish)()
    expect({ lines: lines.length, log: readFileSync(join(directory, 'api.log'), 'utf8') }).toEqual({
      lines: 3,
      log: before,
    })
  }, 300_000)
})
