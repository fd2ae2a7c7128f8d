/** Defines the public representations of subscriptions and invoices, and the parameters and bodies of requests. */

import * as z from 'zod'
import {
  amount,
  caseInsensitiveEnum,
  dateTime,
  guid,
  integer,
  nullableText,
  optionalFilter,
  text,
} from '../core/fields.ts'
import { metadata } from '../core/metadata.ts'
import { PageQuery, pageSchema, periodParameters } from '../core/paging.ts'
import { modes } from '../core/tenant.ts'
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
    pausedOn: nullableDate.describe(
      'The time when the subscription was paused. Null if it is not paused. A paused subscription can be resumed.',
    ),
    amount: z.number().describe('The price of each payment, for one of `quantity`.'),
    currency: z.string().describe('The currency of `amount`. Defaults to the currency of the account.'),
    quantity: z.int(),
    userDefinedId: z.string().describe('The id of the plan.'),
    totalSpent: z.number().describe('The sum of the paid invoices in the currency of the first invoice.'),
    status: caseInsensitiveEnum(['Active', 'Paused', 'Canceled']),
    gatewayId: nullableText.describe("The payment gateway's id of the subscription."),
    metadata,
    cartId: nullableText,
    recurringShipping: z.boolean(),
    user: Subscriber,
  })
  .meta({ id: 'Subscription' })
export type Subscription = z.output<typeof Subscription>

export const DashboardSubscription = z
  .object({
    id: guid.describe('In V3, the token of the initial order.'),
    planName: z.string(),
    creationDate: dateTime,
    subscriber: z.string().describe('The e-mail address.'),
    interval: caseInsensitiveEnum(frequencies),
    intervalCount: z.int().nullable(),
    price: z.number(),
    totalSpent: z.number().describe('The sum of the paid invoices in the currency of the first invoice.'),
    nextBillingDate: nullableDate,
    lastAttemptedInvoiceState: invoiceState.nullable().describe('The state of the newest invoice.'),
    featureVersion: engine,
  })
  .meta({ id: 'SubscriptionSummary' })
export type DashboardSubscription = z.output<typeof DashboardSubscription>

const UpcomingPayment = z
  .object({ subscriptionId: guid, name: z.string(), date: dateTime })
  .meta({ id: 'UpcomingPayment' })

export const DashboardSubscriptionDetails = z
  .object({
    id: guid,
    name: z.string(),
    cancelledOn: dateTime.optional().describe('Omitted unless the subscription was cancelled.'),
    state: caseInsensitiveEnum(states),
    user: Subscriber.extend({ billingAddressName: z.string() }).meta({ id: 'SubscriberDetails' }),
    schedule: z.object({ interval, intervalCount: z.int() }).meta({ id: 'SubscriptionInterval' }),
    nextBillingDate: nullableDate.describe(
      'The date that the checkout has reported or an update has set, or the next date of the schedule after that date has passed. After a requested cancellation, the date at which the subscription ends. Null after the end.',
    ),
    gatewayId: nullableText,
    paymentStatus: invoiceState.nullable().describe('The state of the newest invoice.'),
    upcomingPayments: z
      .array(UpcomingPayment)
      .describe('The next three payments; none if the subscription is paused, is going to end or has ended.'),
    featureVersion: engine,
    amount: z.number().describe('The price of each payment, for one of `quantity`.'),
    quantity: z.int(),
  })
  .meta({ id: 'SubscriptionDetails' })
export type DashboardSubscriptionDetails = z.output<typeof DashboardSubscriptionDetails>

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

export const SubscriptionParams = z.object({ id: guid.brand<'SubscriptionId'>() })
/** The id is validated later, because the error for an invalid id depends on the engine. */
export const AnySubscriptionParams = z.object({ id: z.string().meta({ format: 'uuid' }) })

