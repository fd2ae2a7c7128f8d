/** The measured product requests, and the limits of their cost. */

import { partsIn, type Range, ranges, year } from './catalogue.ts'
import type { Catalogue } from './catalogue-load.ts'
import { lastFirst, type Query } from './model.ts'
import { nameOf } from './request-name.ts'
import { anywhere, type Limit, pagesOf, type Request, unitsPerThousand } from './requests.ts'

const orders = ['NbrSales', 'SalesValue', 'CreationDate'] as const
const keywords = 'NUMBER 7'
/** For the tallies of a thousand products without their parts; about 300 bytes each. */
const unitsPerThousandSold = 40
/** For a thousand parts, mostly months; about 20 bytes each. */
const unitsPerThousandParts = 3

interface ProductFacts {
  id: string
  time: string
  words: string
  NbrSales: number
  SalesValue: number
}

const factsOf = ({ offered }: Catalogue, range?: Range): ProductFacts[] =>
  offered.map(({ id, creationDate, item, sold, within }) => {
    const { measures = [] } = range ? (within.get(range.from) ?? {}) : sold
    const [NbrSales = 0, SalesValue = 0] = measures
    const words = `${item.name}\n${item.description}\n${item.id}`.toLowerCase()
    return { id, time: creationDate, words, NbrSales, SalesValue }
  })

type Order = (typeof orders)[number]

/** Among equals the greater id comes first in a list, and the newer product between dates. */
function inOrder(products: readonly ProductFacts[], orderBy: Order, isBetween: boolean): string[] {
  const newest = products.toSorted(lastFirst(({ time }) => time))
  if (orderBy === 'CreationDate') return newest.map(({ id }) => id)
  const sorted = isBetween
    ? newest.toSorted((one, other) => other[orderBy] - one[orderBy])
    : newest.toSorted(lastFirst(one => one[orderBy]))
  return sorted.map(({ id }) => id)
}

export const productRequests = (catalogue: Catalogue, growth: number): Request[] => [
  ...listRequests(catalogue),
  ...ranges.flatMap(range => rangeRequests(catalogue, range, growth)),
]

function listRequests(catalogue: Catalogue): Request[] {
  const products = factsOf(catalogue)
  const smallest = products.length
  const pages = (query: Query, orderBy: Order, matches: (one: ProductFacts) => boolean) => {
    const expected = inOrder(products.filter(matches), orderBy, false)
    const isLookedThrough = 'keywords' in query
    return pagesOf({ module: 'products', query, expected, smallest, isLookedThrough })
  }
  return [
    ...orders.flatMap(orderBy => pages({ orderBy }, orderBy, () => true)),
    ...pages({ orderBy: 'NbrSales', excludeZeroSales: true }, 'NbrSales', one => one.NbrSales > 0),
    ...orders.flatMap(orderBy =>
      pages({ orderBy, keywords }, orderBy, ({ words }) => words.includes(keywords.toLowerCase())),
    ),
  ]
}

/** All sales of the range would be read, for any page. */
function rangeRequests(catalogue: Catalogue, range: Range, growth: number): Request[] {
  const products = factsOf(catalogue, range)
  const limit = limitBetween(catalogue, range)
  const isWhole = range === year
  const naiveUnits = unitsOfSales(catalogue, range)
  return orders.slice(0, isWhole ? orders.length : 1).flatMap(orderBy => {
    const query: Query = { orderBy, ...range }
    const expected = inOrder(products, orderBy, true)
    const asking = { module: 'products' as const, query, expected, limit, naiveUnits, isLookedThrough: true }
    const places = { beginning: 0, ...(isWhole && { middle: Math.floor(expected.length / 2) }) }
    return Object.entries(places).map(([place, offset]) => ({
      ...{ ...asking, offset, mostRatio: growth },
      name: `${nameOf(asking)}${isWhole ? '' : ' from midday'}, ${place}`,
    }))
  })
}

/** The cost depends on orders only in months partly in the range. */
function limitBetween(catalogue: Catalogue, range: Range): Limit {
  const { products, sold, toldParts } = extentOf(catalogue)
  const oneByOne = range === year ? 0 : catalogue.readOneByOne
  const perThousand =
    sold * unitsPerThousandSold + toldParts * unitsPerThousandParts + (products + oneByOne) * unitsPerThousand
  return { units: anywhere.units + perThousand / 1000 }
}

function extentOf({ offered }: Catalogue) {
  const products = offered.length
  const sold = offered.filter(({ sales }) => sales.length > 0).length
  const toldParts = offered.reduce((sum, one) => sum + Object.keys(partsIn(one)).length, 0)
  return { products, sold, toldParts }
}

const salesIn = ({ offered }: Catalogue, range: Range) =>
  offered.reduce((sum, { within }) => sum + (within.get(range.from)?.count ?? 0), 0)

/** Half a unit for every 4 KB. */
const unitsOfSales = (catalogue: Catalogue, range: Range) =>
  Math.ceil((salesIn(catalogue, range) * catalogue.bytesOfSale) / 4096) * 0.5

export const saidOf = (catalogue: Catalogue): string => {
  const { products, sold, toldParts } = extentOf(catalogue)
  const number = (n: number) => n.toLocaleString('en')
  return `${number(sold)} of ${number(products)} products have sold, of which tallies tell in ${number(toldParts)} parts; \
${number(salesIn(catalogue, year))} sales lie in the year, ${number(catalogue.readOneByOne)} in the parts of months at the ends of the one from midday.`
}
