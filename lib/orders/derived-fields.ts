/** What follows from an order where its checkout did not send it, and where a row of an earlier version lacks it. */

import { clampMinorUnits, type MinorUnits, netAmount, sumOfUnits } from '../core/money.ts'
import type { OrderContent } from './content.ts'

type Item = OrderContent['items'][number]

/** Orders of the V3 engine have one date only. */
export const completionDateOf = ({ completionDate, creationDate }: OrderContent): string =>
  completionDate ?? creationDate

export function withDerivedAmounts(content: OrderContent) {
  const { items, currency, grandTotal } = content
  const taxableItems = items.filter(({ taxable }) => taxable)
  const taxable = sumOfUnits(taxableItems.map(({ totalPrice }) => totalPrice))
  return {
    ...content,
    baseTotal: content.baseTotal ?? grandTotal,
    taxableTotal: content.taxableTotal ?? clampMinorUnits(taxable, currency),
  }
}

export const derivedFields = (content: OrderContent) => ({
  completionDate: completionDateOf(content),
  itemsCount: content.itemsCount ?? content.items.reduce((sum, { quantity }) => sum + quantity, 0),
  numberOfItemsInOrder: content.numberOfItemsInOrder ?? content.items.length,
  hasSubscriptions: content.hasSubscriptions ?? (content.isRecurringOrder || Boolean(content.subscriptionId)),
})

export const summaryAmounts = ['subtotal', 'taxableTotal', 'total', 'payableNow', 'adjustedTotal'] as const

export function summaryOf(content: OrderContent) {
  const { subtotal, total, finalGrandTotal, summary } = content
  const { taxableTotal } = withDerivedAmounts(content)
  const payableNow = summary?.payableNow ?? finalGrandTotal
  return { subtotal, taxableTotal, total, payableNow, adjustedTotal: summary?.adjustedTotal ?? total }
}

/** An item was added when the order was created, unless the checkout knows better. */
export function withDerivedFields(item: Item, content: OrderContent) {
  const addedOn = item.addedOn ?? content.creationDate
  return {
    ...item,
    addedOn,
    modificationDate: item.modificationDate ?? addedOn,
    totalPriceWithoutTaxes: item.totalPriceWithoutTaxes ?? priceWithoutTaxes(item, content),
  }
}

function priceWithoutTaxes({ totalPrice, ...item }: Item, { taxes }: OrderContent): MinorUnits {
  if (!item.hasTaxesIncluded) return totalPrice
  const isOfItem = (name: string | null) => item.taxes.length === 0 || item.taxes.includes(name ?? '')
  const included = taxes.filter(({ includedInPrice, taxName }) => includedInPrice && isOfItem(taxName))
  return netAmount(
    totalPrice,
    included.map(({ taxRate }) => taxRate ?? 0),
  )
}
