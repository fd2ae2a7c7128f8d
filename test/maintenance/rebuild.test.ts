/**
 * Tests the rebuild of lists: of entries from entities, and of tallies from entries.
 * @module-tag long
 */

import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { cartDefinition } from '../../lib/carts/stored-object.ts'
import type { CustomerId } from '../../lib/core/ids.ts'
import { productIdOf } from '../../lib/core/ids.ts'
import { toJson } from '../../lib/core/json.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { CustomerRow, keyOf as customerKey } from '../../lib/customers/entity.ts'
import { customerDefinition } from '../../lib/customers/stored-object.ts'
import { DiscountRow } from '../../lib/discounts/entity.ts'
import { fullRange, readEntries } from '../../lib/lists/entries.ts'
import { readTally, TallyRow, writeTally } from '../../lib/lists/tally.ts'
import { rebuildEntriesOfStore, rebuildTalliesOfStore } from '../../lib/maintenance/index.ts'
import { customerList, productSalesList } from '../../lib/orders/index.ts'
import { orderDefinition } from '../../lib/orders/stored-object.ts'
import { ProductRow, keyOf as productKey } from '../../lib/products/entity.ts'
import { productDefinition } from '../../lib/products/stored-object.ts'
import { EntryRow, type List } from '../../lib/store/list-entry.ts'
import type { WalkPosition } from '../../lib/store/walk-store-rows.ts'
import { subscriptionDefinition } from '../../lib/subscriptions/stored-object.ts'
import { productOf } from '../checkout/rows.ts'
import { register } from '../customers/calls.ts'
import { code } from '../discounts/samples.ts'
import { createV1 } from '../subscriptions/calls.ts'
import { cart, completeOrder, item, sendEvent } from '../support/checkout.ts'
import { damageRow } from '../support/damaged-rows.ts'
import { around, throttled } from '../support/fault-injection.ts'
import { call, newTenant } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'

let restore = () => {}
afterEach(() => restore())

const statuses = ['Processed', 'Shipped', 'Pending']

async function storeWithOrders(): Promise<Tenant> {
  const tenant = await newTenant()
  for (let n = 0; n < 12; n++)
    await completeOrder(tenant, {
      status: statuses[n % 3],
      email: `buyer${n % 2}@example.com`,
      items: [item({ id: `P${n % 4}` }), item({ id: 'TEE' })],
    })
  await createV1(tenant, { user: { email: 'buyer0@example.com' } })
  await updateAllTallies(tenant)
  return tenant
}

/** Returns the lists of a store as the API returns them. */
async function listResponses(tenant: Tenant) {
  const queries: Record<string, string>[] = [
    {},
    ...statuses.map(status => ({ status })),
    { productId: 'P1' },
    { productId: 'TEE' },
  ]
  const pages = await Promise.all(queries.map(query => call('orders.list', tenant, { query })))
  const customers = await call('customers.list', tenant)
  const subscriptions = await call('subscriptions.dashboardList', tenant)
  return [...pages, subscriptions, customers].map(({ body: { totalItems, items } }) => ({ totalItems, items }))
}

const listOf = (tenant: Tenant, list: string): List => ({ ...tenant, list })

test('rebuilds all entries from the entities', async () => {
  const tenant = await storeWithOrders()
  const before = await listResponses(tenant)
  for (const list of [
    'orders',
    'orders/status=shipped',
    'customers/orders/status=confirmed',
    'subscriptions/status=open',
  ]) {
    const entries = await readEntries(listOf(tenant, list), { range: fullRange })
    await EntryRow.delete(entries).go()
  }
  expect(await listResponses(tenant)).not.toEqual(before)
  expect(await rebuildEntriesOfStore(tenant)).toEqual({
    counts: { order: 12, customer: 2, product: 5, cart: 0, subscription: 1 },
    failed: [],
  })
  expect(await listResponses(tenant)).toEqual(before)
})

test('rebuilds all tallies, and saves the counters that depend on them', async () => {
  const tenant = await storeWithOrders()
  const before = await listResponses(tenant)
  const customerId = before.at(-1)!.items[0].id
  for (const list of ['orders', 'orders/status=shipped', customerList(customerId)]) {
    const tally = await readTally(listOf(tenant, list), '', true)
    await writeTally(listOf(tenant, list), { ...tally, count: 999, measures: [1n], parts: {} })
  }
  const { counts, failed } = await rebuildTalliesOfStore(tenant)
  expect(failed).toEqual([])
  expect(counts.lists).toBeGreaterThan(20)
  expect((await readTally(listOf(tenant, 'orders'), '', true)).count).toBe(12)
  expect((await readTally(listOf(tenant, customerList(customerId)), '', true)).count).toBe(6)
  expect(await listResponses(tenant)).toEqual(before)
})

test('leaves other stores and the other mode unchanged', async () => {
  const [one, other] = [await storeWithOrders(), await storeWithOrders()]
  const before = await listResponses(other)
  await rebuildEntriesOfStore(one)
  await rebuildTalliesOfStore(one)
  expect(await listResponses(other)).toEqual(before)
  expect((await rebuildEntriesOfStore({ ...one, mode: 'Live' })).counts).toEqual({
    order: 0,
    customer: 0,
    product: 0,
    cart: 0,
    subscription: 0,
  })
})

