import { Metrics } from '@aws-lambda-powertools/metrics'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OrderToken } from '../../lib/core/ids.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { keyOf, OrderRow } from '../../lib/orders/entity.ts'
import { completeOrder, item } from '../support/checkout.ts'
import { allPages, compareList, nextQuery, type Query, queriesOf } from '../support/lists.ts'
import { newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { testTwice } from '../support/test-twice.ts'
import { list, update } from './calls.ts'
import {
  cardHolders,
  cities,
  countries,
  fill,
  filters,
  firstNames,
  type Model,
  names,
  orderList,
  postalCodes,
  products,
  provinces,
  queryFor,
  statuses,
  times,
} from './varied-orders.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const tokensOf = ({ body }: { body: { items: { token: string }[] } }) => body.items.map(({ token }) => token)

describe('a list of 42 different orders', () => {
  let tenant: Tenant
  let models: Model[]
  let orders: ReturnType<typeof compareList<Model>>
  beforeAll(async () => {
    tenant = await newTenant()
    models = await fill(tenant)
    orders = compareList({
      ...orderList,
      objects: models,
      list: query => list(tenant, query),
      show: ({ token }) => token,
      showItem: ({ token }) => token,
    })
  })

  const singleFilters: Query[] = [
    {},
    ...[...statuses, 'InProgress', 'shipped', 'INPROGRESS'].map(status => ({ status })),
    { hasPendingWithdrawal: 'true' },
    { hasPendingWithdrawal: 'false' },
    { awaitsCapture: 'true' },
    { hasRefunds: 'true' },
    { invoiceNumber: 'INV-1' },
    { invoiceNumber: 'inv-8' },
    ...['TEE', 'tee', 'MUG', 'a/b c?&=#', 'Ü'].map(productId => ({ productId })),
    ...['müller', 'MÜLL', 'mu\u0308ller', 'Doe', 'jane', 'JÜRGEN', 'der', 'mueller', 'j. ', '李', 'æ'].map(
      placedBy => ({ placedBy }),
    ),
    { placedBy: 'straßer' },
    { placedBy: 'jürgen MÜLL' },
    { placedBy: 'ane van' },
    { from: '2026-03-02' },
    { from: times[3]! },
    { from: '2026-01-20T23:59:59.999Z' },
    { to: times[3]! },
    { to: '2026-01-20' },
    { to: '2026-01-20T23:59:59.998Z' },
    { isRecurringOrder: 'true' },
    { isRecurringOrder: 'false' },
    ...(['billing', 'shipping'] as const).flatMap(prefix => [
      { [`${prefix}AddressCity`]: 'köln' },
      { [`${prefix}AddressCity`]: 'BREMEN' },
      { [`${prefix}AddressCity`]: 'İzmir' },
      { [`${prefix}AddressCountry`]: 'De' },
      { [`${prefix}AddressProvince`]: 'qc' },
      { [`${prefix}AddressPostalCode`]: 'H2X 1y4' },
    ]),
  ]
  test.each(singleFilters.map(query => [query]))('filters by %j, newest first', async query => {
    expect(await orders.expectPage(query)).toBeGreaterThan(0)
  })

  test.each([
    [{ from: '2026-02-10', to: '2026-02-10' }],
    [{ from: times[2]!, to: times[2]! }],
    [{ from: '2026-02-10T01:00:00+01:00', to: '2026-02-10T00:00' }],
    [{ status: 'Shipped', from: '2026-03-01', to: '2026-08-01' }],
    [{ status: 'InProgress', from: '2026-03-01' }],
    [{ status: 'InProgress', isRecurringOrder: 'false' }],
    [{ status: 'InProgress', placedBy: 'e' }],
    [{ status: 'InProgress', invoiceNumber: 'inv-OWN' }],
    [{ productId: 'TEE', billingAddressCountry: 'de' }],
    [{ productId: 'MUG', placedBy: 'müller', hasPendingWithdrawal: 'false' }],
    [{ billingAddressCity: 'Köln', shippingAddressCountry: 'DE' }],
    [{ hasPendingWithdrawal: 'true', isRecurringOrder: 'false', to: '2026-09-01' }],
    [{ awaitsCapture: 'true', status: 'Pending', placedBy: 'e' }],
    [{ hasRefunds: 'true', isRecurringOrder: 'false', from: '2026-02-01' }],
  ] as Query[][])('filters by all of %j', async query => {
    expect(await orders.expectPage(query!)).toBeGreaterThan(0)
  })

  test.each([
    [{ invoiceNumber: 'INV' }],
    [{ invoiceNumber: 'INV-own' }],
    [{ productId: 'TE' }],
    [{ productId: 'Tee' }],
    [{ billingAddressCity: 'Brem' }],
    [{ billingAddressCity: 'Bremen', billingAddressPostalCode: '00000' }],
    [{ placedBy: 'Recipient' }],
    [{ placedBy: 'Müller Jürgen' }],
    [{ placedBy: 'STRASSER' }],
    [{ from: '2026-12-31' }],
    [{ from: '2026-05-01', to: '2026-03-01' }],
    [{ to: '2025-12-31T23:59:59.999Z' }],
    [{ status: 'InProgress', billingAddressCity: 'Nowhere' }],
    [{ status: 'InProgress', hasRefunds: 'true' }],
    [{ awaitsCapture: 'true', hasRefunds: 'true' }],
  ] as Query[][])('finds nothing for %j', async query => {
    expect(await orders.expectPage(query!)).toBe(0)
  })

  const values: Record<string, readonly string[]> = {
    status: [...statuses, 'InProgress'],
    hasPendingWithdrawal: ['true', 'false'],
    awaitsCapture: ['true'],
    hasRefunds: ['true'],
    invoiceNumber: ['INV-1', 'inv-2', 'INV-own', 'INV-99'],
    productId: products.flat(),
    placedBy: [...names, ...firstNames, ...cardHolders]
      .filter(name => name !== null)
      .flatMap(name => [name, name.slice(1, 3)]),
    from: [...times.slice(0, 8), '2026-01-20', '2026-04-11'],
    to: [...times.slice(5), '2026-06-30', '2026-01-21'],
    isRecurringOrder: ['true', 'false'],
    ...Object.fromEntries(
      ['billing', 'shipping']
        .flatMap(prefix => [
          [`${prefix}AddressCity`, cities],
          [`${prefix}AddressCountry`, countries],
          [`${prefix}AddressProvince`, provinces],
          [`${prefix}AddressPostalCode`, postalCodes],
        ])
        .map(([name, some]) => [name, (some as readonly (string | null)[]).filter(Boolean)]),
    ),
  }

  test('combines every two filters', { tags: ['long'] }, async () => {
    const fields = Object.keys(filters)
    const pairs = fields
      .flatMap((one, n) => fields.slice(n + 1).map(other => [one, other] as const))
      .filter(([one, other]) => !(one === 'awaitsCapture' && other === 'hasRefunds'))
    expect(pairs).toHaveLength(152)
    for (const [n, [one, other]] of pairs.entries()) {
      const candidates = models
        .map(queryFor)
        .filter(query => query[one] && query[other] && query.status !== 'InProgress')
      const query = candidates[n % candidates.length]!
      expect(await orders.expectPage({ [one]: query[one]!, [other]: query[other]! })).toBeGreaterThan(0)
    }
  })

  testTwice('returns the same as a plain array, for any filters and offset', { few: 10, all: 150 }, async numRuns => {
    expect(Object.keys(values).toSorted()).toEqual(Object.keys(filters).toSorted())
    await orders.expectRandomPages(queriesOf(values, 4), numRuns)
  })

  test('returns every order once when next links are followed', async () => {
    for (const firstQuery of [
      { limit: '7' },
      { limit: '100' },
      { limit: '5', isRecurringOrder: 'true' },
      { limit: '4', placedBy: 'e', from: '2026-02-01' },
    ] as Query[])
      await orders.expectAllPages(firstQuery)
  })

  test.each([
    [{}, { offset: 0, limit: 20 }],
    [{ limit: '0' }, { offset: 0, limit: 0 }],
    [{ limit: '101' }, { offset: 0, limit: 100 }],
    [{ limit: '2147483647' }, { offset: 0, limit: 100 }],
    [{ limit: '9223372036854775807' }, { offset: 0, limit: 100 }],
    [
      { offset: '1000000', limit: '3' },
      { offset: 1_000_000, limit: 3 },
    ],
    [
      { offset: ['7', '2'], limit: ['9', '1'] },
      { offset: 2, limit: 1 },
    ],
  ])('applies and returns the offset and limit of %j', async (params, applied) => {
    await orders.expectReply(params as Query, applied)
  })

  test('ignores empty values and unknown parameters', async () => {
    const empty = Object.fromEntries(Object.keys(filters).map(field => [field, '']))
    for (const params of [empty, { colour: 'red', Status: 'Shipped', __proto__2: 'x' }]) {
      const reply = await list(tenant, { ...params, limit: '100' })
      expect(tokensOf(reply)).toEqual(orders.shown({}))
    }
    const mixed = await list(tenant, { ...empty, status: ['', 'Pending', 'Shipped', ''], limit: '100' })
    expect(tokensOf(mixed)).toEqual(orders.shown({ status: 'Shipped' }))
  })

  test('returns full orders', async () => {
    const { body } = await list(tenant, { limit: '100' })
    for (const one of body.items) {
      const model = models.find(({ token }) => token === one.token)!
      expect(one).toMatchObject({
        creationDate: model.creationDate,
        status: model.status,
        invoiceNumber: model.invoiceNumber ?? '',
        isRecurringOrder: model.isRecurringOrder,
        hasPendingWithdrawal: model.isWithdrawing,
        billingAddressCity: model.billing.city || '',
        items: model.products.map(id => ({ id })),
      })
    }
  })
})

test.each([
  ['limit', '-1'],
  ['limit', 'many'],
  ['limit', '1.5'],
  ['offset', '-1'],
  ['status', 'Lost'],
  ['hasPendingWithdrawal', 'maybe'],
  ['awaitsCapture', 'false'],
  ['hasRefunds', 'no'],
  ['isRecurringOrder', '2'],
  ['from', 'yesterday'],
  ['to', '2026-02-30'],
  ['placedBy', 'x'.repeat(501)],
])('rejects %s=%s', async (field, value) => {
  expect(await list(await newTenant(), { [field]: value })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', errors: { [field]: [expect.any(String)] } },
  })
})

