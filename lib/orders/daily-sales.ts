/** Defines the daily lists of orders and refunds, from which the reports of sales are made. */

import { normalizeForComparison } from '../core/fields.ts'
import { refundIdOf } from '../core/ids.ts'
import { toMinorUnits } from '../core/money.ts'
import { localTime } from '../core/time-zone.ts'
import { dailyEntry } from '../lists/daily-lists.ts'
import type { ListEntry } from '../store/list-entry.ts'
import { completionDateOf } from './content.ts'
import type { CompletedOrderRow } from './entity.ts'
import { settledRefunds } from './stored-refunds.ts'

/** Lists of this kind are for one currency. They contain orders and refunds. */
export const salesByCurrencyKind = 'sales'
/** Lists of this kind are for one currency and one country. They contain orders and refunds. */
export const salesByCountryKind = 'sales-by-country'
/** Lists of this kind are for one currency. They contain the orders that completed an abandoned cart. */
export const recoveredCartsKind = 'recovered-carts'

/** An entry has a measure for each of these names, in this sequence. Each order and each refund has an entry. */
const salesMeasures = ['orders', 'gross', 'taxes', 'shipping', 'discounts', 'refunds'] as const

type SalesFigures = Partial<Record<(typeof salesMeasures)[number], number | null>>

const measuresOf = (figures: SalesFigures): bigint[] => salesMeasures.map(name => BigInt(figures[name] ?? 0))

/**
 * Returns the entries of an order and of its refunds, each at the local time of the order or the refund. The time zone
 * is the store's time zone at the time when the order was completed.
 */
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

/** Returns the country of the billing address, or else the country of the shipping address, or else an empty text. */
const countryOf = ({ billing, shipping }: CompletedOrderRow['content']): string =>
  normalizeForComparison(billing.country || shipping.country).toUpperCase()

/**
 * A cart counts as abandoned after 4 hours, because this is the shortest period in the API's filter of abandoned carts.
 */
const abandonedAfterMilliseconds = 4 * 3600 * 1000

function recoveredEntries({ content, timeZone, token }: CompletedOrderRow): ListEntry[] {
  const { creationDate, completionDate, finalGrandTotal } = content
  if (!completionDate || Date.parse(completionDate) - Date.parse(creationDate) <= abandonedAfterMilliseconds) return []
  const measures = [BigInt(finalGrandTotal)]
  const at = localTime(completionDate, timeZone)
  return [dailyEntry({ kind: recoveredCartsKind, key: [currencyOf(content)], at, id: token, measures })]
}
