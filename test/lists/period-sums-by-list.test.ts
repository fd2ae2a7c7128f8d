/** Compares the totals of many lists in a period with the totals of a plain array. */

import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mapConcurrent } from '../../lib/core/map-concurrent.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { defineFacets } from '../../lib/lists/filter-table.ts'
import { readPeriodSumsByList } from '../../lib/lists/period-sums-by-list.ts'
import { timePosition } from '../../lib/lists/position.ts'
import { rebuildTalliesOfList } from '../../lib/lists/rebuild-tallies.ts'
import { writeTally } from '../../lib/lists/tally.ts'
import { type Sum, sumOf } from '../../lib/lists/tally-parts.ts'
import { EntryRow, listPartition } from '../../lib/store/list-entry.ts'
import { measure } from '../bench/meter.ts'
import { around } from '../support/fault-injection.ts'
import { printSeed } from '../support/seed.ts'
import { newTenant } from '../support/store.ts'
import { idOf } from './histories.ts'

interface Sale {
  name: string
  at: string
  measures: number[]
}

const saleFacets = defineFacets('name')
/** A third of the sales is on each of these two lists. The last third is on the list `sold`. */
const lanes = ['sold-1', 'sold-2']
const query = { prefix: 'sold/', all: ['sold', ...lanes], keyOf: saleFacets.facetReader('name') }

/**
 * Creates a store with these sales. Each sale is on the list of its name, and on one of the three lists of all sales.
 */
async function storeWith(sales: readonly Sale[]): Promise<Tenant> {
  const tenant = await newTenant()
  const rows = sales.flatMap(({ name, at, measures }, n) => [
    {
      partition: listPartition({ ...tenant, list: `sold/${name}` }),
      position: timePosition(at, idOf(n)),
      measures: measures.map(BigInt),
    },
    {
      partition: listPartition({ ...tenant, list: ['sold', ...lanes][n % 3]! }),
      position: timePosition(at, idOf(n)),
      measures: measures.map(BigInt),
      facets: saleFacets.toFacets({ name }),
    },
  ])
  if (rows.length > 0) await EntryRow.put(rows).go({ concurrent: 4 })
  for (const name of new Set(sales.map(({ name }) => name)))
    await rebuildTalliesOfList({ ...tenant, list: `sold/${name}` })
  return tenant
}

function expectedSums(sales: readonly Sale[], from?: string, to?: string) {
  const sums: Record<string, Sum> = {}
  for (const { name, at, measures } of sales) {
    if ((from && at < from) || (to && at > to)) continue
    const { count, measures: previous } = sums[name] ?? { count: 0, measures: [0n, 0n] }
    sums[name] = { count: count + 1, measures: previous.map((value, n) => value + BigInt(measures[n]!)) }
  }
  return sums
}

async function sumsBetween(tenant: Tenant, from?: string, to?: string): Promise<Map<string, Sum>> {
  const [sums] = await readPeriodSumsByList(tenant, query, [{ from, to }])
  return sums!
}

async function actualSums(tenant: Tenant, from?: string, to?: string) {
  const sums = [...(await sumsBetween(tenant, from, to))]
  return Object.fromEntries(sums.filter(([, { count }]) => count > 0))
}

/** Times around the ends of months and within months, in leap years and in other years. */
const instant = fc.oneof(
  fc
    .record({ month: fc.integer({ min: 0, max: 40 }), off: fc.constantFrom(-1, 0, 1, 999, -1000) })
    .map(({ month, off }) => new Date(Date.UTC(2023, 10 + month, 1) + off).toISOString()),
  fc
    .integer({ min: 0, max: 1200 * 86_400 })
    .map(second => new Date(Date.UTC(2023, 10, 1) + second * 1000).toISOString()),
  fc.constantFrom('2024-02-29T12:00:00.000Z', '2024-02-29T23:59:59.999Z', '2024-03-01T00:00:00.000Z'),
)
const sale = fc.record({
  name: fc.constantFrom('a', 'b', 'c/d', 'ü'),
  at: instant,
  measures: fc.tuple(fc.integer({ min: -5, max: 100 }), fc.integer({ min: 0, max: 1_000_000 })),
})
const range = fc.oneof(
  fc.tuple(instant, instant).map(bounds => bounds.toSorted()),
  fc.tuple(fc.option(instant, { nil: undefined }), fc.option(instant, { nil: undefined })),
  instant.map(at => [at, at]),
)

