/**
 * Builds the stored content of an order from its completion event. Also derives values that are absent in the event, or
 * in rows that an earlier release has written.
 */

import { isDeepStrictEqual } from 'node:util'
import { type Addresses, noAddresses } from '../core/address.ts'
import { emailHash } from '../core/email.ts'
import { addressesOf } from '../core/event-address.ts'
import { type EventStamp, stampTime } from '../core/event-stamp.ts'
import {
  clampMinorUnits,
  currencyOrDefault,
  type MinorUnits,
  minorUnits,
  netAmount,
  sumOfUnits,
  withMinorUnits,
} from '../core/money.ts'
import type { CompletedOrder, EventCustomField, EventItem, EventUser } from './checkout-events.ts'

export const orderAmountFields = [
  'finalGrandTotal',
  'grandTotal',
  'total',
  'subtotal',
  'itemsTotal',
  'rebateAmount',
  'taxesTotal',
  'shippingFees',
  'baseTotal',
  'taxableTotal',
] as const
export const itemAmountFields = ['price', 'unitPrice', 'totalPrice', 'totalPriceWithoutTaxes'] as const
export const taxAmountFields = ['amount', 'discountInducedAmountVariation'] as const

type NewContent = ReturnType<typeof orderContentOf>

/** The fields that may be absent in rows that an earlier release has written. */
type LaterField =
  | ('baseTotal' | 'taxableTotal' | 'summary' | 'userAddresses' | 'itemsCount' | 'numberOfItemsInOrder')
  | 'hasSubscriptions'
type LaterItemField = 'totalPriceWithoutTaxes' | 'hasTaxesIncluded' | 'addedOn' | 'modificationDate'
type LaterTaxField = 'includedInPrice' | 'appliesOnShipping' | 'discountInducedAmountVariation'

type WithOptional<T, F extends keyof T> = Omit<T, F> & Partial<Pick<T, F>>

export interface OrderContent extends WithOptional<Omit<NewContent, 'items' | 'taxes'>, LaterField> {
  items: WithOptional<NewContent['items'][number], LaterItemField>[]
  taxes: WithOptional<NewContent['taxes'][number], LaterTaxField>[]
}

export function orderContentOf(order: CompletedOrder, stamp: EventStamp, accountCurrency: string) {
  const { token, status, paymentStatus, trackingNumber, trackingUrl, metadata, user, ...rest } = order
  const { billingAddress, shippingAddress, shippingAddressSameAsBilling, addresses, ...others } = rest
  const { savedAmount, summary, ...fields } = others
  const currency = currencyOrDefault(order.currency, accountCurrency)
  const amounts = withMinorUnits({ ...fields, ...totalsOf(order) }, orderAmountFields, currency)
  return {
    ...amounts,
    ...(addresses ?? noAddresses),
    creationDate: order.creationDate ?? order.completionDate ?? stampTime(stamp),
    modificationDate: order.modificationDate ?? stampTime(stamp),
    email: order.email ?? user?.email ?? null,
    currency,
    ...linesOf(order, amounts, currency),
    summary: summary && withMinorUnits(summary, ['payableNow', 'adjustedTotal'], currency),
    userAddresses: userAddressesOf(order),
    customFields: namesAndValues(order.customFields),
  }
}

/** Returns false if the order has another e-mail address than the user. The order may then be for another person. */
const isBuyer = (user: Pick<EventUser, 'email'>, email: string) =>
  !user.email || emailHash(user.email) === emailHash(email)

/** Returns the buyer of an order. Data of `user` is used only if the user is the buyer. */
export function buyerOfEvent({ user, email: sent, addresses }: CompletedOrder) {
  const email = sent ?? user?.email ?? null
  const { id, creationDate, status, hasGatewayAddresses } =
    (user && email && isBuyer(user, email) && user) || unknownUser
  const isConfirmed = status?.toLowerCase() === 'confirmed'
  return { id: id ?? null, email, creationDate, isConfirmed, addresses, hasGatewayAddresses }
}

const unknownUser = { id: null, creationDate: null, status: null, hasGatewayAddresses: false }

/**
 * Returns the addresses of the user. Returns null if the user is not the buyer, or if the addresses are unknown or
 * equal to the addresses of the order.
 */
