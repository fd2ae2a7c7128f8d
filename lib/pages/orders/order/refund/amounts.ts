/** Calculates the amount to refund for some lines of an order, including their share of discounts and taxes. */

import type { Order } from '../../../../client/index.ts'
import { fromMinorUnits, minorUnits, toMinorUnits, withMinorUnits } from '../../../../core/money.ts'
import { type RefundTax, taxesOfRefund } from '../../../../core/refund-taxes.ts'
import { refundableAmount } from '../payment-state.ts'
import { addedTaxesOf } from '../total-rows.ts'

export interface RefundSelection {
  /** The quantity of each item to refund, in the same sequence as `order.items`. */
  quantities: readonly number[]
  shipping: boolean
}

interface Part {
  units: number
  taxable: boolean
  taxes: readonly string[]
}

export interface SelectedAmounts {
  items: number
  discounts: number
  shipping: number
  taxes: number
  total: number
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

const partsOf = ({ items, currency }: Order, quantities: readonly number[]): Part[] =>
  items.map(({ totalPrice, quantity, taxable, taxes }, n) => ({
    units: (toMinorUnits(totalPrice, currency) * (quantities[n] ?? 0)) / Math.max(quantity, 1),
    taxable,
    taxes,
  }))

const allOf = ({ items }: Order): RefundSelection => ({
  quantities: items.map(({ quantity }) => quantity),
  shipping: true,
})

/** If `whole` is 0, for example because all items are free, there is nothing to share. */
const share = (amount: number, part: number, whole: number) => (whole === 0 ? 0 : Math.round((amount * part) / whole))

type Tax = Order['taxes'][number]

/**
 * Returns the selected amount on which a tax is charged. If a taxable item names no taxes, all taxes of the order are
 * charged on the item.
 */
function baseOf(order: Order, { taxName, appliesOnShipping }: Tax, { quantities, shipping }: RefundSelection): number {
  const isTaxed = ({ taxable, taxes }: Part) => taxable && (taxes.length === 0 || taxes.includes(taxName))
  const items = sumOf(
    partsOf(order, quantities)
      .filter(isTaxed)
      .map(({ units }) => units),
  )
  return items + (appliesOnShipping && shipping ? toMinorUnits(order.shippingFees, order.currency) : 0)
}

function taxUnits(order: Order, selection: RefundSelection): number {
  const taxes = addedTaxesOf(order).map(tax =>
    share(toMinorUnits(tax.amount, order.currency), baseOf(order, tax, selection), baseOf(order, tax, allOf(order))),
  )
  return sumOf(taxes)
}

export function selectedAmounts(order: Order, selection: RefundSelection): SelectedAmounts {
  const { currency, itemsTotal, rebateAmount, shippingFees } = order
  const units = (amount: number) => toMinorUnits(amount, currency)
  const items = Math.round(sumOf(partsOf(order, selection.quantities).map(part => part.units)))
  const discounts = -share(units(rebateAmount), items, units(itemsTotal))
  const shipping = selection.shipping ? units(shippingFees) : 0
  const taxes = taxUnits(order, selection)
  const total = Math.min(items + discounts + shipping + taxes, units(refundableAmount(order)))
  const decimal = (value: number) => fromMinorUnits(minorUnits(Math.round(value) + 0), currency)
  return {
    items: decimal(items),
    discounts: decimal(discounts),
    shipping: decimal(shipping),
    taxes: decimal(taxes),
    total: decimal(Math.max(total, 0)),
  }
}

/** Predicts the taxes that the API records with a refund. */
export const predictRefundTaxes = ({ taxes, refunds, currency, finalGrandTotal }: Order, amount: number): RefundTax[] =>
  taxesOfRefund(
    toMinorUnits(amount, currency),
    {
      currency,
      finalGrandTotal: toMinorUnits(finalGrandTotal, currency),
      taxes: taxes.map(tax => withMinorUnits(tax, ['amount'], currency)),
    },
    refunds.map(refund => refund.taxes),
  )