test('trims productId, and ignores a blank one', async () => {
  const tenant = await newTenant()
  const token = await completeOrder(tenant, { items: [item({ id: ' TEE ' })] })
  await completeOrder(tenant, { items: [item({ id: 'MUG' })] })
  await updateTallies(tenant)
  expect((await list(tenant, { productId: ' TEE ' })).body).toMatchObject({ items: [{ token }] })
  expect((await list(tenant, { productId: ' ' })).body.totalItems).toBe(2)
})

test('reports all faults of a query at once', async () => {
  const { body } = await list(await newTenant(), { limit: '-1', status: 'Lost', to: 'x' })
  expect(Object.keys(body.errors).toSorted()).toEqual(['limit', 'status', 'to'])
})

test('returns an empty page for a store without orders', async () => {
  const reply = await list(await newTenant())
  expect(reply.body).toEqual({ totalItems: 0, offset: 0, limit: 20, items: [] })
  expect(reply.headers.Link).toBeUndefined()
})

test('returns the exact total on the last page, even before tallies are counted', async () => {
  const tenant = await newTenant()
  for (let n = 0; n < 3; n++) await completeOrder(tenant)
  expect((await list(tenant)).body.totalItems).toBe(3)
  expect((await list(tenant, { productId: 'TEE', status: 'Processed' })).body.totalItems).toBe(3)
})