function userAddressesOf({ user, email, addresses }: CompletedOrder): Addresses | null {
  const own = user && (!email || isBuyer(user, email)) ? addressesOf(user) : null
  const isSame = isDeepStrictEqual([own?.billing, own?.shipping], [addresses?.billing, addresses?.shipping])
  return isSame ? null : own
}

interface LineTotals {
  itemsTotal: MinorUnits | null
  taxesTotal: MinorUnits | null
}

/**
 * Converts the amounts of the items and the taxes to minor units. If the checkout did not send the total of the items
 * or of the taxes, this function computes it.
 */
function linesOf(order: CompletedOrder, { itemsTotal, taxesTotal }: LineTotals, currency: string) {
  const items = order.items.map(item => contentItem(item, currency))
  const taxes = order.taxes.map(tax => withMinorUnits(tax, taxAmountFields, currency))
  return {
    items,
    itemsTotal: itemsTotal ?? totalOf(items, 'totalPrice', currency),
    taxes,
    taxesTotal: taxesTotal ?? totalOf(taxes, 'amount', currency),
  }
}

/** Adds up an amount of all lines. Absent amounts count as 0. */
export const totalOf = <F extends string>(lines: Record<F, MinorUnits | null>[], field: F, currency: string) =>
  clampMinorUnits(minorUnits(Number(lines.reduce((total, line) => total + BigInt(line[field] ?? 0), 0n))), currency)

/** Derives missing totals from the totals that the checkout sent. Some checkouts send the rebate as `savedAmount`. */
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

const contentItem = (item: EventItem, currency: string) =>
  withDerivedPrices(withMinorUnits(item, itemAmountFields, currency), currency)

interface ItemPrices extends Record<'price' | 'unitPrice' | 'totalPrice', MinorUnits | null> {
  quantity: number
}

/** Derives the prices of an item of an order or a cart that the checkout did not send. */
export function withDerivedPrices<I extends ItemPrices>(item: I, currency: string) {
  const { price, quantity } = item
  const totalPrice = item.totalPrice ?? clampMinorUnits(minorUnits((price ?? 0) * quantity), currency)
  return { ...item, unitPrice: item.unitPrice ?? price, totalPrice }
}

interface Sold {
  content: Pick<OrderContent, 'currency' | 'items'>
  accountCurrency: string
}

/**
 * Returns the amount, or 0 if the order has another currency than the account, because sums are in the account's
 * currency.
 */
export const amountIfAccountCurrency = ({ content, accountCurrency }: Sold, amount: MinorUnits): bigint =>
  content.currency === accountCurrency ? BigInt(amount) : 0n

/** Adds up the quantity and the amount of each product in the order. The keys are the store's product ids. */
export function salesByProduct(order: Sold): Map<string, [unitsSold: bigint, salesAmount: bigint]> {
  const sales = new Map<string, [bigint, bigint]>()
  for (const { id, quantity, totalPrice } of order.content.items) {
    const [unitsSold, salesAmount] = sales.get(id) ?? [0n, 0n]
    sales.set(id, [unitsSold + BigInt(quantity), salesAmount + amountIfAccountCurrency(order, totalPrice)])
  }
  return sales
}

type Item = OrderContent['items'][number]

/** Returns the completion date. If the checkout sent none, as for V3 subscriptions, returns the creation date. */
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

export const derivedOrderFields = (content: OrderContent) => ({
  completionDate: completionDateOf(content),
  itemsCount: content.itemsCount ?? content.items.reduce((sum, { quantity }) => sum + quantity, 0),
  numberOfItemsInOrder: content.numberOfItemsInOrder ?? content.items.length,
  hasSubscriptions: content.hasSubscriptions ?? (content.isRecurringOrder || Boolean(content.subscriptionId)),
})

export const summaryAmountFields = ['subtotal', 'taxableTotal', 'total', 'payableNow', 'adjustedTotal'] as const

export function summaryOf(content: OrderContent) {
  const { subtotal, total, finalGrandTotal, summary } = content
  const { taxableTotal } = withDerivedAmounts(content)
  const payableNow = summary?.payableNow ?? finalGrandTotal
  return { subtotal, taxableTotal, total, payableNow, adjustedTotal: summary?.adjustedTotal ?? total }
}

/** Adds fields that the checkout has not sent. An item without `addedOn` gets the creation date of its order. */
export function withDerivedItemFields(item: Item, content: OrderContent) {
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
