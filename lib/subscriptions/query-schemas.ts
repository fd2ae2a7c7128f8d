/** Defines the queries of the endpoints of subscriptions, and the pages that repeat the filters of their query. */

import * as z from 'zod'
import { caseInsensitiveEnum, dateTime, filter, guid, integer, text } from '../core/fields.ts'
import { CreationDates, PageQuery, pageSchema } from '../core/page.ts'
import { modes } from '../core/tenant.ts'
import { invoiceStates } from './invoice-rules.ts'
import { engines } from './rules.ts'
import { Subscription, SubscriptionSummary } from './schemas.ts'

export const SubscriptionId = z.object({ id: guid.brand<'SubscriptionId'>() })
/** The form of a subscription's id depends on the engine. */
export const AnySubscriptionId = z.object({ id: z.string().meta({ format: 'uuid' }) })

const invoiceState = caseInsensitiveEnum(invoiceStates)
const statuses = ['active', 'paused', 'canceled'] as const
const status = caseInsensitiveEnum(statuses, { cancelled: 'canceled' })
const searches = {
  userDefinedPlanName: text(500).optional().describe("Matches any part of the plan's name or id. Case-insensitive."),
  userDefinedCustomerNameOrEmail: text(500)
    .optional()
    .describe("Matches any part of the subscriber's e-mail address or name. Case-insensitive."),
}

export const SubscriptionQuery = PageQuery.extend({
  ...CreationDates.shape,
  status: filter(status).describe('`all` means no filter.'),
  ...searches,
})
export type SubscriptionQuery = z.output<typeof SubscriptionQuery>

/** A status that is not known counts as `all`. */
const toKnownStatus = (value: string) => status.safeParse(value).data ?? ('all' as const)
/** A text that is not a GUID is kept, and matches no customer. */
const toCustomerId = (value: string) => guid.safeParse(value).data ?? value

export const DashboardQuery = PageQuery.extend({
  ...CreationDates.shape,
  status: text(500)
    .transform(toKnownStatus)
    .optional()
    .describe(
      '`active`, `paused`, `canceled` or `all`. By default, all that have not ended. `active` includes those with a requested cancellation; `canceled` are all that have ended. Any other value means `all`.',
    ),
  customerId: filter(text(500).transform(toCustomerId)).describe('The GUID of the subscriber.'),
  ...searches,
  lastAttemptedInvoiceState: filter(invoiceState).describe('The state of the newest invoice.'),
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

export const DashboardPage = pageSchema(SubscriptionSummary, 'DashboardSubscriptionPage')
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
