/** Defines the checkout events of payments in the V3 engine, which report an order and its invoice. */

import * as z from 'zod'
import { isObject } from '../core/json.ts'
import { CompletedOrder } from '../orders/index.ts'
import type { InvoiceUpdate } from './invoice-rules.ts'
import { EventSubscription, report } from './v3-events.ts'

/** Orders of this engine contain their shipping as an object. */
function flattenShipping(order: unknown): unknown {
  if (!isObject(order) || !isObject(order.shippingInformation)) return order
  const { method, cost, provider, userDefinedId } = order.shippingInformation
  const shipping = { shippingProvider: provider, shippingRateUserDefinedId: userDefinedId }
  return { shippingMethod: method, shippingFees: cost, ...shipping, ...order }
}

const Payment = z.object({ order: z.preprocess(flattenShipping, CompletedOrder), subscription: EventSubscription })

/** The report contains the order of the payment, which is completed like any other, and its invoice. */
const paymentReport =
  (isPaid: boolean) =>
  ({ order, subscription }: z.output<typeof Payment>) => {
    const { invoices, ...reported } = report(subscription)
    const payment = completedOrderOf(order, subscription, isPaid)
    return { ...reported, invoices: [invoiceOf(payment, isPaid), ...invoices], order: payment }
  }

export const PaymentSucceeded = Payment.transform(paymentReport(true))
export const PaymentFailed = Payment.transform(paymentReport(false))

/** An order whose payment failed must not be shipped yet. */
function completedOrderOf(order: CompletedOrder, subscription: EventSubscription, isPaid: boolean) {
  const { initialOrder, items, customerDetailsId, card } = subscription
  const email = order.email ?? initialOrder.email
  return {
    ...order,
    email,
    status: order.status ?? (isPaid ? ('Processed' as const) : ('Pending' as const)),
    paymentStatus: isPaid ? ('Paid' as const) : ('Failed' as const),
    isRecurringOrder: true,
    subscriptionId: initialOrder.token as string,
    parentToken: order.parentToken ?? (order.token === initialOrder.token ? null : initialOrder.token),
    cardType: order.cardType ?? card?.brand ?? null,
    creditCardLast4Digits: order.creditCardLast4Digits ?? card?.last4 ?? null,
    items: order.items.length > 0 ? order.items : items,
    user: order.user ?? { id: customerDetailsId, email, creationDate: null, status: null },
  }
}

const invoiceOf = (order: CompletedOrder, isPaid: boolean): InvoiceUpdate => ({
  token: order.token,
  state: isPaid ? 'Paid' : 'Declined',
  currency: order.currency,
  creationDate: order.completionDate ?? order.creationDate,
  modificationDate: order.modificationDate,
  amount: order.finalGrandTotal ?? order.grandTotal ?? order.total,
  number: order.invoiceNumber,
  taxes: order.taxes.map(tax => ({
    taxName: tax.taxName ?? tax.name,
    taxRate: tax.taxRate ?? tax.rate,
    amount: tax.amount,
    numberForInvoice: tax.numberForInvoice,
  })),
})
