/** Defines the checkout events of V1 subscriptions. */

import * as z from 'zod'
import { fullNameOf } from '../core/address.ts'
import { addressesOf, eventAddressShape } from '../core/event-address.ts'
import { booleanOrFalse, listOrEmpty, optionalAmount, optionalDate, optionalText } from '../core/event-fields.ts'
import { caseInsensitiveEnum, dateTime, guid } from '../core/fields.ts'
import { metadata } from '../core/metadata.ts'
import type { InvoiceUpdate } from './invoice-rules.ts'
import { intervalOf, intervals } from './schedule.ts'
import { EventTax, integerRaisedToMinimum, type SubscriptionUpdate } from './subscription-update.ts'

const User = z.object({
  id: guid.brand<'CustomerId'>().nullish().catch(null),
  email: optionalText,
  creationDate: optionalDate,
  status: optionalText,
  ...eventAddressShape,
  hasGatewayAddresses: booleanOrFalse,
})

/** Some checkouts send the index of an interval in this list instead of the interval's name. */
const numberedIntervals: readonly unknown[] = ['Day', 'Week', 'Month', 'Year']
export const eventInterval = z.preprocess(
  value => (typeof value === 'number' ? (numberedIntervals[value] ?? value) : value),
  caseInsensitiveEnum(intervals, intervalOf),
)

const EventSchedule = z.object({
  interval: eventInterval,
  intervalCount: integerRaisedToMinimum(1).transform(count => count ?? 1),
  trialPeriodInDays: integerRaisedToMinimum(0),
  startsOn: optionalDate,
})

const EventSubscription = z.object({
  id: guid.brand<'SubscriptionId'>(),
  user: User.nullish(),
  schedule: EventSchedule,
  name: optionalText,
  userDefinedId: optionalText,
  itemId: optionalText,
  initialOrderToken: optionalText,
  gatewayId: optionalText,
  cartId: optionalText,
  recurringShipping: booleanOrFalse,
  amount: optionalAmount,
  quantity: integerRaisedToMinimum(1),
  nextBillingDate: dateTime.nullish(),
  metadata: metadata.nullish(),
  creationDate: optionalDate,
  modificationDate: optionalDate,
  cancelledOn: optionalDate,
  pausedOn: optionalDate.catch(null),
  currency: optionalText.catch(null),
})

export const SubscriptionReported = EventSubscription.transform((event): SubscriptionUpdate => {
  const { id, user, schedule, nextBillingDate, metadata, currency, amount, quantity, ...described } = event
  const { creationDate, modificationDate, cancelledOn, pausedOn, ...content } = described
  const addresses = user ? addressesOf(user) : null
  const email = user?.email || null
  return {
    id,
    engine: 'V1',
    currency,
    subscriber: { ...subscriberOf(user), email, addresses },
    content: { ...content, email, billingName: addresses && fullNameOf(addresses.billing) },
    amount: amount ?? undefined,
    quantity: quantity ?? undefined,
    schedule,
    nextBillingDate,
    metadata,
    creationDate,
    modificationDate,
    changedOn: { cancelled: cancelledOn, paused: pausedOn },
  }
})

const subscriberOf = (user: z.output<typeof User> | null | undefined) => ({
  id: user?.id ?? null,
  creationDate: user?.creationDate ?? null,
  isConfirmed: user?.status?.toLowerCase() === 'confirmed',
  hasGatewayAddresses: user?.hasGatewayAddresses,
})

const EventInvoice = z.object({
  id: guid.brand<'OrderToken'>().nullish(),
  orderToken: guid.brand<'OrderToken'>().nullish(),
  creationDate: optionalDate,
  modificationDate: optionalDate,
  amount: optionalAmount,
  total: optionalAmount,
  currency: optionalText.catch(null),
  paid: booleanOrFalse,
  number: optionalText,
  taxes: listOrEmpty(EventTax),
})

function invoiceOf(
  { id, orderToken, paid, amount, total, ...invoice }: z.output<typeof EventInvoice>,
  context: z.RefinementCtx,
): InvoiceUpdate {
  const token = orderToken ?? id
  if (!token) {
    context.addIssue({ code: 'custom', path: ['orderToken'], message: 'is required' })
    return z.NEVER
  }
  const state = paid ? ('Paid' as const) : ('Unpaid' as const)
  return { ...invoice, token, state, amount: amount ?? total }
}

/** An invoice in the list that another server returns during an import. */
export const ListedInvoice = EventInvoice.transform(invoiceOf)

export const InvoiceCreated = EventInvoice.extend({ subscriptionId: guid.brand<'SubscriptionId'>() }).transform(
  ({ subscriptionId, ...invoice }, context) => ({ subscriptionId, invoice: invoiceOf(invoice, context) }),
)
