/** Creates the measured requests for products, and the limits of their cost. */

import { type Range, ranges, tallyPartsOf, year } from './catalogue.ts'
import type { Catalogue } from './catalogue-load.ts'
import { descendingBy, type Query } from './model.ts'
import { anyPageLimit, type Limit, type Request, requestsForPages, unitsPerThousand } from './page-requests.ts'
import { nameOf } from './request-name.ts'

const orders = ['NbrSales', 'SalesValue', 'CreationDate'] as const
const keywords = 'NUMBER 7'
/**
 * The read units for the tallies of a thousand products, without the parts of these tallies. A tally without its parts
 * has about 300 bytes.
 */
const unitsPerThousandTallies = 40
/** The read units for a thousand parts of tallies. Most parts are the sums of a month. A part has about 20 bytes. */
const unitsPerThousandParts = 3

interface ModelProduct {
  id: string
  time: string
  text: string
  NbrSales: bigint
  SalesValue: bigint
}

const modelProductsOf = ({ products }: Catalogue, range?: Range): ModelProduct[] =>
  products.map(({ id, creationDate, item, totalSales, salesByRange }) => {
    const { measures = [] } = range ? (salesByRange.get(range.from) ?? {}) : totalSales
    const [NbrSales = 0n, SalesValue = 0n] = measures
    const text = `${item.name}\n${item.description}\n${item.id}`.toLowerCase()
    return { id, time: creationDate, text, NbrSales, SalesValue }
  })

type Order = (typeof orders)[number]

/**
 * Returns the ids as the API sorts the products. Products with equal values are sorted by id if the query has no range,
 * and by date if it has one, both in descending order.
 */
function sortedIds(products: readonly ModelProduct[], orderBy: Order, hasRange: boolean): string[] {
  const byDate = products.toSorted(descendingBy(({ time }) => time))
  if (orderBy === 'CreationDate') return byDate.map(({ id }) => id)
  const sorted = hasRange
    ? byDate.toSorted((one, other) => Number(other[orderBy] - one[orderBy]))
    : byDate.toSorted(descendingBy(product => product[orderBy]))
  return sorted.map(({ id }) => id)
}

export const productRequests = (catalogue: Catalogue, maxRatio: number): Request[] => [
  ...listRequests(catalogue),
  ...ranges.flatMap(range => rangeRequests(catalogue, range, maxRatio)),
]

function listRequests(catalogue: Catalogue): Request[] {
  const products = modelProductsOf(catalogue)
  const listLength = products.length
  const requests = (query: Query, orderBy: Order, matches: (product: ModelProduct) => boolean) => {
    const expected = sortedIds(products.filter(matches), orderBy, false)
    const isFiltered = 'keywords' in query
    return requestsForPages({ module: 'products', query, expected, listLength, isFiltered })
  }
  return [
    ...orders.flatMap(orderBy => requests({ orderBy }, orderBy, () => true)),
    ...requests({ orderBy: 'NbrSales', excludeZeroSales: true }, 'NbrSales', ({ NbrSales }) => NbrSales > 0),
    ...orders.flatMap(orderBy =>
      requests({ orderBy, keywords }, orderBy, ({ text }) => text.includes(keywords.toLowerCase())),
    ),
  ]
}

/** Returns requests for the sales in a range. Without tallies, any page would read all sales of the range. */
function rangeRequests(catalogue: Catalogue, range: Range, maxRatio: number): Request[] {
  const products = modelProductsOf(catalogue, range)
  const limit = rangeLimit(catalogue, range)
  const hasWholeMonths = range === year
  const unitsWithoutTallies = salesUnits(catalogue, range)
  return orders.slice(0, hasWholeMonths ? orders.length : 1).flatMap(orderBy => {
    const query: Query = { orderBy, ...range }
    const expected = sortedIds(products, orderBy, true)
    const request = { module: 'products' as const, query, expected, limit, isFiltered: true }
    const offsets = { beginning: 0, ...(hasWholeMonths && { middle: Math.floor(expected.length / 2) }) }
    return Object.entries(offsets).map(([place, offset]) => ({
      ...request,
      unitsWithoutTallies,
      offset,
      maxRatio,
      name: `${nameOf(request)}${hasWholeMonths ? '' : ' with partial months'}, ${place}`,
    }))
  })
}

/** Returns the maximum cost of a page. The number of sales matters only in months that are partly in the range. */
function rangeLimit(catalogue: Catalogue, range: Range): Limit {
  const { productCount, tallyCount, partCount } = countsOf(catalogue)
  const individualReads = range === year ? 0 : catalogue.individualReads
  const thousandfold =
    tallyCount * unitsPerThousandTallies +
    partCount * unitsPerThousandParts +
    (productCount + individualReads) * unitsPerThousand
  return { units: anyPageLimit.units + thousandfold / 1000 }
}

function countsOf({ products }: Catalogue) {
  const productCount = products.length
  const tallyCount = products.filter(({ sales }) => sales.length > 0).length
  const partCount = products.reduce((sum, product) => sum + Object.keys(tallyPartsOf(product)).length, 0)
  return { productCount, tallyCount, partCount }
}

const countSales = ({ products }: Catalogue, range: Range) =>
  products.reduce((sum, { salesByRange }) => sum + (salesByRange.get(range.from)?.count ?? 0), 0)

/** Returns the cost of reading all sales of the range: half a unit for every 4 KB. */
const salesUnits = (catalogue: Catalogue, range: Range) =>
  Math.ceil((countSales(catalogue, range) * catalogue.saleEntryBytes) / 4096) * 0.5

export const describeSales = (catalogue: Catalogue): string => {
  const { productCount, tallyCount, partCount } = countsOf(catalogue)
  const format = (n: number) => n.toLocaleString('en')
  return `${format(tallyCount)} of ${format(productCount)} products have sales; their tallies have ${format(partCount)} parts. \
${format(countSales(catalogue, year))} sales are in the year of whole months. \
The year with partial months reads ${format(catalogue.individualReads)} sales individually.`
}
