/** One order that is told several times, with other items each time: what is gone from the stock is what it was told last. */

import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { event, item, order, send } from '../support/checkout.ts'
import { newTenant } from '../support/store.ts'
import { get, seen, sizes, update, variant } from './calls.ts'

const ids = ['TEE', 'CUP', 'MUG']
const start = 3
/** How many of each size of each product an order is of. */
type Content = Record<string, { S: number; M: number }>

const itemsOf = (content: Content) =>
  Object.entries(content).flatMap(([id, bought]) =>
    Object.entries(bought)
      .filter(([, quantity]) => quantity > 0)
      .map(([value, quantity]) => item({ id, quantity, customFields: [{ ...sizes, value }] })),
  )

async function store(): Promise<Tenant> {
  const tenant = await newTenant()
  await seen(
    tenant,
    ids.map(id => ({ id, customFields: [sizes] })),
    { createdOn: '2026-01-01T00:00:00Z' },
  )
  const stocked = {
    inventoryManagementMethod: 'Variant',
    variants: [variant('S', start), variant('M', start)],
  }
  for (const id of ids) expect((await update(tenant, id, stocked)).status).toBe(200)
  return tenant
}

const leftOf = async (tenant: Tenant, id: string): Promise<number[]> =>
  (await get(tenant, id)).body.variants.map(({ stock }: { stock: number }) => stock)

const content: fc.Arbitrary<Content> = fc.dictionary(
  fc.constantFrom(...ids),
  fc.record({ S: fc.nat(3), M: fc.nat(3) }),
  { maxKeys: 3 },
)
const telling = fc.record({
  versions: fc.array(content, { minLength: 2, maxLength: 4 }),
  isAtOnce: fc.boolean(),
  comesTwice: fc.boolean(),
  isBackwards: fc.boolean(),
})

test('one after the other or at once, again, and in either order', async () => {
  vi.spyOn(log, 'warn').mockImplementation(() => {})
  await fc.assert(
    fc.asyncProperty(telling, async ({ versions, isAtOnce, comesTwice, isBackwards }) => {
      const tenant = await store()
      const { token } = order()
      const told = versions.map((content, n) =>
        event(tenant, 'order.completed', order({ token, items: itemsOf(content) }), {
          createdOn: `2026-02-0${n + 1}T00:00:00Z`,
        }),
      )
      const once = isBackwards ? told.toReversed() : told
      const all = comesTwice ? [...once, ...once.toReversed()] : once
      if (isAtOnce) expect((await Promise.all(all.map(one => send(one)))).flat()).toEqual([])
      else for (const one of all) expect(await send(one)).toEqual([])
      const last = versions.at(-1)!
      for (const id of ids)
        expect(await leftOf(tenant, id), id).toEqual([start - (last[id]?.S ?? 0), start - (last[id]?.M ?? 0)])
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 60_000)
