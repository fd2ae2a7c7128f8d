/** Products with two years of sales, summed up by product and month as recounts do. */

import type { OrderToken, ProductId } from '../../lib/core/ids.ts'
import { productIdOf, saleIdOf } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { divideEntries } from '../../lib/lists/buckets.ts'
import { add, type Parts, type Sum, zero } from '../../lib/lists/parts.ts'
import { childBucket, timeBound, timePosition } from '../../lib/lists/position.ts'
import { allSalesList, EventItem, salesList } from '../../lib/orders/index.ts'
import type { ListEntry } from '../../lib/store/list-entry.ts'
import { createdAt, item, soldOf } from './orders.ts'
import { chance } from './random.ts'

export const salesPerProduct = 50
/** The others have no sales. */
const soldShare = 0.9

/** Both bounds are included. */
export type Range = { from: string; to: string }

/** Twelve whole months, all read from tallies. */
export const year: Range = { from: '2025-03-01T00:00:00.000Z', to: '2026-02-28T23:59:59.999Z' }
/** Between two times of day: in the months at both ends half of the sales are read one by one. */
const oddYear: Range = { from: '2025-03-14T10:30:00.000Z', to: '2026-03-14T10:29:59.999Z' }
export const ranges: readonly Range[] = [year, oddYear]
const partMonths = [oddYear.from, oddYear.to].map(bound => bound.slice(0, 7))

const isWithin = (at: string, { from, to }: Range) => at >= from && at <= to
/** In a month only partly in the range, whether inside the range or outside. */
export const isInPartMonth = ({ at }: Sale) => partMonths.some(month => at.startsWith(month))
/** The part of the first month outside the range and of the last inside it are the smaller ones. */
export const isReadOneByOne = (sale: Sale) =>
  isInPartMonth(sale) && [oddYear.from, oddYear.to].some(bound => isBefore(sale, bound))
const isBefore = ({ at }: Sale, bound: string) => at.startsWith(bound.slice(0, 7)) && at <= bound

/** The sales of one product in one order. */
export interface Sale {
  productId: string
  at: string
  token: string
  measures: [units: number, cents: number]
}

/** The positions of a sale. */
export function standsOfSale(tenant: Tenant, { productId, at, token, measures }: Sale): ListEntry[] {
  const line = timePosition(at, saleIdOf(tenant, token as OrderToken, productId as ProductId))
  return [
    { list: salesList(productId), position: timePosition(at, token), measures: [...measures] },
    { list: allSalesList, position: line, facets: [productId], measures: [...measures] },
  ]
}

export interface Offered {
  id: string
  item: EventItem
  creationDate: string
  /** By the buckets that tallies distinguish. */
  sales: { position: string; measures: number[] }[]
  sold: Sum
  /** By the beginning of the range. */
  within: Map<string, Sum>
}

export function offeredBy(tenant: Tenant, count: number): Offered[] {
  const luck = chance(2)
  return Array.from({ length: count }, (_, number) => {
    const line = EventItem.parse({ ...item(luck, number), id: `P-${String(number).padStart(5, '0')}` })
    const creationDate = createdAt(luck)
    return {
      ...{ id: productIdOf(tenant, line.id), item: line, creationDate },
      ...{ sales: [], sold: zero, within: new Map() },
    }
  })
}

/** One by one, since a million do not fit into memory at once. */
export function* salesOf(offered: readonly Offered[], count: number): Generator<Sale> {
  const luck = chance(3)
  const selling = Math.max(1, Math.floor(offered.length * soldShare))
  for (let n = 0; n < count; n++) {
    const { id: productId, item } = offered[soldOf(luck, selling)]!
    const units = 1 + luck.leaning(3, 3)
    const measures: Sale['measures'] = [units, units * Math.round((item.price ?? 0) * 100)]
    yield { productId, at: createdAt(luck), token: luck.guid(), measures }
  }
}

export function sell(offered: Offered, { at, measures }: Sale): void {
  const sale: Sum = { count: 1, measures }
  offered.sales.push({ position: timeBound(at), measures })
  offered.sold = add(offered.sold, sale)
  for (const range of ranges)
    if (isWithin(at, range)) offered.within.set(range.from, add(offered.within.get(range.from) ?? zero, sale))
}

/** The tally of a product's sales. */
export function partsIn({ sales }: Offered): Parts {
  const byMonth = Map.groupBy(sales, ({ position }) => childBucket('', position))
  return Object.assign({}, ...[...byMonth].map(([month, inside]) => divideEntries(month, inside)))
}
