/**
 * Tests that an order reduces the stock exactly once, also when it is repeated, changed, interrupted or processed
 * concurrently.
 */

import { afterEach, describe, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import type { Inventory } from '../../lib/products/inventory.ts'
import { productOf, stocked, stockOf } from '../checkout/rows.ts'
import { cart, completeOrder, event, item, order, send, sendEvent } from '../support/checkout.ts'
import { around, lostReply, throttled } from '../support/fault-injection.ts'
import { call, newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'

const single = (stock: number, allowOutOfStockPurchases = false): Inventory => ({
  method: 'Single',
  stock,
  allowOutOfStockPurchases,
})
const size = (option: string, stock: number) => ({
  variation: [{ name: 'Size', option }],
  stock,
  allowOutOfStockPurchases: false,
})
const variants = (...sizes: ReturnType<typeof size>[]): Inventory => ({
  method: 'Variant',
  variants: sizes,
  allowOutOfStockPurchases: false,
})
const field = (name: string, value: string) => ({ name, type: 'dropdown', options: '', required: true, value })
const itemOfSize = (value: string, quantity = 1) => item({ quantity, customFields: [field('Size', value)] })

async function createStore(inventory: Inventory): Promise<Tenant> {
  const tenant = await newTenant()
  await stocked(tenant, 'TEE', { inventory })
  return tenant
}

let stopFaults = () => {}
afterEach(() => {
  stopFaults()
  vi.restoreAllMocks()
})

describe('an order reduces the stock', () => {
  test('of its product by all of its lines', async () => {
    const tenant = await createStore(single(10))
    await completeOrder(tenant, { items: [item({ quantity: 2 }), item({ quantity: 3 })] })
    expect(await stockOf(tenant, 'TEE')).toBe(5)
  })

  test('of the variant in its custom fields, for any price adjustment of the choice', async () => {
    const tenant = await createStore(variants(size('S', 10), size('M[+2.00]', 10), size('L', 10)))
    await completeOrder(tenant, { items: [itemOfSize('M[+2.00]', 2), itemOfSize('M', 1), itemOfSize('L[-1.50]', 4)] })
    expect(await stockOf(tenant, 'TEE')).toEqual([10, 7, 6])
  })

  test('of the variant that matches all of its choices', async () => {
    const choices = (Size: string, Colour: string) => [
      { name: 'Size', option: Size },
      { name: 'Colour', option: Colour },
    ]
    const variantOf = (Size: string, Colour: string) => ({
      variation: choices(Size, Colour),
      stock: 5,
      allowOutOfStockPurchases: true,
    })
    const variants = [variantOf('S', 'red'), variantOf('S', 'blue'), variantOf('M', 'red')]
    const tenant = await createStore({ method: 'Variant', variants, allowOutOfStockPurchases: true })
    const fields = [field('Colour', 'blue'), field('Engraving', 'S'), field('Size', 'S')]
    await completeOrder(tenant, { items: [item({ customFields: fields })] })
    expect(await stockOf(tenant, 'TEE')).toEqual([5, 4, 5])
  })

  test('of no variant when none matches', async () => {
    const tenant = await createStore(variants(size('S', 10), size('M', 10)))
    await completeOrder(tenant, { items: [itemOfSize('XL'), item()] })
    expect(await stockOf(tenant, 'TEE')).toEqual([10, 10])
  })

  test('not at all when the inventory is disabled or not configured', async () => {
    const tenant = await createStore({ method: 'Disabled' })
    await completeOrder(tenant, { items: [item(), item({ id: 'MUG' })] })
    expect((await productOf(tenant, 'TEE'))?.inventory).toEqual({ method: 'Disabled' })
    expect((await productOf(tenant, 'MUG'))?.inventory).toBeUndefined()
  })
})

test('reduces the stock below zero and logs one warning', async () => {
  const logWarning = vi.spyOn(log, 'warn').mockImplementation(() => {})
  const tenant = await createStore(single(1))
  await completeOrder(tenant, { items: [item({ quantity: 1 })] })
  expect(logWarning).not.toHaveBeenCalled()
  await completeOrder(tenant, { items: [item({ quantity: 3 })] })
  expect(await stockOf(tenant, 'TEE')).toBe(-3)
  const { id } = (await productOf(tenant, 'TEE'))!
  expect(logWarning.mock.calls).toEqual([['More was sold than was in stock.', { ...tenant, product: id }]])
})

test('logs no warning when out-of-stock purchases are allowed', async () => {
  const logWarning = vi.spyOn(log, 'warn').mockImplementation(() => {})
  const tenant = await createStore(single(1, true))
  await completeOrder(tenant, { items: [item({ quantity: 3 })] })
  expect(await stockOf(tenant, 'TEE')).toBe(-2)
  expect(logWarning).not.toHaveBeenCalled()
})

describe('an order delivered again', () => {
  test('does not reduce the stock again, sequentially or concurrently', async () => {
    const tenant = await createStore(single(10))
    const completion = event(tenant, 'order.completed', order())
    await send(completion)
    await send(completion)
    expect(await send(completion, completion, completion)).toEqual([])
    expect(await stockOf(tenant, 'TEE')).toBe(9)
  })

  test('does not reduce the stock of products that were not tracked at its first delivery', async () => {
    const tenant = await newTenant()
    const content = order()
    await sendEvent(tenant, 'order.completed', content)
    const completion = event(tenant, 'order.completed', content)
    await sendEvent(tenant, 'order.completed', content)
    await stocked(tenant, 'TEE', { inventory: single(10) })
    await send(completion)
    await sendEvent(tenant, 'order.completed', content)
    expect(await stockOf(tenant, 'TEE')).toBe(10)
  })

  test('with other items does not change products that were not tracked at its first delivery', async () => {
    const tenant = await newTenant()
    for (const id of ['A', 'C']) await stocked(tenant, id, { inventory: single(10) })
    await stocked(tenant, 'B', { inventory: { method: 'Disabled' } })
    const [first, later] = [
      { A: 1, B: 5 },
      { A: 3, B: 2, C: 4 },
    ].map(quantities => Object.entries(quantities).map(([id, quantity]) => item({ id, quantity })))
    const content = order({ items: first })
    await sendEvent(tenant, 'order.completed', content)
    await stocked(tenant, 'B', { inventory: single(100) })
    await sendEvent(tenant, 'order.completed', { ...content, items: later })
    expect(await Promise.all(['A', 'B', 'C'].map(id => stockOf(tenant, id)))).toEqual([7, 100, 6])
    await sendEvent(tenant, 'order.completed', { ...content, items: first })
    expect(await Promise.all(['A', 'B', 'C'].map(id => stockOf(tenant, id)))).toEqual([9, 100, 10])
  })

  test('with other items changes no products when none was tracked at its first delivery', async () => {
    const tenant = await newTenant()
    const content = order({ items: [item({ quantity: 5 })] })
    await sendEvent(tenant, 'order.completed', content)
    await stocked(tenant, 'TEE', { inventory: single(100) })
    await sendEvent(tenant, 'order.completed', { ...content, items: [item({ quantity: 2 })] })
    expect(await stockOf(tenant, 'TEE')).toBe(100)
  })

  test.each([
    ['in order', [0, 1]],
    ['the newer version first', [1, 0]],
  ])('with other items changes the stock by the difference: %s', async (_, sequence) => {
    const tenant = await newTenant()
    for (const id of ['A', 'B', 'C', 'D']) await stocked(tenant, id, { inventory: single(10) })
    const lines = (quantities: Record<string, number>) =>
      Object.entries(quantities).map(([id, quantity]) => item({ id, quantity }))
    const { token } = order()
    const completions = [lines({ A: 1, C: 2, D: 1 }), lines({ A: 4, B: 3, D: 1 })].map(items =>
      event(tenant, 'order.completed', order({ token, items })),
    )
    for (const n of sequence) expect(await send(completions[n]!)).toEqual([])
    const stocks = await Promise.all(['A', 'B', 'C', 'D'].map(id => stockOf(tenant, id)))
    expect(stocks).toEqual([6, 7, 10, 9])
  })
})

describe('an order that fails at any request and is delivered again', () => {
  /** Fails the n-th request before or after DynamoDB processes it. Returns whether there was such a request. */
  async function failAt(n: number, when: 'before' | 'after', completion: Parameters<typeof send>[0]) {
    vi.spyOn(log, 'error').mockImplementation(() => {})
    let count = 0
    stopFaults = around(async (_, request) => {
      if (++count !== n) return request()
      if (when === 'before') throw throttled()
      await request()
      throw lostReply()
    })
    const failedIds = await send(completion)
    stopFaults()
    expect(failedIds).toEqual(count >= n ? [completion.id] : [])
    return count >= n
  }

  test.each(['before', 'after'] as const)(
    'reduces the stock exactly once and completes everything else, when the request failed %s it was processed',
    { tags: ['long'] },
    async when => {
      const tenant = await newTenant()
      await stocked(tenant, 'TEE', { inventory: single(1000) })
      await stocked(tenant, 'MUG', { inventory: variants(size('S', 1000)) })
      const orderItems = [item({ quantity: 2 }), { ...itemOfSize('S', 3), id: 'MUG' }]
      let orders = 0
      for (let hasFailed = true; hasFailed; ) {
        const completion = event(
          tenant,
          'order.completed',
          order({ items: orderItems, email: `${++orders}@example.com` }),
        )
        hasFailed = await failAt(orders, when, completion)
        expect(await send(completion), `failed at request ${orders}`).toEqual([])
        expect(await stockOf(tenant, 'TEE'), `failed at request ${orders}`).toBe(1000 - 2 * orders)
        expect(await stockOf(tenant, 'MUG')).toEqual([1000 - 3 * orders])
      }
      await updateTallies(tenant)
      expect((await call('orders.list', tenant)).body.totalItems).toBe(orders)
      const { totalItems, items } = (await call('customers.list', tenant)).body
      expect(totalItems).toBe(orders)
      expect(items[0].statistics).toMatchObject({ ordersCount: 1, ordersAmount: 20 })
      expect(await productOf(tenant, 'TEE')).toMatchObject({ unitsSold: 2n * BigInt(orders) })
      expect(orders).toBeGreaterThan(10)
    },
  )
})

test('twenty concurrent orders of one product reduce the stock by twenty, and none fails', {
  tags: ['long'],
}, async () => {
  const tenant = await createStore(single(100))
  const completions = Array.from({ length: 20 }, () => event(tenant, 'order.completed', order()))
  expect(await Promise.all([send(...completions.slice(0, 10)), send(...completions.slice(10))])).toEqual([[], []])
  expect(await stockOf(tenant, 'TEE')).toBe(80)
  await updateTallies(tenant)
  expect((await call('customers.list', tenant)).body.items).toMatchObject([
    { statistics: { ordersCount: 20, ordersAmount: 400 } },
  ])
})

describe('an order of 150 products', () => {
  const ids = Array.from({ length: 150 }, (_, n) => `P${n}`)
  const lines = (fields = {}) => ids.map(id => item({ id, price: 1, ...fields }))
  /** Returns how many orders are listed for the first, the last and another product. */
  const countOrders = async (tenant: Tenant) =>
    Promise.all(
      ['P0', 'P77', 'P149'].map(
        async productId => (await call('orders.list', tenant, { query: { productId } })).body.totalItems,
      ),
    )

  test('reduces the stock of all of them once when delivered twice concurrently', { tags: ['long'] }, async () => {
    const tenant = await newTenant()
    await Promise.all(ids.map(id => stocked(tenant, id, { inventory: single(10) })))
    const completion = event(tenant, 'order.completed', order({ items: lines({ quantity: 2 }) }))
    expect(await send(completion, completion)).toEqual([])
    const token = completion.content.token as string
    const stocks = await Promise.all(ids.map(id => stockOf(tenant, id)))
    expect(new Set(stocks)).toEqual(new Set([8]))
    expect((await call('orders.get', tenant, { params: { token } })).body.items).toHaveLength(150)
    expect(await countOrders(tenant)).toEqual([1, 1, 1])
    await updateTallies(tenant)
    expect(await productOf(tenant, 'P149')).toMatchObject({ unitsSold: 2n, salesAmount: 200n })
  })

  test('changes no stock when no product is tracked', async () => {
    const tenant = await newTenant()
    await completeOrder(tenant, { items: lines() })
    expect(await stockOf(tenant, 'P149')).toBeUndefined()
    expect(await countOrders(tenant)).toEqual([1, 1, 1])
  })

  test('reduces the stock of all of them, and is listed by all, when each of its transactions fails once', {
    tags: ['long'],
  }, async () => {
    vi.spyOn(log, 'error').mockImplementation(() => {})
    const tenant = await newTenant()
    await Promise.all(ids.map(id => stocked(tenant, id, { inventory: single(1000) })))
    const future = { createdOn: '2999-01-01T00:00:00.000Z' }
    await sendEvent(tenant, 'cart.updated', cart({ items: lines() }), future)
    let orders = 0
    for (let hasFailed = true; hasFailed; ) {
      const completion = event(tenant, 'order.completed', order({ items: lines() }))
      let count = 0
      stopFaults = around(async (command, request) => {
        if (command === 'TransactWriteItemsCommand' && ++count === orders + 1) throw throttled()
        return request()
      })
      const failedIds = await send(completion)
      stopFaults()
      hasFailed = failedIds.length > 0
      expect(await send(completion)).toEqual([])
      orders++
      expect(new Set(await Promise.all(ids.map(id => stockOf(tenant, id))))).toEqual(new Set([1000 - orders]))
      expect(await countOrders(tenant), `failed at transaction ${orders}`).toEqual([orders, orders, orders])
    }
    expect(orders).toBeGreaterThan(5)
  })
})

test('an order of products with large inventories reduces each stock once when delivered twice concurrently', {
  tags: ['long'],
}, async () => {
  const tenant = await newTenant()
  const suffix = 'x'.repeat(100)
  const sizes = Array.from({ length: 700 }, (_, n) => size(`${n}${suffix}`, 5))
  const ids = Array.from({ length: 40 }, (_, n) => `P${n}`)
  for (const id of ids) await stocked(tenant, id, { inventory: id === 'P7' ? single(5) : variants(...sizes) })
  const items = ids.map(id => ({ ...itemOfSize(`1${suffix}`, 2), id }))
  const completion = event(tenant, 'order.completed', order({ items }))
  expect(await send(completion, completion)).toEqual([])
  const { token } = completion.content
  const shortened = event(tenant, 'order.completed', order({ token, items: items.slice(0, 30) }))
  expect(await send(shortened, completion)).toEqual([])
  for (const [n, id] of ids.entries()) {
    const expected = n < 30 ? 3 : 5
    expect(await stockOf(tenant, id), id).toEqual(
      id === 'P7' ? expected : sizes.map(({ stock }, m) => (m === 1 ? expected : stock)),
    )
  }
})

describe('a quantity beyond the largest integer', () => {
  const maxInteger = 2_147_483_647

  test('is stored as the largest integer, and the order and the product can be read', async () => {
    vi.spyOn(log, 'warn').mockImplementation(() => {})
    const tenant = await createStore(single(maxInteger))
    for (const price of [1, 999_999_999_999])
      await completeOrder(tenant, { items: [item({ quantity: 5e9, price }), item({ quantity: -5e9, id: 'MUG' })] })
    await completeOrder(tenant, { items: [item({ quantity: '5e9' })] })
    await updateTallies(tenant)
    expect((await call('products.get', tenant, { params: { id: 'TEE' } })).body).toMatchObject({
      stock: -2 * maxInteger,
      statistics: { numberOfSales: 3 * maxInteger },
    })
    const replies = await Promise.all([call('products.list', tenant), call('orders.list', tenant)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies.map(({ body }) => body.totalItems)).toEqual([2, 3])
  })

  test('is not required for a stock beyond the range that requests accept', async () => {
    vi.spyOn(log, 'warn').mockImplementation(() => {})
    const tenant = await createStore(variants(size('S', -maxInteger - 1), size('M', maxInteger)))
    await completeOrder(tenant, { items: [itemOfSize('S', 2), itemOfSize('M', -2)] })
    expect((await call('products.get', tenant, { params: { id: 'TEE' } })).body).toMatchObject({
      variants: [{ stock: -maxInteger - 3 }, { stock: maxInteger + 2 }],
    })
  })
})

test('accepts an order of 250 KB and reduces the stock', async () => {
  const tenant = await createStore(single(10))
  const description = 'ü'.repeat(800)
  const items = Array.from({ length: 140 }, (_, n) => item({ id: n ? `P${n}` : 'TEE', description }))
  const token = await completeOrder(tenant, { items })
  const { body } = await call('orders.get', tenant, { params: { token } })
  expect(Buffer.byteLength(JSON.stringify(body))).toBeGreaterThan(250_000)
  expect(body.items[139].description).toBe(description)
  expect(await stockOf(tenant, 'TEE')).toBe(9)
})
