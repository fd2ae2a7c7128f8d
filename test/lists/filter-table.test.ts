import { expect, test } from 'vitest'
import {
  atLeast,
  between,
  contains,
  equalTo,
  includesId,
  searchable,
  type TimeSpan,
  unlistedFlag,
} from '../../lib/lists/filter-kinds.ts'
import { defineFacets, either, FilterTable } from '../../lib/lists/filter-table.ts'
import { matchesAll } from '../../lib/lists/list-query.ts'

const [tee, cap] = ['1f0e0d0c-0b0a-4908-a706-050403020100', '2f0e0d0c-0b0a-4908-a706-050403020100']
const row = {
  status: 'Shipped',
  city: '',
  isGift: true,
  products: [tee],
  names: ['Jane Doe', null, 'JANE DOE'],
  total: 1200,
  date: '2026-01-02',
}
type Row = typeof row

interface Query {
  status?: string
  city?: string
  isGift?: boolean
  product?: string
  name?: string
  total?: number
  date?: TimeSpan
}

const filters = new FilterTable<Row, Query>({
  status: equalTo(({ status }) => status),
  city: equalTo(({ city }) => city),
  isGift: unlistedFlag(({ isGift }) => isGift),
  product: includesId(({ products }) => products),
  name: contains(({ names }) => names),
  total: atLeast(({ total }) => total),
  date: between(({ date }) => date),
})
const entry = { facets: filters.facetsOf(row) }

test.each<[Query, boolean]>([
  [{}, true],
  [{ status: ' SHIPPED ' }, true],
  [{ status: 'ship' }, false],
  [{ isGift: true }, true],
  [{ isGift: false }, false],
  [{ product: tee }, true],
  [{ product: cap }, false],
  [{ name: 'E DO' }, true],
  [{ name: 'doejane' }, false],
  [{ total: 1200 }, true],
  [{ total: 1201 }, false],
  [{ date: { from: '2026-01-02', to: '2026-01-02' } }, true],
  [{ date: { from: '2026-01-03' } }, false],
  [{ date: { to: '2026-01-01' } }, false],
  [{ status: 'shipped', total: 1201 }, false],
])('%j matches the entry: %s', (query, isMatch) => {
  expect(matchesAll(filters.filtersOf('all', query))(entry)).toBe(isMatch)
})

test.each([
  ['ΑΝΑΣ', true],
  ['ΑΝΑΣΤ', true],
  ['ΟΔΟΣ', true],
  ['οδοσ', true],
  ['ΟΔΟΣΑ', false],
])('the text %s matches words that it ends in, with either small sigma: %s', (name, isMatch) => {
  const facets = filters.facetsOf({ ...row, names: ['ΑΝΑΣΤΑΣΙΟΥ', 'ΟΔΟΣ'] })
  expect(matchesAll(filters.filtersOf('all', { name }))({ facets })).toBe(isMatch)
})

test('only exact values and ids have lists, and empty values have none', () => {
  expect(filters.listsOf('all', row)).toEqual(['all/status=shipped', `all/product=${tee}`])
})

test('a query reads the lists that contain the matching rows', () => {
  const query = { status: ' SHIPPED ', isGift: true, product: tee, name: 'jane', total: 1 }
  expect(filters.listsFor('all', query)).toEqual(filters.listsOf('all', row))
})

test('a value too long for a key has a list and matches by its hash', () => {
  const long = { ...row, status: 'x'.repeat(1000) }
  const [list = ''] = filters.listsOf('all', long)
  expect(list.length).toBeLessThan(100)
  expect(filters.listsFor('all', { status: long.status.toUpperCase() })).toEqual([list])
  const matches = matchesAll(filters.filtersOf('all', { status: long.status }))
  expect([matches({ facets: filters.facetsOf(long) }), matches(entry)]).toEqual([true, false])
})

test('either matches one of two filters, and has no list', () => {
  const [shipped, lost] = ['shipped', 'lost'].map(status => filters.filter('all', 'status', status))
  expect(either(lost!, shipped!).matches(entry)).toBe(true)
  expect(either(lost!, lost!).matches(entry)).toBe(false)
  expect(either(shipped!, shipped!).list).toBeUndefined()
})

test('an entry without the facets of filters that have a list still matches the other filters', () => {
  const facets = filters.facetsWithoutList(row)
  expect(facets.filter(Boolean)).toEqual(['1', 'jane doe\u0001', '1200', '2026-01-02'])
  const matches = matchesAll(filters.filtersOf('all', { isGift: true, name: 'jane', total: 1200 }))
  expect(matches({ facets })).toBe(true)
})

test('facets are read by the names that they are stored with', () => {
  const { toFacets, facetReader } = defineFacets('size', 'colour')
  const facets = toFacets({ colour: 'red', size: 'L' })
  expect([facetReader('colour')({ facets }), facetReader('size')({ facets })]).toEqual(['red', 'L'])
  expect(facetReader('colour')({})).toBe('')
})

test('a name of 10,000 words without spaces has at most 1,000 search entries', () => {
  const table = new FilterTable<{ name: string }, { name?: string }>({ name: searchable(({ name }) => [name]) }, 'rows')
  const entriesOf = (name: string) => table.searchEntriesOf({ name }, { position: '1' }).map(({ position }) => position)
  expect(entriesOf('名'.repeat(10_000))).toHaveLength(1000)
  expect(entriesOf('Ann Lee')).toHaveLength(2)
})

test('a long text is not cut inside an emoji, because the table does not return half of one unchanged', () => {
  const table = new FilterTable<{ name: string }, { name?: string }>({ name: searchable(({ name }) => [name]) }, 'rows')
  const named = { name: `${'tea '.repeat(249)}for🎁 you` }
  expect(named.name.slice(0, 1000).isWellFormed()).toBe(false)
  const facets = table.facetsOf(named)
  const stored = [...facets, ...table.searchEntriesOf(named, { position: '1' }).map(({ position }) => position)]
  expect(stored.filter(text => !text.isWellFormed())).toEqual([])
  expect(matchesAll(table.filtersOf('rows', { name: 'tea for' }))({ facets })).toBe(true)
})
