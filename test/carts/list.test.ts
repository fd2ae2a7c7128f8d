import { Metrics } from '@aws-lambda-powertools/metrics'
import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CartRow, keyOf } from '../../lib/carts/entity.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { address, cart, event, item, order, send, sendEvent } from '../support/checkout.ts'
import { type Query, queriesOf } from '../support/lists.ts'
import { createStore, list, listAllPages, storeWithoutCarts, tokensOf } from './calls.ts'
import { clock, createCarts, type ModelCart, matchingTokens, values } from './sample-carts.ts'

const setClock = (now = clock) => vi.useFakeTimers({ toFake: ['Date'], now })
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a list of different carts', () => {
  let tenant: Tenant
  let models: ModelCart[]
  beforeAll(async () => {
    tenant = await createStore()
    models = await createCarts(tenant)
  })
  beforeEach(() => {
    setClock()
  })

  /**
   * Expects that every page but the last is full, and that the last page is empty only if no cart matches. Returns the
   * number of matches.
   */
  async function expectPages(query: Query, limit: number) {
    const expected = matchingTokens(models, query)
    const pages = await listAllPages(tenant, { ...query, limit: String(limit) })
    const expectedPages = Array.from({ length: Math.max(1, Math.ceil(expected.length / limit)) }, (_, n) =>
      expected.slice(n * limit, (n + 1) * limit),
    )
    expect({ query, pages: pages.map(tokensOf) }).toEqual({ query, pages: expectedPages })
    return expected.length
  }

  const singleFilters = Object.entries(values).flatMap(([name, options]) => options.map(value => ({ [name]: value })))

  test('lists all carts that are not expired, most recently changed first', async () => {
    expect(await expectPages({}, 100)).toBeGreaterThan(40)
    expect(await expectPages({}, 7)).toBeLessThan(48)
  })

  test.each(singleFilters.map(query => [query as Query]))('filters by %j', async query => {
    const count = await expectPages(query, 3)
    const hasNoMatch = ['250.01', 'jane@example.co', 'TE', 'autum'].includes(Object.values(query)[0]!)
    expect(count > 0).toBe(!hasNoMatch)
  })

  test('combines filters', { tags: ['long'] }, async () => {
    const names = Object.keys(values)
    const sets = Array.from({ length: 2 ** names.length }, (_, n) => names.filter((_, bit) => n & (1 << bit)))
    const matchingValue: Record<string, (model: ModelCart) => string | null> = {
      timeRange: () => 'Anytime',
      minimalValue: ({ total }) => String(Math.max(0, total ?? 0)),
      email: ({ email }) => email?.toUpperCase() ?? null,
      productId: ({ products }) => products.at(-1) ?? null,
      campaignId: ({ campaignId }) => campaignId?.toUpperCase().replace('STRASSE', 'Straße') ?? null,
    }
    const completeModels = models.filter(model => Object.values(matchingValue).every(value => value(model) !== null))
    expect(sets).toHaveLength(32)
    for (const [n, set] of sets.entries()) {
      const model = completeModels[n % completeModels.length]!
      const query = Object.fromEntries(set.map(name => [name, matchingValue[name]!(model)!]))
      await expectPages(query, 2)
    }
  })

  test('returns the same as filtering an array, for any filters and page size', { tags: ['long'] }, async () => {
    await fc.assert(
      fc.asyncProperty(queriesOf(values), fc.integer({ min: 1, max: 60 }), async (filters, limit) => {
        await expectPages(filters as Query, limit)
      }),
      { numRuns: 100 },
    )
  })

  test.each([
    [
      { timeRange: 'lessthanaday', email: ' jane@example.com ' },
      { timeRange: 'LessThanADay', email: 'jane@example.com' },
    ],
    [{ productId: ' TEE ' }, { productId: 'TEE' }],
    [{ email: ' ', productId: ' ', campaignId: ' ' }, {}],
    [{ email: '', timeRange: '', minimalValue: '', continuationToken: '' }, {}],
    [{ minimalValue: '1e1' }, { minimalValue: '10' }],
  ])('reads %j as %j', async (query, equivalent) => {
    expect(tokensOf(await list(tenant, { ...query, limit: '100' }))).toEqual(
      matchingTokens(models, equivalent as Query),
    )
  })

  test.each([
    [undefined, 20],
    ['20', 20],
    ['100', 100],
    ['101', 100],
    ['2147483647', 100],
  ])('with a limit of %s returns at most %i', async (limit, maxItems) => {
    const { body } = await list(tenant, limit ? { limit } : {})
    const all = matchingTokens(models, {})
    expect(body.items).toHaveLength(Math.min(maxItems, all.length))
    expect(body.hasMoreResults).toBe(all.length > maxItems)
  })

  test('with a limit of 0 returns whether there are carts, and a token for the same position, but no link', async () => {
    const { body, headers } = await list(tenant, { limit: '0' })
    expect(body).toEqual({ items: [], hasMoreResults: true, continuationToken: expect.any(String) })
    expect(headers).not.toHaveProperty('Link')
    const { continuationToken } = body
    expect(tokensOf(await list(tenant, { continuationToken, limit: '100' }))).toEqual(matchingTokens(models, {}))
    const none = { items: [], hasMoreResults: false, continuationToken: null }
    expect((await list(tenant, { limit: '0', productId: 'TE' })).body).toEqual(none)
    expect((await list(await createStore(), { limit: '0' })).body).toEqual(none)
  })

  test('accepts another limit on each page', async () => {
    const all = matchingTokens(models, {})
    const { body } = await list(tenant, { limit: '5' })
    const { continuationToken } = body
    expect(tokensOf(await list(tenant, { limit: '9', continuationToken }))).toEqual(all.slice(5, 14))
    const exact = String(all.length - 5)
    const last = await list(tenant, { limit: exact, continuationToken })
    expect(last.body).toMatchObject({ hasMoreResults: false, continuationToken: null })
    expect(last.body.items).toHaveLength(all.length - 5)
  })

  test('keeps the time range of the first page on later pages', async () => {
    const expected = matchingTokens(models, { timeRange: 'LessThanAWeek' })
    const advanceClock = async () => {
      vi.setSystemTime(Date.now() + 3_600_000)
    }
    const pages = await listAllPages(tenant, { timeRange: 'LessThanAWeek', limit: '2' }, advanceClock)
    expect(pages.flatMap(tokensOf)).toEqual(expected)
  })
})

