/** Defines the checkout events of V3 subscriptions. The event of a payment also contains the order of the payment. */

import * as z from 'zod'
import { fullNameOf } from '../core/address.ts'
import { addressesOf, eventAddressShape } from '../core/event-address.ts'
import { listOrEmpty, optionalAmount, optionalDate, optionalText } from '../core/event-fields.ts'
import { caseInsensitiveEnum, dateTime, guid } from '../core/fields.ts'
import { isObject } from '../core/json.ts'
import { CompletedOrder, EventItem } from '../orders/index.ts'
import type { InvoiceUpdate } from './invoice-rules.ts'
import { frequencies, intervalOf } from './schedule.ts'
import { EventTax, integerRaisedToMinimum, type SubscriptionUpdate } from './subscription-update.ts'

const Plan = z.object({
  userDefinedId: optionalText,
  name: optionalText,
  interval: integerRaisedToMinimum(1).transform(count => count ?? 1),
  frequency: caseInsensitiveEnum(frequencies),
  trialPeriodInDays: integerRaisedToMinimum(0),
})

const InitialOrder = z.object({
  token: guid.brand<'OrderToken'>(),
  creationDate: optionalDate,
  invoiceNumber: optionalText,
  email: optionalText,
  total: optionalAmount,
  currency: optionalText,
  taxes: listOrEmpty(EventTax),
  ...eventAddressShape,
})

const Card = z.object({ last4: optionalText, brand: optionalText })

const EventSubscription = z.object({
  selectedPlan: Plan,
  initialOrder: InitialOrder,
  items: listOrEmpty(EventItem),
  nextBillingDate: dateTime.nullish(),
  modificationDate: optionalDate,
  gatewayId: optionalText,
  card: Card.nullable().catch(null),
  customerDetailsId: guid.brand<'CustomerId'>().nullish().catch(null),
})
type EventSubscription = z.output<typeof EventSubscription>

export interface SubscriptionReport {
  subscription: SubscriptionUpdate
  invoices: InvoiceUpdate[]
}

const report = (subscription: EventSubscription): SubscriptionReport => ({
  subscription: updateOf(subscription),
  invoices: [initialInvoiceOf(subscription.initialOrder)],
})

export const SubscriptionCreated = EventSubscription.transform(report)
export const StateReported = z
  .object({ subscription: EventSubscription })
  .transform(({ subscription }) => report(subscription))

function updateOf(event: EventSubscription): SubscriptionUpdate {
  const { initialOrder, customerDetailsId: id = null } = event
  const { token, creationDate, currency } = initialOrder
  const addresses = addressesOf(initialOrder)
  const email = initialOrder.email || null
  return {
    id: guid.brand<'SubscriptionId'>().parse(token),
    engine: 'V3',
    currency,
    creationDate,
    subscriber: { id, email, creationDate: null, isConfirmed: false, addresses },
    content: { ...contentOf(event), email, billingName: addresses && fullNameOf(addresses.billing) },
    ...priceOf(event.items),
    schedule: scheduleOf(event),
    nextBillingDate: event.nextBillingDate ?? null,
    metadata: undefined,
    modificationDate: event.modificationDate,
    changedOn: {},
  }
}

const contentOf = ({ selectedPlan, initialOrder, items, gatewayId }: EventSubscription) => ({
  name: selectedPlan.name,
  userDefinedId: selectedPlan.userDefinedId,
  itemId: items[0]?.id ?? null,
  initialOrderToken: initialOrder.token,
  gatewayId,
  cartId: null,
  recurringShipping: false,
})

function scheduleOf({ selectedPlan, initialOrder }: EventSubscription) {
  const { frequency, interval: intervalCount, trialPeriodInDays } = selectedPlan
  const interval = intervalOf[frequency]
  return { interval, intervalCount, trialPeriodInDays, startsOn: initialOrder.creationDate }
}

/**
 * Returns the price and the quantity of a single item. For several items, returns their total price and the quantity 1.
 */
function priceOf(items: readonly EventItem[]) {
  const [first, ...others] = items
  if (!first) return { amount: undefined, quantity: undefined }
  if (others.length === 0) return { amount: first.price ?? 0, quantity: Math.max(1, first.quantity) }
  const amount = items.reduce((sum, { price, quantity }) => sum + (price ?? 0) * quantity, 0)
  return { amount, quantity: 1 }
}

const initialInvoiceOf = ({ token, creationDate, ...order }: z.output<typeof InitialOrder>): InvoiceUpdate => ({
  token,
  state: null,
  creationDate,
  modificationDate: creationDate,
  amount: order.total,
  currency: order.currency,
  number: order.invoiceNumber,
  taxes: order.taxes,
})

/** Copies the fields of `shippingInformation`, which the V3 engine sends, to the order itself. */
function flattenShipping(order: unknown): unknown {
  if (!isObject(order) || !isObject(order.shippingInformation)) return order
  const { method, cost, provider, userDefinedId } = order.shippingInformation
  const shipping = { shippingProvider: provider, shippingRateUserDefinedId: userDefinedId }
  return { shippingMethod: method, shippingFees: cost, ...shipping, ...order }
}

const Payment = z.object({ order: z.preprocess(flattenShipping, CompletedOrder), subscription: EventSubscription })

/** Converts a payment event to a report of the subscription, with the order and the invoice of the payment. */
const paymentReport =
  (isPaid: boolean) =>
  ({ order, subscription }: z.output<typeof Payment>) => {
    const { invoices, ...reported } = report(subscription)
    const payment = completedOrderOf(order, subscription, isPaid)
    return { ...reported, invoices: [invoiceOf(payment, isPaid), ...invoices], order: payment }
  }

export const PaymentSucceeded = Payment.transform(paymentReport(true))
export const PaymentFailed = Payment.transform(paymentReport(false))

/**
 * Returns the order of the payment. If the payment has failed, the order's status defaults to `Pending`, so that the
 * store does not ship it yet.
 */
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
    user: order.user ?? { id: customerDetailsId, email, creationDate: null, status: null, hasGatewayAddresses: false },
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
  taxes: order.taxes.map(({ taxName, taxRate, amount, numberForInvoice }) => {
    return { taxName, taxRate, amount, numberForInvoice }
  }),
})