/** Runs a function before the first command of this name. */
function runBeforeFirst(commandName: string, run: () => Promise<unknown>): () => void {
  let isDone = false
  return around(async (command, send) => {
    if (command === commandName && !isDone) {
      isDone = true
      await run()
    }
    return send()
  })
}

test('an entity that changes during the rebuild gets the entries of its new state', async () => {
  const tenant = await newTenant()
  const token = await completeOrder(tenant, { status: 'Processed' })
  await EntryRow.delete(await readEntries(listOf(tenant, 'orders'), { range: fullRange, consistent: true })).go()
  const body = { status: 'Shipped', trackingNumber: 'T1' }
  restore = runBeforeFirst('TransactWriteItemsCommand', () =>
    call('orders.update', tenant, { params: { token: String(token) }, body }),
  )
  expect((await rebuildEntriesOfStore(tenant)).counts.order).toBe(1)
  restore()
  for (const [query, total] of [
    [{}, 1],
    [{ status: 'Shipped' }, 1],
    [{ status: 'Processed' }, 0],
  ] as const)
    expect((await call('orders.list', tenant, { query })).body.totalItems).toBe(total)
})

test('recounts lists that are empty now, and resets the counters saved from them', async () => {
  const tenant = await newTenant()
  const id = await register(tenant)
  await sendEvent(tenant, 'cart.updated', cart())
  const { id: discountId } = (await call('discounts.create', tenant, { body: code('TEN') })).body
  const sum = { count: 3, measures: [3n, 300n] }
  const lists = ['orders/status=cancelled', 'orders/hasPendingWithdrawal=1', productSalesList(randomUUID())]
  for (const list of lists)
    await writeTally(listOf(tenant, list), { prefix: '', version: 0, ...sum, parts: { t202608: sum } })
  await CustomerRow.patch(customerKey(tenant, id as CustomerId))
    .set({ ordersCount: 3 })
    .go()
  await ProductRow.patch(productKey(tenant, productIdOf(tenant, 'TEE')))
    .set({ unitsSold: 3n })
    .go()
  await DiscountRow.patch({ ...tenant, id: discountId })
    .set({ numberOfUsagesUncompleted: 3 })
    .go()

  expect((await rebuildTalliesOfStore(tenant)).failed).toEqual([])
  for (const list of lists) expect((await readTally(listOf(tenant, list), '', true)).count).toBe(0)
  const { data: customer } = await CustomerRow.get(customerKey(tenant, id as CustomerId)).go({ consistent: true })
  expect(customer).toMatchObject({ ordersCount: 0, ordersAmount: 0n })
  expect(await productOf(tenant, 'TEE')).toMatchObject({ unitsSold: 0n, salesAmount: 0n })
  const discount = (await call('discounts.get', tenant, { params: { id: discountId } })).body
  expect(discount.numberOfUsagesUncompleted).toBe(0)
})

test('writes nothing for lists that are empty and were never counted', async () => {
  const tenant = await newTenant()
  const writes: string[] = []
  restore = around((command, send) => {
    if (!/^(BatchGet|Get|Query)/.test(command)) writes.push(command)
    return send()
  })
  expect((await rebuildTalliesOfStore(tenant)).counts.lists).toBeGreaterThan(40)
  expect(writes).toEqual([])
})

test('reports a list or an order that fails, and rebuilds all others', async () => {
  const tenant = await storeWithOrders()
  const failRequests = (command: string, part: string) => {
    restore = around((sent, send, input) =>
      sent === command && toJson(input).includes(part) ? Promise.reject(throttled()) : send(),
    )
  }
  const [order] = (await call('orders.list', tenant)).body.items
  failRequests('TransactWriteItemsCommand', order.token)
  const entries = await rebuildEntriesOfStore(tenant)
  expect(entries.counts).toEqual({ order: 11, customer: 2, product: 5, cart: 0, subscription: 1 })
  expect(entries.failed).toEqual([{ target: expect.stringContaining(order.token), fault: expect.any(Error) }])
  restore()
  await writeTally(listOf(tenant, 'orders'), { ...(await readTally(listOf(tenant, 'orders'), '', true)), count: 7 })
  failRequests('PutItemCommand', 'tally#orders/status=shipped')
  const tallies = await rebuildTalliesOfStore(tenant)
  expect(tallies.failed).toEqual([{ target: 'list orders/status=shipped', fault: expect.any(Error) }])
  expect((await readTally(listOf(tenant, 'orders'), '', true)).count).toBe(12)
})

