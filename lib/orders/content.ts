/** The content of an order, as the checkout sent it at completion, with its amounts in minor units. */

import { emptyAddress } from '../core/address.ts'
import { type EventStamp, stampTime } from '../core/event-stamp.ts'
import { clampMinorUnits, currencyOrDefault, type MinorUnits, withMinorUnits } from '../core/money.ts'
import type { EventCustomField, EventItem } from './event-item.ts'
import type { CompletedOrder } from './events.ts'

/** The fields that hold money. */
export const orderAmounts = [
  'finalGrandTotal',
  'grandTotal',
  'total',
  'subtotal',
  'itemsTotal',
  'rebateAmount',
  'taxesTotal',
  'shippingFees',
] as const
export const itemAmounts = ['price', 'unitPrice', 'totalPrice'] as const
export const taxAmounts = ['amount'] as const

export type OrderContent = ReturnType<typeof orderContentOf>

/** An order whose checkout did not send one was completed when it was created: orders of the V3 engine have one date. */
export const completionDateOf = ({ completionDate, creationDate }: OrderContent) =>
  completionDate ?? creationDate

export function orderContentOf(order: CompletedOrder, stamp: EventStamp, accountCurrency: string) {
  const { token, status, paymentStatus, trackingNumber, trackingUrl, metadata, user, ...rest } = order
  const { billingAddress, shippingAddress, shippingAddressSameAsBilling, addresses, ...others } = rest
  const { savedAmount, ...fields } = others
  const currency = currencyOrDefault(order.currency, accountCurrency)
  const amounts = withMinorUnits({ ...fields, ...totalsOf(order) }, orderAmounts, currency)
  return {
    ...amounts,
    ...(addresses ?? { billing: emptyAddress, shipping: emptyAddress, sameAddress: true }),
    creationDate: order.creationDate ?? order.completionDate ?? stampTime(stamp),
    modificationDate: order.modificationDate ?? stampTime(stamp),
    email: order.email ?? user?.email ?? null,
    currency,
    ...linesOf(order, amounts, currency),
    customFields: namesAndValues(order.customFields),
  }
}

interface LineTotals {
  itemsTotal: MinorUnits | null
  taxesTotal: MinorUnits | null
}

/** Checkouts may leave out what the items and the taxes add up to. */
function linesOf(order: CompletedOrder, { itemsTotal, taxesTotal }: LineTotals, currency: string) {
  const sum = (amounts: MinorUnits[]) =>
    clampMinorUnits(Number(amounts.reduce((total, amount) => total + BigInt(amount), 0n)), currency)
  const items = order.items.map(item => contentItem(item, currency))
  const taxes = order.taxes.map(tax => contentTax(tax, currency))
  return {
    items,
    itemsTotal: itemsTotal ?? sum(items.map(({ totalPrice }) => totalPrice)),
    taxes,
    taxesTotal: taxesTotal ?? sum(taxes.map(({ amount }) => amount ?? 0)),
  }
}

/** Checkouts send one or more of the totals, and the rebate under one of two names. */
function totalsOf({ grandTotal, total, rebateAmount, savedAmount, ...order }: CompletedOrder) {
  const finalGrandTotal = order.finalGrandTotal ?? grandTotal ?? total ?? 0
  return {
    finalGrandTotal,
    grandTotal: grandTotal ?? finalGrandTotal,
    total: total ?? finalGrandTotal,
    rebateAmount: rebateAmount || savedAmount,
  }
}

export const namesAndValues = (customFields: Pick<EventCustomField, 'name' | 'value'>[]) =>
  customFields.map(({ name, value }) => ({ name, value }))

function contentItem(item: EventItem, currency: string) {
  const amounts = withMinorUnits({ ...item, unitPrice: item.unitPrice ?? item.price }, itemAmounts, currency)
  const { price, totalPrice, quantity } = amounts
  return { ...amounts, totalPrice: totalPrice ?? clampMinorUnits((price ?? 0) * quantity, currency) }
}

const contentTax = (tax: CompletedOrder['taxes'][number], currency: string) => ({
  taxName: tax.taxName ?? tax.name,
  taxRate: tax.taxRate ?? tax.rate,
  numberForInvoice: tax.numberForInvoice,
  ...withMinorUnits({ amount: tax.amount }, taxAmounts, currency),
})

interface Sold {
  content: Pick<OrderContent, 'currency' | 'items'>
  accountCurrency: string
}

/** What an amount adds to totals, which are in the store's own currency: nothing when it was paid in another one. */
export const accountAmount = ({ content, accountCurrency }: Sold, amount: MinorUnits): bigint =>
  content.currency === accountCurrency ? BigInt(amount) : 0n

/** Quantity and amount by the store's product id, added up over the order's lines. */
export function salesOf(order: Sold): Map<string, [unitsSold: bigint, salesAmount: bigint]> {
  const sales = new Map<string, [bigint, bigint]>()
  for (const { id, quantity, totalPrice } of order.content.items) {
    const [unitsSold, salesAmount] = sales.get(id) ?? [0n, 0n]
    sales.set(id, [unitsSold + BigInt(quantity), salesAmount + accountAmount(order, totalPrice)])
  }
  return sales
}