test('distinguishes values that are too long for the name of a list', async () => {
  const tenant = await newTenant()
  const long = (end: string) => `${'Ü'.repeat(490)}${end}`
  const token = await completeOrder(tenant, { invoiceNumber: long('1'), items: [item({ id: long('p') })] })
  await completeOrder(tenant, { invoiceNumber: long('2'), items: [item({ id: long('q') })] })
  for (const query of [
    { invoiceNumber: long('1').toLowerCase() },
    { productId: long('p') },
    { invoiceNumber: long('1'), productId: long('p') },
  ] as Query[])
    expect(tokensOf(await list(tenant, query))).toEqual([token])
})

test('a status change moves the order between the status lists only', async () => {
  const tenant = await newTenant()
  const tokens = []
  for (let n = 0; n < 3; n++) tokens.push(await completeOrder(tenant, { creationDate: `2026-08-0${n + 1}T00:00:00Z` }))
  await updateTallies(tenant)
  await update(tenant, tokens[1]!, { status: 'Shipped' })
  await updateTallies(tenant)
  const tokensFor = async (query: Query) => tokensOf(await list(tenant, query))
  expect(await tokensFor({})).toEqual(tokens.toReversed())
  expect(await tokensFor({ productId: 'TEE' })).toEqual(tokens.toReversed())
  expect(await tokensFor({ status: 'Shipped' })).toEqual([tokens[1]])
  expect(await tokensFor({ status: 'Processed' })).toEqual([tokens[2], tokens[0]])
  expect((await list(tenant, { status: 'Processed', limit: '0' })).body.totalItems).toBe(2)
  await update(tenant, tokens[1]!, { status: 'InProgress' })
  expect(await tokensFor({})).toEqual([tokens[2], tokens[0]])
  expect(await tokensFor({ status: 'InProgress' })).toEqual([tokens[1]])
  await update(tenant, tokens[1]!, { status: 'Processed' })
  expect(await tokensFor({})).toEqual(tokens.toReversed())
})

