import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { event, item, order, send, sendEvent } from '../support/checkout.ts'
import { compareList, containsText, isSince, isUntil, type ListModel, type Query } from '../support/lists.ts'
import { newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { testTwice } from '../support/test-twice.ts'
import { addProducts, get, idsOf, list, remove } from './calls.ts'

interface ModelProduct {
  n: number
  id: string
  guid: string
  name: string | null
  description: string | null
  creationDate: string
  isArchived: boolean
}
/** An item of an order. */
interface Sale {
  product: number
  at: string
  units: number
  cents: number
}

const texts: [id: string, name: string | null, description: string | null][] = [
  ['TEE-1', 'Classic tee', 'Black, organic cotton'],
  ['tee/2 schön', 'STRAẞE', 'Größe wie bestellt'],
  ['MUG', 'Becher MÜLLER', null],
  ['Mu\u0308tze', null, 'Goes with the tee'],
  ['ÉCHARPE', 'Scarf', 'warm & wide (2 m)'],
  ['小', 'Small', ''],
  ['x%_y', 'Ticket', '100 %'],
  ['POSTER', 'Poster', `${'x'.repeat(800)} the end`],
  ['never', 'Never sold', 'Not popular'],
  ['never-2', 'Never sold either', null],
]
const archivedProducts = [4, 6, 9]

/** Times at the bounds of months and within months, also in a leap year. Some are a millisecond apart. */
const times = [
  '2023-12-31T23:59:59.999Z',
  '2024-01-01T00:00:00.000Z',
  '2024-02-01T00:00:00.000Z',
  '2024-02-28T23:59:59.999Z',
  '2024-02-29T00:00:00.000Z',
  '2024-02-29T23:59:59.999Z',
  '2024-03-01T00:00:00.000Z',
  '2024-03-31T12:00:00.000Z',
  '2024-03-31T12:00:00.001Z',
  '2024-03-31T12:00:01.000Z',
  '2024-04-30T23:59:59.000Z',
  '2024-05-01T00:00:00.000Z',
  '2025-02-28T23:59:59.999Z',
  '2025-03-01T00:00:00.000Z',
  '2026-08-15T10:00:00.000Z',
]

let tenant: Tenant
let products: ReturnType<typeof compareList<ModelProduct>>
let sales: Sale[]

const itemOf = (n: number, fields = {}) => {
  const [id, name, description] = texts[n]!
  return item({ id, name, description, ...fields })
}

/** Returns a reproducible number, which differs for each `n`. */
const pseudoRandom = (n: number) => (n * 7919 + 104_729) % 1_000_003

function generateOrder(n: number) {
  const at = times[n % times.length]!
  const products = [pseudoRandom(n) % 8, pseudoRandom(n + 500) % 8].slice(0, 1 + (n % 2))
  const lines = products.map((product, line) => ({
    product,
    at,
    units: 1 + (pseudoRandom(n + line) % 3),
    cents: (pseudoRandom(n + 50) % 5) * 1000 + line,
  }))
  const items = lines.map(({ product, units, cents }) => itemOf(product, { quantity: units, totalPrice: cents / 100 }))
  const otherDate = '2020-06-15T00:00:00.000Z'
  const dates =
    n % 4 === 3 ? { creationDate: at, completionDate: null } : { creationDate: otherDate, completionDate: at }
  const status = n % 5 === 4 ? 'Cancelled' : 'Processed'
  return { lines, content: order({ items, status, ...dates }) }
}

beforeAll(async () => {
  tenant = await newTenant()
  const days = texts.map((_, n) => `2022-01-${String(10 + ((n * 3) % 10)).padStart(2, '0')}T00:00:00.000Z`)
  for (const [n] of texts.entries()) await addProducts(tenant, [itemOf(n)], { createdOn: days[n]! })
  const orders = Array.from({ length: 60 }, (_, n) => generateOrder(n))
  const completions = orders.map(({ content }) =>
    event(tenant, 'order.completed', content, { createdOn: '2022-02-01T00:00:00.000Z' }),
  )
  for (let n = 0; n < completions.length; n += 10) expect(await send(...completions.slice(n, n + 10))).toEqual([])
  for (const n of archivedProducts) await remove(tenant, texts[n]![0])
  await updateTallies(tenant)
  sales = orders.flatMap(({ lines }) => lines)
  const objects = await Promise.all(
    texts.map(async ([id, name, description], n) => ({
      n,
      id,
      name,
      description,
      creationDate: days[n]!,
      isArchived: archivedProducts.includes(n),
      guid: (await get(tenant, id)).body.id,
    })),
  )
  products = compareList({
    ...productList,
    objects,
    list: query => list(tenant, query),
    show: ({ id, n, isArchived: archived }, query) => {
      const { units, cents } = salesOf(n, query)
      return { id, numberOfSales: units, totalSales: cents / 100, archived }
    },
    showItem: ({ userDefinedId: id, statistics, archived }) => ({ id, ...statistics, archived }),
  })
})

const isInRange = (date: string, { from, to }: Query) => (!from || isSince(date, from)) && (!to || isUntil(date, to))

function salesOf(product: number, query: Query) {
  const matchingSales = sales.filter(sale => sale.product === product && isInRange(sale.at, query))
  const sum = (field: 'units' | 'cents') => matchingSales.reduce((total, sale) => total + sale[field], 0)
  return { units: sum('units'), cents: sum('cents') }
}

const weights: Record<string, (product: ModelProduct, query: Query) => number> = {
  nbrsales: ({ n }, query) => salesOf(n, query).units,
  salesvalue: ({ n }, query) => salesOf(n, query).cents,
  creationdate: ({ creationDate }) => Date.parse(creationDate),
}

/**
 * The model of the list. The product whose id equals the filter is first. Products with equal values are sorted by
 * creation date and GUID if the query has a range, and by GUID otherwise.
 */
const productList: ListModel<ModelProduct> = {
  filters: {
    userDefinedId: ({ id }, value) => containsText(id, value),
    keywords: ({ id, name, description }, value) => [id, name, description].some(text => containsText(text, value)),
    excludeZeroSales: ({ n }, value, query) => value !== 'true' || salesOf(n, query).units > 0,
  },
  isListed: ({ isArchived }, { archived }) => archived === 'true' || !isArchived,
  sortKeys: (product, query) => [
    Number(product.id === query.userDefinedId),
    weights[(query.orderBy ?? 'NbrSales').toLowerCase()]!(product, query),
    (query.from || query.to ? product.creationDate : '') + product.guid,
  ],
}

describe.each(['NbrSales', 'SalesValue', 'CreationDate', 'nbrsales'])('by %s', orderBy => {
  test.each<Query>([
    {},
    { archived: 'true' },
    { excludeZeroSales: 'true' },
    { excludeZeroSales: 'true', archived: 'true' },
    { from: '2024-02-01', to: '2024-02-29' },
    { from: '2024-02-01', to: '2024-02-29', excludeZeroSales: 'true', archived: 'true' },
    { keywords: 'tee', excludeZeroSales: 'true' },
  ])('lists by %j', async query => {
    expect(await products.expectPage({ ...query, orderBy })).toBeGreaterThan(0)
  })

  test('returns every product once when following the links', async () => {
    for (const filters of [{}, { archived: 'true' }, { from: '2024-03-01' }, { keywords: 'e' }] as Query[])
      await products.expectAllPages({ ...filters, orderBy, limit: '3' })
  })
})

test('lists best sellers first by default', async () => {
  expect(await products.expectPage({})).toBe(7)
})

test.each<[Query, number]>([
  [{ userDefinedId: 'TEE' }, 2],
  [{ userDefinedId: 'tee-' }, 1],
  [{ userDefinedId: '/2 SCHÖ' }, 1],
  [{ userDefinedId: 'mü' }, 1],
  [{ userDefinedId: 'MU\u0308' }, 1],
  [{ userDefinedId: 'écharpe', archived: 'true' }, 1],
  [{ userDefinedId: 'écharpe' }, 0],
  [{ userDefinedId: '小' }, 1],
  [{ userDefinedId: '%' }, 0],
  [{ userDefinedId: '%_', archived: 'true' }, 1],
  [{ userDefinedId: 'Classic' }, 0],
  [{ keywords: 'CLASSIC TEE' }, 1],
  [{ keywords: 'tee' }, 3],
  [{ keywords: 'müller' }, 1],
  [{ keywords: 'mü' }, 2],
  [{ keywords: 'GRÖSSE' }, 0],
  [{ keywords: 'GRÖßE' }, 1],
  [{ keywords: 'mutze' }, 0],
  [{ keywords: 'the end' }, 1],
  [{ keywords: 'teeblack' }, 0],
  [{ keywords: 'teeBlack,' }, 0],
  [{ keywords: 'warm & wide (2', archived: 'true' }, 1],
  [{ keywords: 'tee', userDefinedId: 'mü' }, 1],
  [{ keywords: '.*' }, 0],
])('filters by %j', async (query, count) => {
  expect(await products.expectPage(query)).toBe(count)
})

test('does not match across the end of one text and the start of the next', async () => {
  expect(await products.expectPage({ keywords: 'tee black' })).toBe(0)
})

test.each<Query>([{}, { orderBy: 'CreationDate' }, { from: '2020-01-01' }])(
  'finds a product by its exact id and a limit of 1: %j',
  async query => {
    const tenant = await newTenant()
    const items = ['TEE-BLACK', 'TEE', 'TEE-WHITE'].map(id => item({ id }))
    await sendEvent(tenant, 'order.completed', order({ items }))
    const found = await list(tenant, { ...query, userDefinedId: 'TEE', limit: '1' })
    expect({ ids: idsOf(found), totalItems: found.body.totalItems }).toEqual({ ids: ['TEE'], totalItems: 3 })
    const next = await list(tenant, { ...query, userDefinedId: 'TEE', offset: '1' })
    expect(idsOf(next).toSorted()).toEqual(['TEE-BLACK', 'TEE-WHITE'])
  },
)

describe('between two dates', () => {
  test.each<[Query, number]>([
    [{ from: '2024-02-29T23:59:59.999Z', to: '2024-02-29T23:59:59.999Z' }, 1],
    [{ from: '2024-03-31T12:00:00.000Z', to: '2024-03-31T12:00:00.000Z' }, 1],
    [{ from: '2024-03-31T12:00:00.001Z', to: '2024-03-31T12:00:01Z' }, 2],
    [{ from: '2024-02-01', to: '2024-02-29' }, 4],
    [{ from: '2024-02-29', to: '2024-02-29' }, 2],
    [{ from: '2024-02-01T00:00:00.001Z', to: '2024-02-29T23:59:59.998Z' }, 2],
    [{ from: '2024-01-01', to: '2024-03-31' }, 9],
    [{ from: '2023-12-31T23:59:59.999Z', to: '2024-03-01T00:00:00Z' }, 7],
    [{ from: '2025-02-28', to: '2025-03-01T00:00:00+00:00' }, 2],
    [{ from: '2024-05-01T02:00:00+02:00', to: '2024-05-01T01:00+01:00' }, 1],
    [{ from: '2024-04-30T23:59:59.001Z' }, 4],
    [{ to: '2024-01-01' }, 2],
    [{ to: '2023-12-31T23:59:59.998Z' }, 0],
    [{ from: '2024-03-05', to: '2024-03-30' }, 0],
    [{ from: '2020-06-01', to: '2020-06-30' }, 0],
    [{ from: '2024-06-01', to: '2024-02-01' }, 0],
    [{ from: '1990-01-01', to: '2099-12-31' }, 15],
  ])('%j counts only orders completed in the range', async (query, instants) => {
    const timesInRange = times.filter(at => isInRange(at, query))
    expect(timesInRange).toHaveLength(instants)
    await products.expectPage({ ...query, archived: 'true' })
    expect((await products.expectPage({ ...query, archived: 'true', excludeZeroSales: 'true' })) > 0).toBe(instants > 0)
  })

  const instant = fc.oneof(
    fc
      .tuple(fc.constantFrom(...times), fc.constantFrom(-1000, -1, 0, 1, 1000))
      .map(([at, off]) => new Date(Date.parse(at) + off).toISOString()),
    fc.constantFrom(...times).map(at => at.slice(0, 10)),
    fc.constantFrom('2024-01-01', '2024-01-31', '2024-02-01', '2024-02-29', '2024-03-31', '2024-12-31', '2025-02-28'),
  )
  const query = fc.record(
    {
      from: instant,
      to: instant,
      orderBy: fc.constantFrom('NbrSales', 'SalesValue', 'CreationDate'),
      archived: fc.constantFrom('true', 'false'),
      excludeZeroSales: fc.constantFrom('true', 'false'),
      keywords: fc.constantFrom('tee', 'e', 'never', 'Ü'),
      userDefinedId: fc.constantFrom('e', 'M', '小'),
    },
    { requiredKeys: [] },
  )
  const title = 'statistics, sorting and excludeZeroSales equal those of a plain array'
  testTwice(title, { few: 10, all: 200 }, async numRuns => {
    await products.expectRandomPages(query, numRuns)
  })
})

test.each<[Query, { offset: number; limit: number }]>([
  [{}, { offset: 0, limit: 20 }],
  [{ limit: '0' }, { offset: 0, limit: 0 }],
  [
    { limit: '0', from: '2024-01-01' },
    { offset: 0, limit: 0 },
  ],
  [{ limit: '101' }, { offset: 0, limit: 100 }],
  [
    { offset: '50', from: '2024-01-01' },
    { offset: 50, limit: 20 },
  ],
  [{ offset: '50' }, { offset: 50, limit: 20 }],
])('applies and returns the offset and limit of %j', async (query, applied) => {
  const { total } = await products.expectReply(query, applied)
  expect(total).toBe(7)
})

test('ignores empty values, and reads flags and orderBy in any case', async () => {
  const empty = { orderBy: '', userDefinedId: '', keywords: '', from: '', to: '', archived: '', excludeZeroSales: '' }
  expect((await list(tenant, empty)).body).toEqual((await list(tenant)).body)
  const flags = { orderBy: 'CREATIONDATE', archived: 'True' }
  expect((await list(tenant, flags)).body).toEqual(
    (await list(tenant, { orderBy: 'CreationDate', archived: 'true' })).body,
  )
})

test.each([
  [{ archived: 'all' }, { archived: 'true' }],
  [{ excludeZeroSales: ' ALL' }, { excludeZeroSales: 'false' }],
  [{ from: 'All', to: 'all' }, {}],
])('treats `all` as no filter: %j returns the same as %j', async (query, same) => {
  expect((await list(tenant, query)).body).toEqual((await list(tenant, same)).body)
})

test.each([
  ['limit', '-1'],
  ['offset', 'x'],
  ['orderBy', 'Price'],
  ['from', 'yesterday'],
  ['to', '2026-02-30'],
  ['archived', 'perhaps'],
  ['excludeZeroSales', '2'],
  ['keywords', 'x'.repeat(501)],
  ['userDefinedId', 'x'.repeat(501)],
])('rejects %s=%s', async (field, value) => {
  expect(await list(tenant, { [field]: value })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', errors: { [field]: [expect.any(String)] } },
  })
})

test('returns products as GET does, except for the statistics between dates', async () => {
  for (const one of (await list(tenant, { archived: 'true' })).body.items)
    expect(one).toEqual((await get(tenant, one.id)).body)
  for (const one of (await list(tenant, { from: '2024-02-01', archived: 'true' })).body.items)
    expect({ ...one, statistics: null }).toEqual({ ...(await get(tenant, one.id)).body, statistics: null })
})