test.each<Query>([
  { timeRange: 'Yesterday' },
  { timeRange: 'LessThan5Hours' },
  { minimalValue: '-0.01' },
  { minimalValue: 'much' },
  { limit: '-1' },
  { limit: '1.5' },
  { email: 'x'.repeat(501) },
  { continuationToken: 'x'.repeat(3001) },
])('rejects %j', async query => {
  const reply = await list(await createStore(), query)
  expect(reply).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  expect(Object.keys(reply.body.errors)).toEqual(Object.keys(query))
})

test('responds with 403 when the feature is disabled', async () => {
  const tenant = await storeWithoutCarts()
  await sendEvent(tenant, 'cart.updated', cart())
  expect(await list(tenant)).toMatchObject({ status: 403, body: { code: 'feature_not_enabled' } })
})

test('changes, cancellations, orders and reopenings of carts update the list', async () => {
  const tenant = await createStore()
  const [one, other] = [cart({ total: 5 }), cart({ total: 50 })]
  for (const content of [one, other]) await sendEvent(tenant, 'cart.updated', content)
  expect(tokensOf(await list(tenant))).toEqual([other.token, one.token])
  await new Promise(resolve => setTimeout(resolve, 2))
  await sendEvent(tenant, 'cart.updated', { ...one, total: 60, items: [item({ id: 'MUG' })] })
  expect(tokensOf(await list(tenant))).toEqual([one.token, other.token])
  expect(tokensOf(await list(tenant, { productId: 'MUG', minimalValue: '60' }))).toEqual([one.token])
  expect(tokensOf(await list(tenant, { productId: 'TEE' }))).toEqual([other.token])
  await sendEvent(tenant, 'cart.updated', { ...one, status: 'Cancelled' })
  expect(tokensOf(await list(tenant))).toEqual([other.token])
  await sendEvent(tenant, 'cart.updated', one)
  expect(tokensOf(await list(tenant))).toEqual([one.token, other.token])
  await sendEvent(tenant, 'order.completed', order({ token: one.token }))
  expect(tokensOf(await list(tenant))).toEqual([other.token])
})

