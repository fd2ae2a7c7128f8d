/**
 * Defines the lists of sales. Best sellers are computed from the list of each product's sales and from the lists of all
 * sales, the report of one product from the list of its sales, and all other reports from daily lists.
 */

import { normalizeForComparison } from '../core/fields.ts'
import { productIdOf, refundIdOf, saleIdOf } from '../core/ids.ts'
import { toMinorUnits } from '../core/money.ts'
import { localTime } from '../core/time-zone.ts'
import { dailyEntry } from '../lists/daily-lists.ts'
import { defineFacets } from '../lists/filter-table.ts'
import { timePosition } from '../lists/position.ts'
import { shardOf } from '../store/attributes.ts'
import { filterList, type ListEntry } from '../store/list-entry.ts'
import { completionDateOf, salesByProduct } from './content.ts'
import { type CompletedOrderRow, hasListEntriesBeforeVersion3 } from './entity.ts'
import { settledRefunds } from './stored-refunds.ts'

const sales = 'sales'
export const productSalesList = (productId: string) => filterList(sales, 'product', productId)

/**
 * The number of lists (lanes) over which the sales of all products are spread. A list has one partition key, for which
 * DynamoDB allows 1,000 write units a second, and each product in an order needs two write units. More lists would make
 * the query for best sellers more expensive, because it reads all of them.
 */
const laneCount = 4
const laneList = (lane: number) => filterList(sales, 'lane', String(lane))
const saleLanes = Array.from({ length: laneCount }, (_, lane) => laneList(lane))
export const laneOfSale = (saleId: string) => laneList(Number.parseInt(shardOf(saleId), 16) % laneCount)

/** The list that contains the sales of order rows of versions 1 and 2. */
const formerLane = sales

/**
 * Together, these lists contain all sales. The query for best sellers reads them only for months that are partly in the
 * requested period. For whole months, it reads the tally of each product's own list.
 */
export const allSalesLists: readonly string[] = [formerLane, ...saleLanes]

const saleFacets = defineFacets('productId')
/** Reads the product id from an entry of a list in `allSalesLists`. */
export const productIdOfSaleEntry = saleFacets.facetReader('productId')

/**
 * Returns two list entries for each product in the order: one on the list of the product's own sales, and one on a list
 * of all sales.
 */
export function productSalesEntries(row: CompletedOrderRow): ListEntry[] {
  const when = completionDateOf(row.content)
  return [...salesByProduct(row)].flatMap(([userDefinedId, measures]) => {
    const productId = productIdOf(row, userDefinedId)
    const id = saleIdOf(row, row.token, productId)
    return [
      { list: productSalesList(productId), position: timePosition(when, row.token), measures },
      {
        list: hasListEntriesBeforeVersion3(row) ? formerLane : laneOfSale(id),
        position: timePosition(when, id),
        facets: saleFacets.toFacets({ productId }),
        measures,
      },
    ]
  })
}

/** Each list of this kind contains the orders and refunds in one currency and month. */
export const salesByCurrencyKind = 'sales'
/** Each list of this kind contains the orders and refunds in one currency, country and month. */
export const salesByCountryKind = 'sales-by-country'
/** Each list of this kind contains the orders that completed an abandoned cart, in one currency and month. */
export const recoveredCartsKind = 'recovered-carts'

/** The measures, in sequence, of an entry for an order or a refund. Measures are the numbers that a list adds up. */
const salesMeasures = ['orders', 'gross', 'taxes', 'shipping', 'discounts', 'refunds'] as const

type SalesFigures = Partial<Record<(typeof salesMeasures)[number], number | null>>

const measuresOf = (figures: SalesFigures): bigint[] => salesMeasures.map(name => BigInt(figures[name] ?? 0))

/** Returns the entries on daily lists for an order and its refunds, at local times of the order's time zone. */
export const dailySalesEntries = (row: CompletedOrderRow): ListEntry[] => [
  ...saleEntries(row, { at: completionDateOf(row.content), id: row.token, figures: figuresOf(row) }),
  ...settledRefunds(row.refunds, row.content.currency).flatMap(([id, { creationDate, amount }]) => {
    const figures = { refunds: toMinorUnits(amount, row.content.currency) }
    return saleEntries(row, { at: creationDate, id: refundIdOf(row, row.token, id), figures })
  }),
  ...recoveredEntries(row),
]

const figuresOf = ({ content }: CompletedOrderRow): SalesFigures => ({
  orders: 1,
  gross: content.finalGrandTotal,
  taxes: content.taxesTotal,
  shipping: content.shippingFees,
  discounts: content.rebateAmount,
})

interface Sale {
  at: string
  id: string
  figures: SalesFigures
}

function saleEntries({ content, timeZone }: CompletedOrderRow, { at, id, figures }: Sale): ListEntry[] {
  const currency = currencyOf(content)
  const entry = { at: localTime(at, timeZone), id, measures: measuresOf(figures) }
  return [
    dailyEntry({ ...entry, kind: salesByCurrencyKind, key: [currency] }),
    dailyEntry({ ...entry, kind: salesByCountryKind, key: [currency, countryOf(content)] }),
  ]
}

const currencyOf = ({ currency }: CompletedOrderRow['content']) => currency.toLowerCase()

/**
 * Returns the country of the billing address. If there is none, returns the country of the shipping address, or an
 * empty text.
 */
const countryOf = ({ billing, shipping }: CompletedOrderRow['content']): string =>
  normalizeForComparison(billing.country || shipping.country).toUpperCase()

/**
 * A cart counts as abandoned after 4 hours, because this is the shortest period in the API's filter of abandoned carts.
 */
const abandonedAfterMilliseconds = 4 * 3600 * 1000

/**
 * A renewal of a subscription has no cart, and may be completed days after it was due. The first order of a V3
 * subscription has its id.
 */
function recoveredEntries({ content, timeZone, token }: CompletedOrderRow): ListEntry[] {
  const { creationDate, completionDate, finalGrandTotal, isRecurringOrder, subscriptionId } = content
  if (!completionDate || (isRecurringOrder && subscriptionId !== token)) return []
  if (Date.parse(completionDate) - Date.parse(creationDate) <= abandonedAfterMilliseconds) return []
  const measures = [BigInt(finalGrandTotal)]
  const at = localTime(completionDate, timeZone)
  return [dailyEntry({ kind: recoveredCartsKind, key: [currencyOf(content)], at, id: token, measures })]
}
