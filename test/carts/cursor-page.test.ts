/** Lists all pages while carts change, and measures the cost of a page. */

import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { cartFieldsOf } from '../../lib/carts/apply.ts'
import { CartUpdated } from '../../lib/carts/checkout-events.ts'
import { CartRow, keyOf, rowVersion } from '../../lib/carts/entity.ts'
import { listEntriesOf } from '../../lib/carts/lists.ts'
import { eventStamp } from '../../lib/core/event-stamp.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { EntryRow, entryRowsOf } from '../../lib/store/list-entry.ts'
import { measure, type ReadCost } from '../bench/meter.ts'
import { cart, event, order, send } from '../support/checkout.ts'
import type { Query } from '../support/lists.ts'
import { createStore, list, listAllPages, tokensOf } from './calls.ts'
import { clock } from './sample-carts.ts'

const hour = 3_600_000
const day = 24 * hour
const iso = (time: number) => new Date(time).toISOString()

afterEach(() => {
  vi.useRealTimers()
})

/** A change of the n-th cart, a new cart, or a wait of `n` days. */
type Change = readonly ['update' | 'resend' | 'complete' | 'cancel' | 'create' | 'createOld' | 'wait', number]

const change: fc.Arbitrary<Change> = fc.tuple(
  fc.constantFrom('update', 'resend', 'complete', 'cancel', 'create', 'createOld', 'wait'),
  fc.nat(13),
)

const cartAt = (token: string, time: number, fields = {}) =>
  cart({ token, items: [], modificationDate: iso(time), total: 20, ...fields })

/** Applies a change, and returns the tokens of the existing carts that it changes. */
async function applyChange(tenant: Tenant, tokens: string[], [kind, n]: Change) {
  const token = tokens[n % tokens.length]!
  const now = Date.now()
  const contents = {
    update: () => cartAt(token, now, { total: 30 }),
    resend: () => cartAt(token, now),
    cancel: () => cartAt(token, now, { status: 'Cancelled' }),
    create: () => cartAt(crypto.randomUUID(), now),
    createOld: () => cartAt(crypto.randomUUID(), now - n * 9 * day),
  }
  if (kind === 'wait') vi.setSystemTime(now + n * day)
  else if (kind === 'complete') await send(event(tenant, 'order.completed', order({ token, items: [] })))
  else await send(event(tenant, 'cart.updated', contents[kind]()))
  const isOfCart = !['wait', 'create', 'createOld'].includes(kind)
  return isOfCart ? [token] : []
}

test('returns every unchanged cart exactly once, for any changes of others between pages', {
  tags: ['long'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(89), { minLength: 8, maxLength: 14 }),
      fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom<Query>({}, { minimalValue: '20' }, { email: 'jane@example.com' }),
      async (ages, changes, limit, filter) => {
        vi.useFakeTimers({ toFake: ['Date'], now: clock })
        const tenant = await createStore()
        const tokens = ages.map(() => crypto.randomUUID())
        const email = 'Jane@example.com'
        const events = ages.map((age, n) =>
          event(tenant, 'cart.updated', cartAt(tokens[n]!, clock - age * day, { email })),
        )
        expect(await send(...events)).toEqual([])
        const changedTokens = new Set<string>()
        const pages = await listAllPages(tenant, { ...filter, limit: String(limit) }, async pageCount => {
          for (const change of changes[pageCount - 1] ?? [])
            for (const token of await applyChange(tenant, tokens, change)) changedTokens.add(token)
        })
        const listedTokens = pages.flatMap(tokensOf)
        expect(new Set(listedTokens).size).toBe(listedTokens.length)
        const unchangedTokens = tokens.filter(
          (token, n) => !changedTokens.has(token) && Date.now() < clock + (90 - ages[n]!) * day,
        )
        expect(unchangedTokens.filter(token => !listedTokens.includes(token))).toEqual([])
        for (const { body } of pages.slice(0, -1)) expect(body.items).toHaveLength(limit)
      },
    ),
    { numRuns: 25 },
  )
})

/** Writes the rows of many carts directly, without checkout events. */
async function createStoreWithCarts(count: number): Promise<Tenant> {
  const tenant = await createStore()
  const rows = Array.from({ length: count }, (_, n): CartRow => {
    const time = clock - n * 1000
    const event = CartUpdated.parse(cart({ email: 'jane@example.com', total: n % 50 ? 1 : 100 }))
    const { content } = cartFieldsOf(event, 'EUR')
    const stamp = eventStamp(iso(time), String(n))
    const latest = { content: { value: content, stamp }, email: { value: 'jane@example.com', stamp } }
    return {
      ...keyOf(tenant, content.token),
      version: 1,
      rowVersion,
      latest,
      creationDate: iso(time),
      modifiedAt: iso(time),
      expiresAt: Math.floor(time / 1000) + 90 * 24 * 3600,
    }
  })
  await CartRow.put(rows).go({ concurrent: 4 })
  const entries = rows.flatMap(row => entryRowsOf(tenant, listEntriesOf(row)))
  await EntryRow.put(entries).go({ concurrent: 4 })
  return tenant
}

test('a late page costs no more than the first one', { tags: ['long'] }, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: clock })
  const tenant = await createStoreWithCarts(2200)
  for (const query of [{}, { email: 'jane@example.com' }] as Query[]) {
    const first = await measure(() => list(tenant, query))
    let { continuationToken } = first.result.body
    for (let page = 1; page <= 20; page++)
      ({ continuationToken } = (await list(tenant, { ...query, limit: '100', continuationToken })).body)
    const last = await measure(() => list(tenant, { ...query, continuationToken }))
    expect(last.result.body.items).toHaveLength(20)
    expect(last.cost.units).toBeLessThanOrEqual(first.cost.units + 0.5)
    expect(last.cost.calls).toBe(first.cost.calls)
    expect(last.cost.sequentialCalls).toBe(first.cost.sequentialCalls)
    expect(first.cost.units).toBeLessThanOrEqual(13.5)
  }
})

const mostQueriesOfOneList = ({ queryPartitions }: ReadCost) =>
  Math.max(
    ...Map.groupBy(queryPartitions, partition => partition)
      .values()
      .map(({ length }) => length),
  )

test('reads larger and larger batches when few carts match or many are expired', { tags: ['long'] }, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: clock })
  const tenant = await createStoreWithCarts(2200)
  const fewMatches = await measure(() => list(tenant, { minimalValue: '100', limit: '100' }))
  expect(fewMatches.result.body).toMatchObject({ hasMoreResults: false, continuationToken: null })
  expect(fewMatches.result.body.items).toHaveLength(44)
  expect(mostQueriesOfOneList(fewMatches.cost)).toBeLessThanOrEqual(5)
  vi.setSystemTime(clock + 90 * day + 1)
  const allExpired = await measure(() => list(tenant))
  expect(allExpired.result.body).toEqual({ items: [], hasMoreResults: false, continuationToken: null })
  expect(mostQueriesOfOneList(allExpired.cost)).toBeLessThanOrEqual(8)
})
