/** Defines the checkout events of subscriptions in the V3 engine, except those of payments. */

import * as z from 'zod'
import { addressesOf, eventAddressFields } from '../core/event-address.ts'
import { listOrEmpty, optionalAmount, optionalDate, optionalText } from '../core/event-fields.ts'
import { caseInsensitiveEnum, dateTime, guid } from '../core/fields.ts'
import { EventItem } from '../orders/index.ts'
import type { SubscriptionUpdate } from './content.ts'
import { EventTax, integerFrom, nameOf } from './events.ts'
import type { InvoiceUpdate } from './invoice-rules.ts'
import { frequencies, intervalOf } from './schedule.ts'

const Plan = z.object({
  userDefinedId: optionalText,
  name: optionalText,
  interval: integerFrom(1).transform(count => count ?? 1),
  frequency: caseInsensitiveEnum(frequencies),
  trialPeriodInDays: integerFrom(0),
})

const InitialOrder = z.object({
  token: guid.brand<'OrderToken'>(),
  creationDate: optionalDate,
  invoiceNumber: optionalText,
  email: optionalText,
  total: optionalAmount,
  currency: optionalText,
  taxes: listOrEmpty(EventTax),
  ...eventAddressFields,
})

const Card = z.object({ last4: optionalText, brand: optionalText })

export const EventSubscription = z.object({
  selectedPlan: Plan,
  initialOrder: InitialOrder,
  items: listOrEmpty(EventItem),
  nextBillingDate: dateTime.nullish(),
  modificationDate: optionalDate,
  gatewayId: optionalText,
  card: Card.nullable().catch(null),
  customerDetailsId: guid.brand<'CustomerId'>().nullish().catch(null),
})
export type EventSubscription = z.output<typeof EventSubscription>

/** The subscription and the invoices that an event reports. */
export interface Report {
  subscription: SubscriptionUpdate
  invoices: InvoiceUpdate[]
}

export const report = (subscription: EventSubscription): Report => ({
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
    content: { ...contentOf(event), email, billingName: nameOf(addresses?.billing) },
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

/** A single item gives the price and the quantity. Several items are added up to one amount. */
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
