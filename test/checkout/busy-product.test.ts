/**
 * Tests orders of a product that sells fast. The events of a batch share writes, and stock movements are recorded in
 * several partitions. The stock is exact although requests fail, replies are lost and writes conflict.
 * @module-tag long
 */

import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { toJson } from '../../lib/core/json.ts'
import { log } from '../../lib/core/log.ts'
import { mapConcurrent } from '../../lib/core/map-concurrent.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { readMovementPages } from '../../lib/orders/stock-movements.ts'
import { type Envelope, event, item, order, send } from '../support/checkout.ts'
import { around, lostReply, throttled } from '../support/fault-injection.ts'
import { printSeed } from '../support/seed.ts'
import { newTenant } from '../support/store.ts'
import { useTransactions } from '../support/transactions.ts'
import { productOf, stocked, stockOf } from './rows.ts'

let restores: (() => void)[] = []
afterEach(() => {
  for (const restore of restores) restore()
  restores = []
  vi.restoreAllMocks()
})

/** The marks of ten recent stock movements. A product sells fast if `inventory.moved` has at least eight marks. */
const marks = Array.from({ length: 10 }, (_, n) => `01980000-0000-7000-8000-00000000000${n}`)

async function busyProduct(isTracked = true): Promise<Tenant> {
  const tenant = await newTenant()
  const inventory = { method: 'Single', stock: 1000, allowOutOfStockPurchases: false, moved: marks } as const
  expect(await send(event(tenant, 'order.completed', order({ email: 'first@example.com' })))).toEqual([])
  if (isTracked) await stocked(tenant, 'TEE', { inventory: { ...inventory, moved: [...marks] } })
  return tenant
}

const completions = (tenant: Tenant, count: number) =>
  Array.from({ length: count }, (_, n) =>
    event(tenant, 'order.completed', order({ email: `buyer${n}@example.com`, items: [item()] })),
  )

/** Counts the requests of a command whose input contains a text. Returns a function that returns the count. */
function countRequests(command: string, text: string) {
  let count = 0
  restores.push(
    around(async (name, request, input) => {
      if (name === command && toJson(input).includes(text)) count++
      return request()
    }),
  )
  return () => count
}

test('the orders record their movements in four partitions', async () => {
  const tenant = await busyProduct()
  const shards = new Set<string>()
  restores.push(
    around(async (command, request, input) => {
      for (const [, shard = ''] of toJson(input).matchAll(/"pk":"[^"]*#stock-movements#(\w)"/g))
        if (command.startsWith('TransactWrite')) shards.add(shard)
      return request()
    }),
  )
  expect(await send(...completions(tenant, 20))).toEqual([])
  expect(shards.size).toBe(4)
  expect(await stockOf(tenant, 'TEE')).toBe(980)
  expect((await Array.fromAsync(readMovementPages(tenant))).flat()).toEqual([])
})

test('a product that does not sell fast any more has only marks of its last movements', async () => {
  const tenant = await busyProduct()
  for (const one of completions(tenant, 40)) expect(await send(one)).toEqual([])
  expect(await stockOf(tenant, 'TEE')).toBe(960)
  const moved = (await productOf(tenant, 'TEE'))?.inventory?.moved ?? []
  expect(moved.length).toBeLessThanOrEqual(4)
})

test('events of one batch share the writes of a description', async () => {
  const tenant = await busyProduct(false)
  restores.push(useTransactions(8).restore)
  const count = countRequests('UpdateItemCommand', 'describedBy')
  const events = completions(tenant, 10)
  expect(await send(...events)).toEqual([])
  expect(count()).toBeGreaterThan(0)
  expect(count()).toBeLessThanOrEqual(5)
  const { latest } = (await productOf(tenant, 'TEE')) ?? {}
  expect(latest?.description?.stamp).toContain(events.at(-1)?.id)
})

const completionOf = (tenant: Tenant, token: string) =>
  event(tenant, 'order.completed', order({ token, items: [item()] }))

test('a movement that was made before an interruption is not made again after orders of other partitions', async () => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
  const tenant = await busyProduct()
  const interrupted = completionOf(tenant, '01990000-0000-7000-8000-000000000001')
  restores.push(
    around(async (command, request) => {
      if (command === 'BatchWriteItemCommand') throw throttled()
      return request()
    }),
  )
  expect(await send(interrupted)).toEqual([interrupted.id])
  restores.pop()?.()
  const others = [0, 2, 3].map(digit => completionOf(tenant, `01990000-0000-7000-8000-00000000000${digit}`))
  for (const one of others) expect(await send(one)).toEqual([])
  expect(await stockOf(tenant, 'TEE')).toBe(996)
  expect(await send(interrupted)).toEqual([])
  expect(await stockOf(tenant, 'TEE')).toBe(996)
  expect((await Array.fromAsync(readMovementPages(tenant))).flat()).toEqual([])
})

/** Sends an event until it succeeds, at most ten times, as the queue repeats an event. */
async function sendUntilDone(one: Envelope): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) if ((await send(one)).length === 0) return
  throw new Error(`${one.id} never succeeded.`)
}

test('each order is taken from the stock once, although requests fail and replies are lost', async () => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.noBias(fc.integer({ min: 0, max: 99 }))), async chances => {
      const tenant = await busyProduct()
      restores.push(
        useTransactions(8).restore,
        around(async (_, request) => {
          const { value: chance } = chances.next()
          if (chance === 0) throw throttled()
          const reply = await request()
          if (chance === 1) throw lostReply()
          return reply
        }),
      )
      await mapConcurrent(completions(tenant, 40), 20, sendUntilDone)
      for (const restore of restores.splice(0)) restore()
      expect((await Array.fromAsync(readMovementPages(tenant))).flat()).toEqual([])
      expect(await stockOf(tenant, 'TEE')).toBe(960)
    }),
    { numRuns: 2, endOnFailure: true, reporter: printSeed },
  )
})