test('reports a list whose tally cannot be read, and recounts all others', async () => {
  const tenant = await storeWithOrders()
  const wrong = listOf(tenant, 'orders')
  await writeTally(wrong, { ...(await readTally(wrong, '', true)), count: 7 })
  const unreadable = { prefix: '', version: 1, count: 1, measures: [], encodedParts: new Uint8Array([1]) }
  await TallyRow.put({ ...listOf(tenant, 'orders/status=shipped'), ...unreadable }).go()
  const { failed } = await rebuildTalliesOfStore(tenant)
  expect(failed).toEqual([{ target: 'list orders/status=shipped', fault: expect.any(Error) }])
  expect((await readTally(wrong, '', true)).count).toBe(12)
})

/** Damages one object of each kind. Returns the names of the damaged objects. */
async function damageOneOfEachKind(tenant: Tenant): Promise<string[]> {
  const first = async (endpoint: string) => (await call(endpoint, tenant)).body.items[0]
  const cartToken = randomUUID()
  await sendEvent(tenant, 'cart.updated', cart({ token: cartToken }))
  return [
    await damageRow(orderDefinition, tenant, (await first('orders.list')).token),
    await damageRow(customerDefinition, tenant, (await first('customers.list')).id),
    await damageRow(productDefinition, tenant, productIdOf(tenant, 'TEE')),
    await damageRow(cartDefinition, tenant, cartToken),
    await damageRow(subscriptionDefinition, tenant, (await first('subscriptions.dashboardList')).id),
  ]
}

test('reports damaged objects of each kind, and rebuilds and recounts all others', async () => {
  const tenant = await storeWithOrders()
  const names = (await damageOneOfEachKind(tenant)).toSorted()
  const productKeys = ['P1', 'TEE'].map(id => productKey(tenant, productIdOf(tenant, id)))
  for (const key of productKeys) await ProductRow.patch(key).set({ unitsSold: 77n }).go()
  const wrong = listOf(tenant, 'orders')
  await writeTally(wrong, { ...(await readTally(wrong, '', true)), count: 7 })

  const entries = await rebuildEntriesOfStore(tenant)
  expect(entries.counts).toEqual({ order: 11, customer: 1, product: 4, cart: 0, subscription: 0 })
  const tallies = await rebuildTalliesOfStore(tenant)
  for (const { failed, unreadable } of [entries, tallies]) {
    expect(failed).toEqual([])
    expect(unreadable?.failed.map(({ target }) => target).toSorted()).toEqual(names)
  }
  expect((await readTally(wrong, '', true)).count).toBe(12)
  expect(await productOf(tenant, 'P1')).toMatchObject({ unitsSold: 3n })
})

test('the parts of a recount together report a damaged object once', async () => {
  const tenant = await newTenant()
  const name = await damageRow(orderDefinition, tenant, await completeOrder(tenant))
  const segments = [1, 2, 3].map(number => ({ number, of: 3 }))
  const parts = await Promise.all(segments.map(segment => rebuildTalliesOfStore(tenant, { segment })))
  expect(parts.flatMap(({ unreadable }) => unreadable?.failed ?? [])).toEqual([
    { target: name, fault: expect.any(Error) },
  ])
})

/** Deletes all entries of the list, and writes wrong totals to its tally. */
async function damage(tenant: Tenant, list: string): Promise<void> {
  await EntryRow.delete(await readEntries(listOf(tenant, list), { range: fullRange, consistent: true })).go()
  const tally = await readTally(listOf(tenant, list), '', true)
  await writeTally(listOf(tenant, list), { ...tally, count: 999, parts: {} })
}

test('the parts of a relist and of a recount together rebuild all lists', async () => {
  const tenant = await storeWithOrders()
  const before = await listResponses(tenant)
  for (const list of ['orders', 'orders/status=shipped', 'customers/orders']) await damage(tenant, list)
  const segments = [1, 2, 3].map(number => ({ number, of: 3 }))
  const relisted = await Promise.all(segments.map(segment => rebuildEntriesOfStore(tenant, { segment })))
  expect(relisted.reduce((sum, { counts }) => sum + (counts.order ?? 0), 0)).toBe(12)
  const recounted = await Promise.all(segments.map(segment => rebuildTalliesOfStore(tenant, { segment })))
  const whole = await rebuildTalliesOfStore(tenant)
  expect(recounted.reduce((sum, { counts }) => sum + (counts.lists ?? 0), 0)).toBe(whole.counts.lists)
  expect(await listResponses(tenant)).toEqual(before)
})

test('a relist that was interrupted continues where it stopped, and writes each object once', async () => {
  const tenant = await storeWithOrders()
  const before = await listResponses(tenant)
  await damage(tenant, 'orders')
  let position: WalkPosition | null = null
  let written = 0
  const interrupted = rebuildEntriesOfStore(tenant, {
    onProgress: (kind, count, next) => {
      if (kind === 'order' && count > 4 && next) {
        written = count
        position = next
        throw new Error('Interrupted.')
      }
    },
  })
  await expect(interrupted).rejects.toThrow('Interrupted.')
  const { counts } = await rebuildEntriesOfStore(tenant, { from: position! })
  expect(written + (counts.order ?? 0)).toBe(12)
  await rebuildTalliesOfStore(tenant)
  expect(await listResponses(tenant)).toEqual(before)
})
