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

/** The kinds of daily lists. The keys of their lists are a currency, or a currency and a country. */
export const salesByCurrencyKind = 'sales'
export const salesByCountryKind = 'sales-by-country'
/** The key of these lists is a currency. An order that completes an abandoned cart has an entry. */
export const recoveredCartsKind = 'recovered-carts'

/** The measures of an entry, in this order. An entry is for an order or for a refund. */
const salesMeasures = ['orders', 'gross', 'taxes', 'shipping', 'discounts', 'refunds'] as const

type SalesFigures = Partial<Record<(typeof salesMeasures)[number], number | null>>

const measuresOf = (figures: SalesFigures): bigint[] => salesMeasures.map(name => BigInt(figures[name] ?? 0))

/**
 * The entries of an order are at the local time of its completion, and those of a refund at the local time of the
 * refund. Both use the time zone that the store had when the order was completed.
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

/** Returns the country of the billing address, or else of the shipping address; empty if neither has one. */
const countryOf = ({ billing, shipping }: CompletedOrderRow['content']): string =>
  normalizeForComparison(billing.country || shipping.country).toUpperCase()

/** A cart is abandoned after 4 hours, the shortest time range by which abandoned carts can be listed. */
const abandonedAfterMilliseconds = 4 * 3600 * 1000

function recoveredEntries({ content, timeZone, token }: CompletedOrderRow): ListEntry[] {
  const { creationDate, completionDate, finalGrandTotal } = content
  if (!completionDate || Date.parse(completionDate) - Date.parse(creationDate) <= abandonedAfterMilliseconds) return []
  const measures = [BigInt(finalGrandTotal)]
  const at = localTime(completionDate, timeZone)
  return [dailyEntry({ kind: recoveredCartsKind, key: [currencyOf(content)], at, id: token, measures })]
}
