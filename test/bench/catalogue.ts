/** Generates products with two years of sales, and computes their totals by product and month as recounts do. */

import type { OrderToken, ProductId } from '../../lib/core/ids.ts'
import { productIdOf, saleIdOf } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { countIntoBuckets } from '../../lib/lists/divide-into-buckets.ts'
import { childBucket, timeBound, timePosition } from '../../lib/lists/position.ts'
import { add, type Parts, type Sum, zero } from '../../lib/lists/tally-parts.ts'
import { EventItem, productSalesList } from '../../lib/orders/index.ts'
import { laneOfSale } from '../../lib/orders/sales-lists.ts'
import type { ListEntry } from '../../lib/store/list-entry.ts'
import { generateItem, randomDate, randomProduct } from './orders.ts'
import { createRandom } from './random.ts'

export const salesPerProduct = 50
/** The share of the products that have sales. */
const shareWithSales = 0.9

/** Both bounds are included. */
export type Range = { from: string; to: string }

/** Twelve whole months, all read from tallies. */
export const year: Range = { from: '2025-03-01T00:00:00.000Z', to: '2026-02-28T23:59:59.999Z' }
/**
 * The first and the last month are only partly in the range. About half of their sales are read individually, not from
 * tallies.
 */
const yearWithPartialMonths: Range = { from: '2025-03-14T10:30:00.000Z', to: '2026-03-14T10:29:59.999Z' }
export const ranges: readonly Range[] = [year, yearWithPartialMonths]
const partialMonthBounds = [yearWithPartialMonths.from, yearWithPartialMonths.to]

const isInRange = (at: string, { from, to }: Range) => at >= from && at <= to
const isInMonthOf = ({ at }: Sale, bound: string) => at.startsWith(bound.slice(0, 7))
/**
 * Returns whether the sale is in a month that is only partly in the range. The sale itself may be outside of the range.
 */
export const isInPartialMonth = (sale: Sale) => partialMonthBounds.some(bound => isInMonthOf(sale, bound))
/**
 * Returns whether the API reads the entry of the sale. For a month that is only partly in the range, it reads the
 * entries of the shorter part of the month, and adds them up, or subtracts them from the tally of the month. Both
 * bounds are before the middle of a month, so the shorter part is the one before the bound.
 */
export const isReadIndividually = (sale: Sale) =>
  partialMonthBounds.some(bound => isInMonthOf(sale, bound) && sale.at <= bound)

/** The sales of one product in one order. */
export interface Sale {
  productId: string
  at: string
  token: string
  measures: [units: bigint, cents: bigint]
}

export function listEntriesOfSale(tenant: Tenant, { productId, at, token, measures }: Sale): ListEntry[] {
  const id = saleIdOf(tenant, token as OrderToken, productId as ProductId)
  return [
    { list: productSalesList(productId), position: timePosition(at, token), measures: [...measures] },
    { list: laneOfSale(id), position: timePosition(at, id), facets: [productId], measures: [...measures] },
  ]
}

export interface GeneratedProduct {
  id: string
  item: EventItem
  creationDate: string
  /** The position is only the time of the sale, without an id. The time is enough to determine the bucket. */
  sales: { position: string; measures: bigint[] }[]
  totalSales: Sum
  /** The sum of the sales in each range, by the start of the range. */
  salesByRange: Map<string, Sum>
}

export function generateProducts(tenant: Tenant, count: number): GeneratedProduct[] {
  const random = createRandom(2)
  return Array.from({ length: count }, (_, n) => {
    const item = EventItem.parse({ ...generateItem(random, n), id: `P-${String(n).padStart(5, '0')}` })
    const creationDate = randomDate(random)
    return {
      id: productIdOf(tenant, item.id),
      item,
      creationDate,
      sales: [],
      totalSales: zero,
      salesByRange: new Map(),
    }
  })
}

/** Yields the sales one by one. Only the time and the measures of most sales are kept in memory. */
export function* generateSales(products: readonly GeneratedProduct[], count: number): Generator<Sale> {
  const random = createRandom(3)
  const productCount = Math.max(1, Math.floor(products.length * shareWithSales))
  for (let n = 0; n < count; n++) {
    const { id: productId, item } = products[randomProduct(random, productCount)]!
    const units = 1 + random.skewedInteger(3, 3)
    const measures: Sale['measures'] = [BigInt(units), BigInt(units * Math.round((item.price ?? 0) * 100))]
    yield { productId, at: randomDate(random), token: random.guid(), measures }
  }
}

export function addSale(product: GeneratedProduct, { at, measures }: Sale): void {
  const sum: Sum = { count: 1, measures }
  const { salesByRange } = product
  product.sales.push({ position: timeBound(at), measures })
  product.totalSales = add(product.totalSales, sum)
  for (const range of ranges)
    if (isInRange(at, range)) salesByRange.set(range.from, add(salesByRange.get(range.from) ?? zero, sum))
}

export function tallyPartsOf({ sales }: GeneratedProduct): Parts {
  const byMonth = Map.groupBy(sales, ({ position }) => childBucket('', position))
  return Object.assign({}, ...[...byMonth].map(([month, inside]) => countIntoBuckets(month, inside)))
}