test('totals between any two times equal those of a plain array, bounds included', { tags: ['long'] }, async () => {
  const histories = fc.record({
    sales: fc.array(sale, { maxLength: 120, size: 'max' }),
    ranges: fc.array(range, { minLength: 20, maxLength: 30 }),
  })
  await fc.assert(
    fc.asyncProperty(histories, async ({ sales, ranges }) => {
      const tenant = await storeWith(sales)
      for (const [from, to] of [...ranges, ...sales.slice(0, 5).map(({ at }) => [at, at])])
        expect(await actualSums(tenant, from, to), `${from} – ${to}`).toEqual(expectedSums(sales, from, to))
    }),
    { numRuns: 15, endOnFailure: true, reporter: printSeed },
  )
})

test('totals are right if a month has enough sales to be divided', async () => {
  const sales: Sale[] = Array.from({ length: 450 }, (_, n) => ({
    name: n % 3 ? 'a' : 'b',
    at: new Date(Date.UTC(2024, 1, 1) + n * 6_000_000).toISOString(),
    measures: [n, 1],
  }))
  const tenant = await storeWith(sales)
  for (const [from, to] of [
    [undefined, undefined],
    ['2024-02-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
    ['2024-02-01T00:00:00.001Z', '2024-02-29T23:59:59.999Z'],
    ['2024-02-10T00:00:00.000Z', '2024-02-20T23:59:59.999Z'],
    ['2024-01-10T00:00:00.000Z', '2024-02-29T23:59:59.998Z'],
    [sales[7]!.at, sales[7]!.at],
    [sales[100]!.at, undefined],
    [undefined, sales[440]!.at],
  ])
    expect(await actualSums(tenant, from, to), `${from} – ${to}`).toEqual(expectedSums(sales, from, to))
})

test('full months are read from tallies only', async () => {
  const sales = Array.from({ length: 300 }, (_, n) => ({
    name: 'a',
    at: new Date(Date.UTC(2024, n % 12, 15, 0, 0, n)).toISOString(),
    measures: [1, 100],
  }))
  const tenant = await storeWith(sales)
  const queries: string[] = []
  const restore = around((command, send) => {
    queries.push(command)
    return send()
  })
  const totals = await actualSums(tenant, '2024-01-01T00:00:00.000Z', '2024-12-31T23:59:59.999Z')
  const callsForFullMonths = queries.splice(0).length
  await actualSums(tenant, '2024-01-02T00:00:00.000Z', '2024-12-30T23:59:59.999Z')
  restore()
  expect(totals).toEqual({ a: { count: 300, measures: [300n, 30_000n] } })
  expect([callsForFullMonths, queries.length]).toEqual([1, 7])
})

test('reads the smaller part of a partial month, inside or outside the range', async () => {
  const sales = Array.from({ length: 120 }, (_, n) => ({
    name: 'a',
    at: new Date(Date.UTC(2024, 5, 1 + (n % 30), 12, 0, 0, n)).toISOString(),
    measures: [n, 1],
  }))
  const tenant = await storeWith(sales)
  const entriesRead = async (...range: [from: string, to: string]) => {
    let read = 0
    const restore = around(async (_, send) => {
      const reply = (await send()) as { output: { Items: { pk: string }[] } }
      read += reply.output.Items.filter(({ pk }) => /#list#sold(-\d)?$/.test(pk)).length
      return reply
    })
    const sums = await actualSums(tenant, ...range)
    restore()
    expect(sums, `${range}`).toEqual(expectedSums(sales, ...range))
    return read
  }
  expect(await entriesRead('2024-05-10T00:00:00.000Z', '2024-06-05T23:59:59.999Z')).toBe(5 * 4)
  expect(await entriesRead('2024-05-10T00:00:00.000Z', '2024-06-27T23:59:59.999Z')).toBe(3 * 4)
  expect(await entriesRead('2024-06-03T00:00:00.000Z', '2024-07-05T23:59:59.999Z')).toBe(2 * 4)
  expect(await entriesRead('2024-06-03T00:00:00.000Z', '2024-06-28T23:59:59.999Z')).toBe(4 * 4)
  expect(await entriesRead('2024-06-10T00:00:00.000Z', '2024-06-12T23:59:59.999Z')).toBe(3 * 4)
})

test('tallies beyond one response are read concurrently, each once', { tags: ['long'] }, async () => {
  const tenant = await newTenant()
  const parts = Object.fromEntries(
    Array.from({ length: 800 }, (_, n) => [
      `t${190_001 + n}`,
      { count: n, measures: [BigInt(n ** 3), BigInt(n ** 4)] },
    ]),
  )
  const tally = { prefix: '', version: 0, ...sumOf(Object.values(parts)), parts }
  const hashes = Array.from({ length: 300 }, (_, n) => hash('sha256', `${n}`))
  const names = [...hashes, '5', 'f', 'ü'].toSorted()
  await mapConcurrent(names, 10, name => writeTally({ ...tenant, list: `sold/${name}` }, tally))
  const { result, cost } = await measure(() => sumsBetween(tenant))
  expect([...result.keys()].toSorted()).toEqual(names)
  expect(cost.sequentialCalls).toBe(2)
  expect(cost.calls).toBeGreaterThan(10)
})

test('reads the tallies once for several periods', async () => {
  const tenant = await storeWith([{ name: 'a', at: '2024-02-10T00:00:00.000Z', measures: [1, 1] }])
  const months = ['2024-01', '2024-02', '2024-03'].map(month => ({
    from: `${month}-01T00:00:00.000Z`,
    to: new Date(Date.UTC(2024, Number(month.slice(5)), 1) - 1).toISOString(),
  }))
  const { result, cost } = await measure(() => readPeriodSumsByList(tenant, query, months))
  expect(result.map(sums => sums.get('a')?.count ?? 0)).toEqual([0, 1, 0])
  expect(cost.calls).toBe(1)
})

test('a range that ends before it begins and a store without sales have no totals', async () => {
  const sales = [{ name: 'a', at: '2024-02-10T00:00:00.000Z', measures: [1, 1] }]
  const tenant = await storeWith(sales)
  for (const [from, to] of [
    ['2024-02-20T00:00:00.000Z', '2024-02-01T00:00:00.000Z'],
    ['2024-03-01T00:00:00.000Z', '2024-01-31T23:59:59.999Z'],
    ['2025-01-01T00:00:00.000Z', '2024-01-01T00:00:00.000Z'],
  ])
    expect(await actualSums(tenant, from, to)).toEqual({})
  expect(await actualSums(await newTenant())).toEqual({})
})

test('a sale that moves from one list to another while both are read counts once', async () => {
  const at = '2024-02-10T00:00:00.000Z'
  const tenant = await storeWith([{ name: 'a', at, measures: [1, 1] }])
  const position = timePosition(at, idOf(0))
  const measures = [2n, 2n]
  const facets = saleFacets.toFacets({ name: 'a' })
  await EntryRow.put({ partition: listPartition({ ...tenant, list: 'sold-2' }), position, measures, facets }).go()
  expect(await actualSums(tenant, at, at)).toEqual({ a: { count: 1, measures } })
})

test('sales of another store and lists with another prefix do not count', async () => {
  const tenant = await storeWith([{ name: 'a', at: '2024-02-10T00:00:00.000Z', measures: [1, 1] }])
  await storeWith([{ name: 'a', at: '2024-02-10T00:00:00.000Z', measures: [7, 7] }])
  const list = { ...tenant, list: 'solder/a' }
  await EntryRow.put([
    { partition: listPartition(list), position: timePosition('2024-02-11T00:00:00.000Z', idOf(1)), measures: [5n, 5n] },
  ]).go()
  await rebuildTalliesOfList(list)
  expect(await actualSums(tenant)).toEqual({ a: { count: 1, measures: [1n, 1n] } })
})
