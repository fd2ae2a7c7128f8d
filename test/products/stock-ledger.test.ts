/** Tests that the stock matches the newest content of an order that is delivered repeatedly, also with other items. */

import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { event, item, order, send } from '../support/checkout.ts'
import { around, throttled } from '../support/fault-injection.ts'
import { newTenant } from '../support/store.ts'
import { addProducts, get, sizes, update, variant } from './calls.ts'

const trackedIds = ['TEE', 'CUP', 'MUG']
/** The product whose stock is configured only after some deliveries. */
const lateId = 'PEN'
const initialStock = 3
/** Quantities by product and size. */
type Content = Record<string, { S: number; M: number }>

const itemsOf = (content: Content) =>
  Object.entries(content).flatMap(([id, quantities]) =>
    Object.entries(quantities)
      .filter(([, quantity]) => quantity > 0)
      .map(([value, quantity]) => item({ id, quantity, customFields: [{ ...sizes, value }] })),
  )

const trackStock = async (tenant: Tenant, id: string) => {
  const variants = [variant('S', initialStock), variant('M', initialStock)]
  const reply = await update(tenant, id, { inventoryManagementMethod: 'Variant', variants })
  expect(reply.status).toBe(200)
}

async function createStore(): Promise<Tenant> {
  const tenant = await newTenant()
  const products = [...trackedIds, lateId].map(id => ({ id, customFields: [sizes] }))
  await addProducts(tenant, products, { createdOn: '2026-01-01T00:00:00Z' })
  for (const id of trackedIds) await trackStock(tenant, id)
  return tenant
}

const stockOf = async (tenant: Tenant, id: string): Promise<number[]> =>
  (await get(tenant, id)).body.variants.map(({ stock }: { stock: number }) => stock)

const stockAfter = ({ S, M } = { S: 0, M: 0 }) => [initialStock - S, initialStock - M]

const eventsOf = (tenant: Tenant, versions: readonly Content[]) => {
  const { token } = order()
  return versions.map((content, n) =>
    event(tenant, 'order.completed', order({ token, items: itemsOf(content) }), {
      createdOn: `2026-02-0${n + 1}T00:00:00Z`,
    }),
  )
}

const contentOf = (...ids: string[]): fc.Arbitrary<Content> =>
  fc.dictionary(fc.constantFrom(...ids), fc.record({ S: fc.nat(3), M: fc.nat(3) }), { minKeys: 1, maxKeys: 4 })

let stopFaults = () => {}
afterEach(() => {
  stopFaults()
  vi.restoreAllMocks()
})

test('the stock matches the newest version, delivered concurrently, twice or in reverse order', {
  tags: ['long'],
}, async () => {
  vi.spyOn(log, 'warn').mockImplementation(() => {})
  const delivery = fc.record({
    versions: fc.array(contentOf(...trackedIds), { minLength: 2, maxLength: 4 }),
    isConcurrent: fc.boolean(),
    isRepeated: fc.boolean(),
    isReversed: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(delivery, async ({ versions, isConcurrent, isRepeated, isReversed }) => {
      const tenant = await createStore()
      const events = eventsOf(tenant, versions)
      const sequence = isReversed ? events.toReversed() : events
      const deliveries = isRepeated ? [...sequence, ...sequence.toReversed()] : sequence
      if (isConcurrent) expect((await Promise.all(deliveries.map(one => send(one)))).flat()).toEqual([])
      else for (const one of deliveries) expect(await send(one)).toEqual([])
      for (const id of trackedIds) expect(await stockOf(tenant, id), id).toEqual(stockAfter(versions.at(-1)![id]))
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

interface Delivery {
  version: number
  failsAt: number | null
}

/** The expected stock after each delivery. */
class Model {
  newestVersion = -1
  isTracked = false
  isLateProductExcluded = false
  versions: readonly Content[]

  constructor(versions: readonly Content[]) {
    this.versions = versions
  }

  deliver(version: number) {
    if (version <= this.newestVersion) return
    this.newestVersion = version
    const { S, M } = this.versions[version]?.[lateId] ?? { S: 0, M: 0 }
    if (S + M > 0 && !this.isTracked) this.isLateProductExcluded = true
  }

  stockOf(id: string) {
    if (id === lateId && this.isLateProductExcluded) return stockAfter()
    return stockAfter(this.versions[this.newestVersion]?.[id])
  }
}

/** Delivers an event, and fails its transaction number `failsAt`. Then delivers the event again. */
async function deliver(completion: ReturnType<typeof event>, failsAt: number | null) {
  let transactions = 0
  stopFaults = around(async (command, request) => {
    if (command === 'TransactWriteItemsCommand' && transactions++ === failsAt) throw throttled()
    return request()
  })
  await send(completion)
  stopFaults()
  expect(await send(completion)).toEqual([])
}

test('after every delivery, the stock is the initial stock minus the quantities of the newest version', {
  tags: ['long'],
}, async () => {
  vi.spyOn(log, 'warn').mockImplementation(() => {})
  vi.spyOn(log, 'error').mockImplementation(() => {})
  const delivery = fc.record({ version: fc.nat(4), failsAt: fc.option(fc.nat(3)) })
  const deliveries = fc.array(delivery, { minLength: 1, maxLength: 4 })
  const versions = fc.array(contentOf(...trackedIds, lateId), { minLength: 5, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(versions, deliveries, deliveries, async (versions, earlier, later) => {
      const tenant = await createStore()
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
