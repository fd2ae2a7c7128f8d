/**
 * Tests that the stock is exact if orders reduce it while other orders or requests write the product, and if the
 * processing of an order was interrupted.
 * @module-tag long
 */

import { afterEach, describe, expect, test, vi } from 'vitest'
import type { OrderToken } from '../../lib/core/ids.ts'
import { productIdOf } from '../../lib/core/ids.ts'
import { toJson } from '../../lib/core/json.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { OrderRow, keyOf as orderKeyOf } from '../../lib/orders/entity.ts'
import { readMovementPages } from '../../lib/orders/stock-movements.ts'
import { keyOf, ProductRow } from '../../lib/products/entity.ts'
import type { Inventory } from '../../lib/products/inventory.ts'
import { productOf, stocked, stockOf } from '../checkout/rows.ts'
import { completeOrder, event, item, order, send } from '../support/checkout.ts'
import { around, interruptOnce, lostReply, stopAt, throttled } from '../support/fault-injection.ts'
import { newTenant } from '../support/store.ts'
import { get, sizes, update, variant } from './calls.ts'

const movementsOf = async (tenant: Tenant) => (await Array.fromAsync(readMovementPages(tenant))).flat()

const single: Inventory = { method: 'Single', stock: 1000, allowOutOfStockPurchases: false }

/** Creates a store with a product and an earlier order, which has described the product and reduced its stock. */
async function newStore(): Promise<Tenant> {
  const tenant = await newTenant()
  await stocked(tenant, 'TEE', { inventory: single })
  await completeOrder(tenant)
  return tenant
}

const isStockWrite = (command: string, input: string) => command === 'UpdateItemCommand' && input.includes('"moved')
const single50 = { inventoryManagementMethod: 'Single', stock: 50 }

let restore = () => {}
afterEach(() => {
  restore()
  vi.restoreAllMocks()
})

describe('when a request sets the stock', () => {
  test('while an order takes from it, the order takes from the new stock', async () => {
    const tenant = await newStore()
    const other = interruptOnce(isStockWrite, () => update(tenant, 'TEE', single50))
    await completeOrder(tenant, { items: [item({ quantity: 3 })] })
    expect(other.isDone()).toBe(true)
    expect(await stockOf(tenant, 'TEE')).toBe(47)
  })

  test('and an order takes from it meanwhile, If-Match fails, and without it the request wins', async () => {
    const tenant = await newStore()
    const { headers } = await get(tenant, 'TEE')
    const isSave = (command: string, input: string) => command === 'PutItemCommand' && input.includes('changedAt')
    const order = interruptOnce(isSave, () => completeOrder(tenant))
    expect(await update(tenant, 'TEE', single50, { 'If-Match': headers.ETag! })).toMatchObject({ status: 412 })
    expect(order.isDone()).toBe(true)
    order.restore()
    expect(await stockOf(tenant, 'TEE')).toBe(998)
    const another = interruptOnce(isSave, () => completeOrder(tenant))
    expect(await update(tenant, 'TEE', single50)).toMatchObject({ status: 200, body: { stock: 50 } })
    expect(another.isDone()).toBe(true)
    expect(await stockOf(tenant, 'TEE')).toBe(50)
  })

  test('in another method after an interruption, a movement that was made is not made again', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => {})
    const tenant = await newStore()
    const completion = event(tenant, 'order.completed', order())
    restore = around(async (command, request) => {
      if (command === 'BatchWriteItemCommand') throw throttled()
      return request()
    })
    expect(await send(completion)).toEqual([completion.id])
    restore()
    await update(tenant, 'TEE', { inventoryManagementMethod: 'Disabled' })
    await update(tenant, 'TEE', single50)
    expect(await send(completion)).toEqual([])
    expect(await stockOf(tenant, 'TEE')).toBe(50)
    expect(await movementsOf(tenant)).toEqual([])
  })
})