test('uses the total of the summary for a cart without a total', async () => {
  const tenant = await createStore()
  const content = cart({ total: null, summary: { total: 12.5 } })
  await sendEvent(tenant, 'cart.updated', content)
  expect(tokensOf(await list(tenant, { minimalValue: '12.5' }))).toEqual([content.token])
  expect(tokensOf(await list(tenant, { minimalValue: '12.51' }))).toEqual([])
  expect((await list(tenant)).body.items[0].total).toBe(12.5)
})

test('continues after carts that do not fit in one reply', async () => {
  const tenant = await createStore()
  const customFields = [{ name: 'Remark', type: 'textarea', value: 'x'.repeat(250_000) }]
  const largeCart = () => event(tenant, 'cart.updated', cart({ customFields, items: [] }))
  const events = Array.from({ length: 24 }, largeCart)
  for (const batch of [events.slice(0, 12), events.slice(12)]) expect(await send(...batch)).toEqual([])
  const pages = await listAllPages(tenant, { limit: '100' })
  expect(pages.map(({ body }) => body.items.length)).toEqual([19, 5])
  for (const { body } of pages) expect(JSON.stringify(body).length).toBeLessThan(5_100_000)
  expect(new Set(pages.flatMap(tokensOf)).size).toBe(24)
})

test('skips list entries without a cart, logs an error and counts it in the metric Faults', async () => {
  const logError = vi.spyOn(log, 'error').mockImplementation(() => {})
  const addMetric = vi.spyOn(Metrics.prototype, 'addMetric')
  const tenant = await createStore()
  const contents = [cart(), cart(), cart()]
  for (const content of contents) await sendEvent(tenant, 'cart.updated', content)
  await CartRow.delete(keyOf(tenant, contents[1]!.token as OrderToken)).go()
  expect((await listAllPages(tenant, { limit: '2' })).flatMap(tokensOf).toSorted()).toEqual(
    [contents[0]!.token, contents[2]!.token].toSorted(),
  )
  expect(logError).toHaveBeenCalled()
  expect(addMetric).toHaveBeenCalledWith('Faults', expect.anything(), 1)
})

test('lists a cart by each of its many products until it is ordered', async () => {
  const tenant = await createStore()
  const items = Array.from({ length: 130 }, (_, n) => item({ id: `P-${n}` }))
  const content = cart({ items, email: 'jane@example.com', billingAddress: address() })
  await sendEvent(tenant, 'cart.updated', content)
  for (const productId of ['P-0', 'P-129']) expect(tokensOf(await list(tenant, { productId }))).toEqual([content.token])
  await sendEvent(tenant, 'order.completed', order({ token: content.token }))
  for (const query of [{}, { productId: 'P-0' }, { productId: 'P-129' }, { email: 'jane@example.com' }])
    expect((await list(tenant, query as Query)).body.items).toEqual([])
})

test('links to the next page while there is one', async () => {
  const tenant = await createStore()
  for (let n = 0; n < 3; n++) await sendEvent(tenant, 'cart.updated', cart({ email: 'jane@example.com' }))
  const first = await list(tenant, { limit: '2', email: 'Jane@example.com' })
  const [, link = ''] = /^<([^>]+)>; rel="next"$/.exec(first.headers.Link ?? '') ?? []
  const next = Object.fromEntries(new URL(link, 'https://store').searchParams)
  expect(next).toEqual({ limit: '2', email: 'Jane@example.com', continuationToken: first.body.continuationToken })
  expect((await list(tenant, next)).headers).not.toHaveProperty('Link')
})
