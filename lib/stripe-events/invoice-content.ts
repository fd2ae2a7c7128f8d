/** Builds the content of an order from an invoice of a subscription. */

import { toOrderDiscount, toOrderTaxes } from './discounts-and-taxes.ts'
import { addressOf, dateOf, decimalOf, expanded, paymentIdOfInvoice, shippingOf, vatNumberIn } from './fields.ts'
import type { FetchedInvoice, InvoiceLine } from './invoice-schema.ts'
import { productFields, type StripeProduct, storeProductIdOf, unitAmountOf } from './items.ts'

interface Context {
  fetched: FetchedInvoice
  isFirst: boolean
  subscriptionId: string
}

export function orderOfInvoice({ fetched, isFirst, subscriptionId }: Context, completionDate: string) {
  const { invoice } = fetched
  const total = decimalOf(Math.max(invoice.total, 0), invoice.currency)
  return {
    ...buyerOf(fetched),
    ...amountsOf(fetched),
    ...shippingOf(invoice.shipping_cost, invoice.currency),
    currency: invoice.currency,
    creationDate: dateOf(invoice.created),
    completionDate,
    invoiceNumber: invoice.number ?? invoice.id,
    paymentTransactionId: paymentIdOfInvoice(invoice.payments),
    paymentGatewayUsed: 'Stripe',
    finalGrandTotal: total,
    grandTotal: total,
    total,
    taxes: taxesOfInvoice(fetched),
    isRecurringOrder: !isFirst,
    subscriptionId,
    metadata: invoice.metadata ?? null,
  }
}

function buyerOf({ invoice }: FetchedInvoice) {
  const { customer_name: name, customer_phone: phone, customer_address: address } = invoice
  const email = invoice.customer_email ?? null
  return {
    email,
    user: { email, hasGatewayAddresses: true },
    billingAddress: addressOf({ name, phone, business_name: null, address }, vatNumberIn(invoice.customer_tax_ids)),
    shippingAddress: addressOf(invoice.customer_shipping),
  }
}

/** Adds credits, such as for unused time, to the rebate, because items cannot have negative prices. */
function amountsOf({ invoice, lines, products }: FetchedInvoice) {
  const { currency } = invoice
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const sold = lines.filter(({ amount }) => amount >= 0)
  const itemsTotal = decimalOf(sum(sold.map(({ amount }) => amount)), currency)
  const credits = -sum(lines.map(({ amount }) => Math.min(amount, 0)))
  const discounts = sum((invoice.total_discount_amounts ?? []).map(({ amount }) => amount))
  const productById = new Map(products.map(product => [product.id, product]))
  return {
    items: sold.map(line => itemOf(line, productById, invoice)),
    itemsTotal,
    subtotal: itemsTotal,
    rebateAmount: decimalOf(Math.max(credits + discounts, 0), currency),
    discounts: discountsOf(invoice),
  }
}

function itemOf(
  { pricing, ...line }: InvoiceLine,
  products: ReadonlyMap<string, StripeProduct>,
  { currency, customer_shipping }: FetchedInvoice['invoice'],
) {
  const { price, product: productId } = pricing?.price_details ?? {}
  const product = products.get(productId ?? '')
  const quantity = line.quantity ?? 1
  const unitPrice = decimalOf(pricing?.unit_amount_decimal ?? unitAmountOf(line.amount, quantity), currency)
  const taxes = line.taxes ?? []
  return {
    ...productFields(product, !!customer_shipping),
    uniqueId: line.id,
    id: storeProductIdOf(product) ?? price ?? line.id,
    name: product?.name ?? line.description ?? null,
    price: unitPrice,
    unitPrice,
    quantity,
    totalPrice: decimalOf(line.amount, currency),
    taxable: taxes.some(({ amount }) => amount > 0),
    hasTaxesIncluded: taxes.some(({ tax_behavior }) => tax_behavior === 'inclusive'),
  }
}

/** Leaves out discounts that are taken back. Their amounts are only part of the rebate. */
function discountsOf({ total_discount_amounts, discounts, currency }: FetchedInvoice['invoice']) {
  const known = (discounts ?? []).flatMap(discount => expanded(discount) ?? [])
  const granted = (total_discount_amounts ?? []).filter(({ amount }) => amount > 0)
  return granted.map(({ amount, discount: id }) => {
    const discount = known.find(candidate => candidate.id === id)
    return toOrderDiscount(
      { amount, discount: discount ?? { id, coupon: null, promotion_code: null } },
      known,
      currency,
    )
  })
}

export const taxesOfInvoice = ({ invoice, taxRates }: FetchedInvoice) =>
  toOrderTaxes(
    (invoice.total_taxes ?? []).map(({ amount, tax_behavior, tax_rate_details }) => {
      const rate = taxRates.find(({ id }) => id === tax_rate_details?.tax_rate)
      const percentage = rate?.effective_percentage ?? rate?.percentage
      return {
        amount,
        isIncluded: tax_behavior === 'inclusive',
        rate: { display_name: rate?.display_name, percentage },
      }
    }),
    invoice.currency,
  )
