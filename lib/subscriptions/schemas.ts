/** The public forms of subscriptions and invoices. */

import * as z from 'zod'
import { amount, caseInsensitiveEnum, dateTime, guid, integer, nullableText } from '../core/fields.ts'
import { metadata } from '../core/metadata.ts'
import { invoiceStates } from './invoice-rules.ts'
import { engines, states } from './rules.ts'
import { frequencies, intervals } from './schedule.ts'

const nullableDate = dateTime.nullable()
const engine = caseInsensitiveEnum(engines)
const invoiceState = caseInsensitiveEnum(invoiceStates)
const interval = caseInsensitiveEnum(intervals)

const Subscriber = z.object({ id: guid.nullable(), email: z.string() }).meta({ id: 'Subscriber' })

export const Subscription = z
  .object({
    id: guid,
    initialOrderToken: z.string(),
    firstInvoiceReceivedOn: nullableDate,
    schedule: z
      .object({ interval, intervalCount: z.int(), trialPeriodInDays: z.int().nullable(), startsOn: dateTime })
      .meta({ id: 'SubscriptionSchedule' }),
    itemId: z.string(),
    name: z.string(),
    creationDate: dateTime,
    modificationDate: dateTime,
    nextBillingDate: nullableDate.describe('Null once the subscription is canceled.'),
    cancelledOn: nullableDate,
    pausedOn: nullableDate.describe('Null unless it is paused: with a date, it can be resumed.'),
    amount: z.number().describe('The price of each payment, for one of `quantity`.'),
    currency: z.string().describe('Of `amount`. Defaults to the currency of the account.'),
    quantity: z.int(),
    userDefinedId: z.string().describe('The id of the plan.'),
    totalSpent: z.number().describe('The sum of the paid invoices.'),
    status: caseInsensitiveEnum(['Active', 'Paused', 'Canceled']),
    gatewayId: nullableText.describe("The payment gateway's id of the subscription."),
    metadata,
    cartId: nullableText,
    recurringShipping: z.boolean(),
    user: Subscriber,
  })
  .meta({ id: 'Subscription' })
export type Subscription = z.output<typeof Subscription>

export const SubscriptionSummary = z
  .object({
    id: guid.describe('In V3, the token of the initial order.'),
    planName: z.string(),
    creationDate: dateTime,
    subscriber: z.string().describe('The e-mail address.'),
    interval: caseInsensitiveEnum(frequencies),
    intervalCount: z.int().nullable(),
    price: z.number(),
    totalSpent: z.number().describe('The sum of the paid invoices.'),
    nextBillingDate: nullableDate,
    lastAttemptedInvoiceState: invoiceState.nullable().describe('Of the newest invoice.'),
    featureVersion: engine,
  })
  .meta({ id: 'SubscriptionSummary' })
export type SubscriptionSummary = z.output<typeof SubscriptionSummary>

const UpcomingPayment = z
  .object({ subscriptionId: guid, name: z.string(), date: dateTime })
  .meta({ id: 'UpcomingPayment' })

export const SubscriptionDetails = z
  .object({
    id: guid,
    name: z.string(),
    cancelledOn: dateTime.optional().describe('Omitted unless the subscription was cancelled.'),
    state: caseInsensitiveEnum(states),
    user: Subscriber.extend({ billingAddressName: z.string() }).meta({ id: 'SubscriberDetails' }),
    schedule: z.object({ interval, intervalCount: z.int() }).meta({ id: 'SubscriptionInterval' }),
    nextBillingDate: nullableDate.describe(
      'What the checkout reported until it has passed, and then the next date of the schedule. After a requested cancellation, the date at which the subscription ends.',
    ),
    gatewayId: nullableText,
    paymentStatus: invoiceState.nullable().describe('The state of the newest invoice.'),
    upcomingPayments: z
      .array(UpcomingPayment)
      .describe('The next three; none while the subscription is paused or is going to end.'),
    featureVersion: engine,
    amount: z.number().describe('The price of each payment, for one of `quantity`.'),
    quantity: z.int(),
  })
  .meta({ id: 'SubscriptionDetails' })
export type SubscriptionDetails = z.output<typeof SubscriptionDetails>

export const InvoiceTax = z
  .object({ taxName: z.string(), taxRate: z.number(), amount: z.number(), numberForInvoice: z.string() })
  .meta({ id: 'InvoiceTax' })

export const DashboardInvoice = z
  .object({
    id: guid,
    orderToken: guid,
    creationDate: dateTime,
    modificationDate: dateTime,
    subscriptionId: guid,
    amount: z.number(),
    total: z.number().describe('The same as `amount`.'),
    paid: z.boolean(),
    number: z.string().describe('The invoice number.'),
  })
  .meta({ id: 'DashboardSubscriptionInvoice' })
export type DashboardInvoice = z.output<typeof DashboardInvoice>

export const SubscriptionInvoice = DashboardInvoice.extend({ taxes: z.array(InvoiceTax) }).meta({
  id: 'SubscriptionInvoice',
})
export type SubscriptionInvoice = z.output<typeof SubscriptionInvoice>

export const SubscriptionChange = z
  .object({
    amount: amount().describe(
      'For one of `quantity`, rounded to the decimals of the currency. Times the quantity at most 999,999,999.99.',
    ),
    schedule: z
      .object({ interval, intervalCount: integer({ min: 1, max: 60 }).optional() })
      .describe(
        'Another interval charges the new amount at once, unless the subscription is paused, and begins a new period. Without `intervalCount`, it stays as it is.',
      ),
    nextBillingDate: dateTime
      .nullish()
      .describe('In the future: nothing is charged until then, not even for another interval.'),
    quantity: integer({ min: 1, max: 1_000_000 }).optional(),
    metadata: metadata.optional(),
  })
  .meta({ id: 'SubscriptionChange' })
export type SubscriptionChange = z.output<typeof SubscriptionChange>