test('an order whose movement another order has made deletes only its own movement', async () => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
  const tenant = await newStore()
  const completions = [1, 2, 3].map(() => event(tenant, 'order.completed', order()))
  /** Sends an event while the requests that match fail. */
  const sendFailing = async (completion: (typeof completions)[number], matches: typeof isStockWrite) => {
    restore = around(async (command, request, input) => {
      if (matches(command, toJson(input))) throw throttled()
      return request()
    })
    expect(await send(completion)).toEqual([completion.id])
    restore()
  }
  for (const completion of completions) await sendFailing(completion, isStockWrite)
  await sendFailing(completions[0]!, command => command === 'BatchWriteItemCommand')
  expect(await stockOf(tenant, 'TEE')).toBe(996)
  for (const [n, completion] of completions.entries()) {
    expect(await movementsOf(tenant)).toHaveLength(3 - n)
    expect(await send(completion)).toEqual([])
  }
  expect(await movementsOf(tenant)).toEqual([])
  expect(await stockOf(tenant, 'TEE')).toBe(996)
})

test('orders and requests that change variants at the same time lose nothing', async () => {
  const tenant = await newTenant()
  const customFields = [{ ...sizes, value: 'S' }]
  await completeOrder(tenant, { items: [item({ customFields })] })
  const variants = { inventoryManagementMethod: 'Variant', variants: [variant('S', 100), variant('M', 100)] }
  expect((await update(tenant, 'TEE', variants)).status).toBe(200)
  const events = Array.from({ length: 8 }, () =>
    event(tenant, 'order.completed', order({ items: [item({ customFields, quantity: 2 })] })),
  )
  const requests = [1, 2, 3].map(n => update(tenant, 'TEE', { variants: [variant('M', 100 + n)] }))
  const [failed, ...replies] = await Promise.all([Promise.all(events.map(one => send(one))), ...requests])
  expect(failed.flat()).toEqual([])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await stockOf(tenant, 'TEE')).toEqual([84, expect.any(Number)])
})

test('an order that stops before any of its requests gives its stock once, and stops no later order', {
  tags: ['long'],
}, async () => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
  const tenant = await newStore()
  let stock = 999
  for (let n = 0, hasStopped = true; hasStopped; n++) {
    const completion = event(tenant, 'order.completed', order({ items: [item({ quantity: 2 })] }))
    hasStopped = await stopAt(n, 'before', () => send(completion))
    await completeOrder(tenant)
    expect(await movementsOf(tenant), `stopped at request ${n}`).toEqual([])
    expect(await send(completion)).toEqual([])
    stock -= 3
    expect(await stockOf(tenant, 'TEE'), `stopped at request ${n}`).toBe(stock)
    expect(await movementsOf(tenant)).toEqual([])
  }
  expect(stock).toBeLessThan(960)
})

test('an order waits for the movements of an earlier one, and makes them if that was interrupted', async () => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
  const tenant = await newStore()
  const interrupted = event(tenant, 'order.completed', order())
  restore = around(async (command, request, input) => {
    if (isStockWrite(command, toJson(input))) throw lostReply()
    return request()
  })
  expect(await send(interrupted)).toEqual([interrupted.id])
  restore()
  await completeOrder(tenant)
  expect(await stockOf(tenant, 'TEE')).toBe(997)
  expect(await send(interrupted)).toEqual([])
  expect(await stockOf(tenant, 'TEE')).toBe(997)
})

test('an order that an earlier version saved without taking its stock takes it when it is delivered again', async () => {
  const tenant = await newStore()
  const completion = event(tenant, 'order.completed', order({ items: [item({ quantity: 4 })] }))
  await send(completion)
  const key = orderKeyOf(tenant, completion.content.token as OrderToken)
  await OrderRow.patch(key).set({ stockLedger: {} }).go()
  await ProductRow.patch(keyOf(tenant, productIdOf(tenant, 'TEE')))
    .set({ inventory: single })
    .remove(['describedBy'])
    .go()
  expect(await send(completion, completion)).toEqual([])
  expect(await stockOf(tenant, 'TEE')).toBe(996)
})

test('an older description does not replace a newer one that equals the one before', async () => {
  const tenant = await newTenant()
  for (const [day, name] of [
    [1, 'Tee'],
    [3, 'Tee'],
    [2, 'Shirt'],
  ]) {
    const content = order({ items: [item({ name })] })
    expect(await send(event(tenant, 'order.completed', content, { createdOn: `2026-03-0${day}T00:00:00Z` }))).toEqual(
      [],
    )
  }
  expect((await productOf(tenant, 'TEE'))?.latest.description).toMatchObject({
    value: { name: 'Tee' },
    stamp: expect.stringContaining('2026-03-03'),
  })
})
