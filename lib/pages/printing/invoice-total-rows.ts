/** Calculates the rows below the items of an invoice: from the sum of the items to the amount left after refunds. */

import type { Order } from '../../client/index.ts'
import type { Formats } from '../session/formats.ts'
import type { PrintTexts } from './texts.ts'

interface Part {
  label: string
  amount: number
  isSum?: boolean
}

type Tax = Order['taxes'][number]

/** Removes floating-point errors from a sum of amounts. Adding 0 turns -0 into 0. */
const round = (amount: number) => Number(amount.toFixed(3)) + 0

function discountsOf({ discounts, rebateAmount }: Order, text: PrintTexts): Part[] {
  const named = discounts.filter(({ amountSaved }) => amountSaved)
  const saved = named.reduce((sum, { amountSaved }) => sum + (amountSaved ?? 0), 0)
  if (round(saved) !== round(rebateAmount)) return [{ label: text.discount, amount: -rebateAmount }]
  return named.map(({ name, code, amountSaved }) => ({
    label: [text.discount, name || code].filter(Boolean).join(': '),
    amount: -(amountSaved ?? 0),
  }))
}

const nameOf = ({ taxName, numberForInvoice }: Tax) =>
  [taxName, numberForInvoice && `(${numberForInvoice})`].filter(Boolean).join(' ')

/** Returns the taxes that are not included in prices. These taxes are added to the total. */
const addedTaxes = ({ taxes }: Order) => taxes.filter(({ includedInPrice }) => !includedInPrice)

const taxLine = (tax: Tax, write: PrintTexts['tax'], { percent }: Formats): Part => ({
  label: write(nameOf(tax), percent(tax.taxRate)),
  amount: tax.amount,
})

/** Returns the amount of the row `other`: the order's total minus the sum of the rows above this row. */
function otherAmount(order: Order): number {
  const taxes = addedTaxes(order).reduce((sum, { amount }) => sum + amount, 0)
  return round(order.finalGrandTotal - (order.itemsTotal - order.rebateAmount + order.shippingFees + taxes))
}

function refundsOf({ refunds, adjustedAmount }: Order, text: PrintTexts, formats: Formats): Part[] {
  if (refunds.length === 0) return []
  const lines = refunds.map(({ creationDate, creditNoteNumber, amount }) => ({
    label: `${creditNoteNumber ? text.creditNote(creditNoteNumber) : text.refund}, ${formats.date(creationDate)}`,
    amount: -amount,
  }))
  return [...lines, { label: text.afterRefunds, amount: adjustedAmount, isSum: true }]
}

/** Returns the rows, each with a React key, because two rows can have the same label. */
export function invoiceTotalRowsOf(order: Order, text: PrintTexts, formats: Formats): (Part & { key: number })[] {
  const added = addedTaxes(order).map(tax => taxLine(tax, text.tax, formats))
  const included = order.taxes.filter(({ includedInPrice }) => includedInPrice)
  const parts = [
    { label: text.itemsTotal, amount: order.itemsTotal },
    ...discountsOf(order, text),
    { label: text.shippingFees, amount: order.shippingFees },
    ...added,
    { label: text.other, amount: otherAmount(order) },
  ]
  const all: Part[] = [
    ...parts.filter(({ amount }) => round(amount) !== 0),
    { label: text.total, amount: order.finalGrandTotal, isSum: true },
    ...included.map(tax => taxLine(tax, text.taxIncluded, formats)),
    ...refundsOf(order, text, formats),
  ]
  return all.map((part, key) => ({ ...part, key }))
}
