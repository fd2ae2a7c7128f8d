/** One order delivered again and again, also with other items: the stock follows its newest content. */

import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { event, item, order, send } from '../support/checkout.ts'
import { around, throttled } from '../support/fault-injection.ts'
import { newTenant } from '../support/store.ts'
import { addProducts, get, sizes, update, variant } from './calls.ts'

const trackedIds = ['TEE', 'CUP', 'MUG']
/** Its stock is configured only in the course of a history. */
const lateId = 'PEN'
const initial = 3
/** Quantities by product and size. */
type Content = Record<string, { S: number; M: number }>

const itemsOf = (content: Content) =>
  Object.entries(content).flatMap(([id, bought]) =>
    Object.entries(bought)
      .filter(([, quantity]) => quantity > 0)
      .map(([value, quantity]) => item({ id, quantity, customFields: [{ ...sizes, value }] })),
  )

const trackStock = async (tenant: Tenant, id: string) => {
  const variants = [variant('S', initial), variant('M', initial)]
  const reply = await update(tenant, id, { inventoryManagementMethod: 'Variant', variants })
  expect(reply.status).toBe(200)
}

async function newStore(): Promise<Tenant> {
  const tenant = await newTenant()
  const products = [...trackedIds, lateId].map(id => ({ id, customFields: [sizes] }))
  await addProducts(tenant, products, { createdOn: '2026-01-01T00:00:00Z' })
  for (const id of trackedIds) await trackStock(tenant, id)
  return tenant
}

const stockOf = async (tenant: Tenant, id: string): Promise<number[]> =>
  (await get(tenant, id)).body.variants.map(({ stock }: { stock: number }) => stock)

const stockAfter = ({ S, M } = { S: 0, M: 0 }) => [initial - S, initial - M]

const eventsOf = (tenant: Tenant, versions: readonly Content[]) => {
  const { token } = order()
  return versions.map((content, n) =>
    event(tenant, 'order.completed', order({ token, items: itemsOf(content) }), {
      createdOn: `2026-02-0${n + 1}T00:00:00Z`,
    }),
  )
}

const contentOf = (...ids: string[]): fc.Arbitrary<Content> =>
  fc.dictionary(fc.constantFrom(...ids), fc.record({ S: fc.nat(3), M: fc.nat(3) }), {
    minKeys: 1,
    maxKeys: 4,
  })

let endFaults = () => {}
afterEach(() => {
  endFaults()
  vi.restoreAllMocks()
})

test('the stock follows the newest version, delivered at once, twice or backwards', {
  tags: ['long'],
  timeout: 60_000,
}, async () => {
  vi.spyOn(log, 'warn').mockImplementation(() => {})
  const delivery = fc.record({
    versions: fc.array(contentOf(...trackedIds), { minLength: 2, maxLength: 4 }),
    isAtOnce: fc.boolean(),
    isTwice: fc.boolean(),
    isBackwards: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(delivery, async ({ versions, isAtOnce, isTwice, isBackwards }) => {
      const tenant = await newStore()
      const events = eventsOf(tenant, versions)
      const once = isBackwards ? events.toReversed() : events
      const all = isTwice ? [...once, ...once.toReversed()] : once
      if (isAtOnce) expect((await Promise.all(all.map(one => send(one)))).flat()).toEqual([])
      else for (const one of all) expect(await send(one)).toEqual([])
      for (const id of trackedIds)
        expect(await stockOf(tenant, id), id).toEqual(stockAfter(versions.at(-1)![id]))
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

interface Delivery {
  version: number
  failsAt: number | null
}

/** What the stock should be after each step, kept as plainly as possible. */
class Model {
  newest = -1
  isTracked = false
  isLeftAlone = false
  versions: readonly Content[]

  constructor(versions: readonly Content[]) {
    this.versions = versions
  }

  deliver(version: number) {
    if (version <= this.newest) return
    this.newest = version
    const { S, M } = this.versions[version]?.[lateId] ?? { S: 0, M: 0 }
    if (S + M > 0 && !this.isTracked) this.isLeftAlone = true
  }

  stockOf(id: string) {
    if (id === lateId && this.isLeftAlone) return stockAfter()
    return stockAfter(this.versions[this.newest]?.[id])
  }
}

/** Fails the n-th transaction, which a retried delivery must make up for. */
async function deliver(one: ReturnType<typeof event>, failsAt: number | null) {
  let transactions = 0
  endFaults = around(async (command, request) => {
    if (command === 'TransactWriteItemsCommand' && transactions++ === failsAt) throw throttled()
    return request()
  })
  await send(one)
  endFaults()
  expect(await send(one)).toEqual([])
}

test('after every delivery, the stock is what it was minus what the newest version wants', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  vi.spyOn(log, 'warn').mockImplementation(() => {})
  vi.spyOn(log, 'error').mockImplementation(() => {})
  const delivery = fc.record({ version: fc.nat(4), failsAt: fc.option(fc.nat(3)) })
  const deliveries = fc.array(delivery, { minLength: 1, maxLength: 4 })
  const versions = fc.array(contentOf(...trackedIds, lateId), { minLength: 5, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(versions, deliveries, deliveries, async (versions, earlier, later) => {
      const tenant = await newStore()
      const events = eventsOf(tenant, versions)
      const model = new Model(versions)
      const run = async (deliveries: readonly Delivery[], ids: readonly string[]) => {
        for (const { version, failsAt } of deliveries) {
          model.deliver(version)
          await deliver(events[version]!, failsAt)
          for (const id of ids) expect(await stockOf(tenant, id), id).toEqual(model.stockOf(id))
        }
      }
      await run(earlier, trackedIds)
      await trackStock(tenant, lateId)
      model.isTracked = true
      await run(later, [...trackedIds, lateId])
    }),
    { numRuns: 15, endOnFailure: true },
  )
})
