/** Walks over all pages while the carts change, and what a page costs. */

import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { fieldsOf } from '../../lib/carts/apply.ts'
import { CartRow, keyOf } from '../../lib/carts/entity.ts'
import { CartUpdated } from '../../lib/carts/events.ts'
import { listEntriesOf } from '../../lib/carts/lists.ts'
import { eventStamp } from '../../lib/core/event-stamp.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { EntryRow, entryRowsOf } from '../../lib/store/list-entry.ts'
import { measure } from '../bench/meter.ts'
import { cart, event, order, send } from '../support/checkout.ts'
import { allPages, list, openStore, tokensOf } from './calls.ts'
import { clock, type Query } from './various.ts'

const hour = 3_600_000
const day = 24 * hour
const iso = (time: number) => new Date(time).toISOString()

afterEach(() => {
  vi.useRealTimers()
})

/** What happens to the n-th cart, or beside it. */
type Happening = readonly [
  'change' | 'touch' | 'complete' | 'close' | 'appear' | 'appearLate' | 'wait',
  number,
]

const happening: fc.Arbitrary<Happening> = fc.tuple(
  fc.constantFrom('change', 'touch', 'complete', 'close', 'appear', 'appearLate', 'wait'),
  fc.nat(13),
)

const told = (token: string, time: number, fields = {}) =>
  cart({ token, items: [], modificationDate: iso(time), total: 20, ...fields })

async function happen(tenant: Tenant, tokens: string[], [what, n]: Happening) {
  const token = tokens[n % tokens.length]!
  const now = Date.now()
  const contents = {
    change: () => told(token, now, { total: 30 }),
    touch: () => told(token, now),
    close: () => told(token, now, { status: 'Cancelled' }),
    appear: () => told(crypto.randomUUID(), now),
    appearLate: () => told(crypto.randomUUID(), now - n * 9 * day),
  }
  if (what === 'wait') vi.setSystemTime(now + n * day)
  else if (what === 'complete') await send(event(tenant, 'order.completed', order({ token, items: [] })))
  else await send(event(tenant, 'cart.updated', contents[what]()))
  const isTouched = !['wait', 'appear', 'appearLate'].includes(what)
  return isTouched ? [token] : []
}

test('returns every unchanged cart exactly once, whatever happens to others between pages', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(89), { minLength: 8, maxLength: 14 }),
      fc.array(fc.array(happening, { maxLength: 3 }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom<Query>({}, { minimalValue: '20' }, { email: 'jane@example.com' }),
      async (ages, between, limit, filter) => {
        vi.useFakeTimers({ toFake: ['Date'], now: clock })
        const tenant = await openStore()
        const tokens = ages.map(() => crypto.randomUUID())
        const email = 'Jane@example.com'
        const events = ages.map((age, n) =>
          event(tenant, 'cart.updated', told(tokens[n]!, clock - age * day, { email })),
        )
        expect(await send(...events)).toEqual([])
        const touched = new Set<string>()
        const pages = await allPages(tenant, { ...filter, limit: String(limit) }, async page => {
          for (const one of between[page - 1] ?? [])
            for (const token of await happen(tenant, tokens, one)) touched.add(token)
        })
        const seen = pages.flatMap(tokensOf)
        expect(new Set(seen).size).toBe(seen.length)
        const stayed = tokens.filter(
          (token, n) => !touched.has(token) && Date.now() < clock + (90 - ages[n]!) * day,
        )
        expect(stayed.filter(token => !seen.includes(token))).toEqual([])
        for (const { body } of pages.slice(0, -1)) expect(body.items).toHaveLength(limit)
      },
    ),
    { numRuns: 25 },
  )
})

/** A store of many carts, without the checkout's telling each of them. */
async function crowded(count: number): Promise<Tenant> {
  const tenant = await openStore()
  const rows = Array.from({ length: count }, (_, n): CartRow => {
    const time = clock - n * 1000
    const event = CartUpdated.parse(cart({ email: 'jane@example.com', total: n % 50 ? 1 : 100 }))
    const { content } = fieldsOf(event, 'EUR')
    const stamp = eventStamp(iso(time), String(n))
    const latest = { content: { value: content, stamp }, email: { value: 'jane@example.com', stamp } }
    return {
      ...keyOf(tenant, content.token),
      ...{ version: 1, latest, creationDate: iso(time), modifiedAt: iso(time) },
      expiresAt: Math.floor(time / 1000) + 90 * 24 * 3600,
    }
  })
  await CartRow.put(rows).go({ concurrent: 4 })
  const entries = rows.flatMap(row => entryRowsOf(tenant, listEntriesOf(row)))
  await EntryRow.put(entries).go({ concurrent: 4 })
  return tenant
}

test('a late page costs no more than the first one', { tags: ['long'], timeout: 120_000 }, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: clock })
  const tenant = await crowded(2200)
  for (const query of [{}, { email: 'jane@example.com' }] as Query[]) {
    const first = await measure(() => list(tenant, query))
    let { continuationToken } = first.result.body
    for (let page = 1; page <= 20; page++)
      ({ continuationToken } = (await list(tenant, { ...query, limit: '100', continuationToken })).body)
    const far = await measure(() => list(tenant, { ...query, continuationToken }))
    expect(far.result.body.items).toHaveLength(20)
    expect(far.cost.units).toBeLessThanOrEqual(first.cost.units + 0.5)
    expect(far.cost.calls).toBe(first.cost.calls)
    expect(far.cost.sequentialCalls).toBe(first.cost.sequentialCalls)
    expect(first.cost.units).toBeLessThanOrEqual(13.5)
  }
})

test('reads larger and larger batches when few carts match or many are expired', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: clock })
  const tenant = await crowded(2200)
  const scarce = await measure(() => list(tenant, { minimalValue: '100', limit: '100' }))
  expect(scarce.result.body).toMatchObject({ hasMoreResults: false, continuationToken: null })
  expect(scarce.result.body.items).toHaveLength(44)
  const queries = scarce.cost.queryPartitions.length
  expect(queries).toBeLessThanOrEqual(5)
  vi.setSystemTime(clock + 90 * day + 1)
  const idle = await measure(() => list(tenant))
  expect(idle.result.body).toEqual({ items: [], hasMoreResults: false, continuationToken: null })
  expect(idle.cost.queryPartitions.length).toBeLessThanOrEqual(8)
})