const statuses = ['active', 'paused', 'canceled'] as const
const status = caseInsensitiveEnum(statuses, { cancelled: 'canceled' })
const searches = {
  userDefinedPlanName: text(500).optional().describe("Matches any part of the plan's name or id. Case-insensitive."),
  userDefinedCustomerNameOrEmail: text(500)
    .optional()
    .describe("Matches any part of the subscriber's e-mail address or name. Case-insensitive."),
}

export const SubscriptionQuery = PageQuery.extend({
  ...periodParameters('Created'),
  status: optionalFilter(status).describe('`all` means no filter.'),
  ...searches,
})
export type SubscriptionQuery = z.output<typeof SubscriptionQuery>

/** Returns the status, or `all` for an unknown status. */
const toKnownStatus = (value: string) => status.safeParse(value).data ?? ('all' as const)
/** Returns the GUID in lower case. A text that is not a GUID is kept, and matches no customer. */
const toCustomerId = (value: string) => guid.safeParse(value).data ?? value

export const DashboardQuery = PageQuery.extend({
  ...periodParameters('Created'),
  status: text(500)
    .transform(toKnownStatus)
    .optional()
    .describe(
      '`active`, `paused`, `canceled` or `all`. By default, all that have not ended. `active` includes those with a requested cancellation; `canceled` are all that have ended. Any other value means `all`.',
    ),
  customerId: optionalFilter(text(500).transform(toCustomerId)).describe('The GUID of the subscriber.'),
  ...searches,
  lastAttemptedInvoiceState: optionalFilter(invoiceState).describe('The state of the newest invoice.'),
})
export type DashboardQuery = z.output<typeof DashboardQuery>

export const VersionQuery = z.object({
  version: caseInsensitiveEnum(engines)
    .prefault('V1')
    .describe('The engine of the subscription. In V3, its id is the token of its initial order.'),
})
export type VersionQuery = z.output<typeof VersionQuery>

const offset = integer()
  .prefault(0)
  .describe('Invoices to skip. Use the `next` URL of the `Link` header to get the next page.')
export const InvoicesQuery = z.object({ offset })
export const DashboardInvoicesQuery = VersionQuery.extend({ offset })
export type InvoicesQuery = z.output<typeof InvoicesQuery>
export type DashboardInvoicesQuery = z.output<typeof DashboardInvoicesQuery>

const toList = (value: unknown) =>
  [value].flat().flatMap(text => (typeof text === 'string' ? text.split(',').filter(Boolean) : [text]))
const v3States = ['Active', 'Paused', 'CancellationRequested', 'Stopped', 'Finished'] as const

export const CountQuery = z.object({
  states: z
    .preprocess(value => (value === undefined ? value : toList(value)), z.array(caseInsensitiveEnum(v3States)).min(1))
    .describe('Repeat the parameter, or separate several states by commas.'),
  mode: caseInsensitiveEnum(modes)
    .prefault('Live')
    .describe('Counts the subscriptions of this mode, whatever the mode of the key.'),
})
export type CountQuery = z.output<typeof CountQuery>

const echoedText = z.string().nullable()
const echoedFilters = {
  from: dateTime.nullable(),
  to: dateTime.nullable(),
  userDefinedPlanName: echoedText,
  userDefinedCustomerNameOrEmail: echoedText,
}

export const SubscriptionPage = pageSchema(Subscription, 'SubscriptionPage')
  .extend({ ...echoedFilters, status: status.nullable() })
  .meta({ id: 'SubscriptionPage' })
export type SubscriptionPage = z.output<typeof SubscriptionPage>

export const DashboardPage = pageSchema(DashboardSubscription, 'DashboardSubscriptionPage')
  .extend({
    ...echoedFilters,
    status: z.enum(['all', ...statuses]).nullable(),
    customerId: echoedText,
    lastAttemptedInvoiceState: invoiceState.nullable(),
    totalDeclinedCount: z
      .int()
      .describe('Subscriptions of the store whose newest invoice was declined, whatever the filters.'),
    sort: z.array(z.string()).describe('Always empty: the newest come first.'),
  })
  .meta({ id: 'DashboardSubscriptionPage' })
export type DashboardPage = z.output<typeof DashboardPage>