test('shortens a page that exceeds the reply size, returns its limit, and links to the rest', {
  tags: ['long'],
}, async () => {
  const tenant = await newTenant()
  const tokens: string[] = []
  for (let n = 0; n < 30; n++)
    tokens.push(
      await completeOrder(tenant, {
        creationDate: new Date(Date.UTC(2026, 0, n + 1)).toISOString(),
        notes: 'x'.repeat(250_000),
      }),
    )
  await updateTallies(tenant)
  const first = await list(tenant, { limit: '30' })
  expect(first.body).toMatchObject({ totalItems: 30, offset: 0, limit: 19 })
  expect(first.body.items).toHaveLength(19)
  expect(JSON.stringify(first.body).length).toBeLessThan(5_100_000)
  expect(nextQuery(first)).toEqual({ limit: '30', offset: '19' })
  const pages = await allPages(query => list(tenant, query), { limit: '30' })
  expect(pages.flatMap(tokensOf)).toEqual(tokens.toReversed())
  expect(pages.map(({ body }) => body.limit)).toEqual([19, 30])
})

test('skips a list entry whose order no longer exists, and logs it as a fault', async () => {
  const tenant = await newTenant()
  const tokens = [await completeOrder(tenant), await completeOrder(tenant), await completeOrder(tenant)]
  await OrderRow.delete(keyOf(tenant, tokens[1]! as OrderToken)).go()
  const errorSpy = vi.spyOn(log, 'error').mockImplementation(() => {})
  const metricSpy = vi.spyOn(Metrics.prototype, 'addMetric')
  const { body } = await list(tenant)
  expect(body.items.map(({ token }: { token: string }) => token).toSorted()).toEqual([tokens[0], tokens[2]].toSorted())
  expect(body.totalItems).toBe(3)
  expect(errorSpy.mock.calls).toEqual([[expect.stringContaining('does not exist'), { ...tenant, id: tokens[1] }]])
  expect(metricSpy.mock.calls.filter(([name]) => name === 'Faults')).toEqual([['Faults', 'Count', 1]])
})
