/** Reports the sales of a store by currency or by country, or the sales of one product, in intervals of local time. */

import * as accounts from '../accounts/index.ts'
import { productIdOf } from '../core/ids.ts'
import { fromMinorUnits } from '../core/money.ts'
import { takeWhileFits } from '../core/paging.ts'
import type { Tenant } from '../core/tenant.ts'
import { instantOf } from '../core/time-zone.ts'
import { readIntervalSums } from '../lists/interval-sums.ts'
import { timeBound } from '../lists/position.ts'
import { readTally } from '../lists/tally.ts'
import type { Sum } from '../lists/tally-parts.ts'
import * as orders from '../orders/index.ts'
import { highestFirst } from './highest-first.ts'
import { boundsOfIntervals, type Intervals, intervalsOf, presentSums, readSumsByKey } from './intervals.ts'
import { requireFewDays } from './period.ts'
import type { SalesFigures, SalesGroup, SalesQuery, SalesReport } from './schemas.ts'

export async function sales(tenant: Tenant, query: SalesQuery): Promise<SalesReport> {
  const { interval, by, productId } = query
  const { currency: code, timeZone } = await accounts.get(tenant.account)
  const currency = code.toLowerCase()
  const { period, intervals } = intervalsOf(query, timeZone)
  const groups = productId
    ? [await readProductGroup(tenant, { productId, intervals, currency, timeZone })]
    : await readGroups(tenant, by, intervals)
  const none = presentGroup({ currency, country: null }, [], intervals)
  return { ...period, timeZone, interval, by, groups: groups.length > 0 ? takeWhileFits(groups) : [none] }
}

async function readGroups(tenant: Tenant, by: SalesQuery['by'], intervals: Intervals): Promise<SalesGroup[]> {
  const kind = by === 'country' ? orders.salesByCountryKind : orders.salesByCurrencyKind
  const found = await readSumsByKey(tenant, kind, intervals)
  const groups = found.map(({ key: [currency = '', country], sums }) =>
    presentGroup({ currency, country: country || null }, sums, intervals),
  )
  return highestFirst(groups, ({ total }) => total.gross, nameOf)
}

const nameOf = ({ currency, country }: SalesGroup) => `${currency} ${country ?? ''}`

type GroupKey = Pick<SalesGroup, 'currency' | 'country'>

const presentGroup = (key: GroupKey, sums: readonly Sum[], intervals: Intervals): SalesGroup => ({
  ...key,
  productId: null,
  ...presentSums(sums, intervals, sum => presentSales(sum, key.currency)),
})

function presentSales({ measures }: Sum, currency: string): SalesFigures {
  const [count = 0n, ...amounts] = measures
  const [gross = 0, taxes = 0, shipping = 0, discounts = 0, refunds = 0] = amounts.map(units =>
    fromMinorUnits(units, currency),
  )
  return { orders: Number(count), units: null, gross, taxes, shipping, discounts, refunds }
}

/**
 * The maximum number of days in a report of one product. Such a report reads up to 100 entries for each bound between
 * two intervals, because there are no daily lists of a product's sales.
 */
const maxProductDays = 92

interface ProductQuery {
  productId: string
  intervals: Intervals
  /** The currency of the store. Sales of a product in other currencies do not count in its sales amount. */
  currency: string
  timeZone: string
}

async function readProductGroup({ account, mode }: Tenant, query: ProductQuery): Promise<SalesGroup> {
  const { productId, intervals, currency, timeZone } = query
  requireFewDays(intervals, maxProductDays, 'a report by product')
  const list = { account, mode, list: orders.productSalesList(productIdOf({ account, mode }, productId.trim())) }
  const bounds = boundsOfIntervals(intervals).map(local => timeBound(instantOf(local, timeZone).toISOString()))
  const { parts = {} } = await readTally(list, '')
  const sums = await readIntervalSums({ list, parts, bounds })
  const figures = presentSums(sums, intervals, sum => presentProductSales(sum, currency))
  return { currency, country: null, productId, ...figures }
}

function presentProductSales({ count, measures: [units = 0n, amount = 0n] }: Sum, currency: string): SalesFigures {
  const gross = fromMinorUnits(amount, currency)
  return { orders: count, units: Number(units), gross, taxes: null, shipping: null, discounts: null, refunds: null }
}
