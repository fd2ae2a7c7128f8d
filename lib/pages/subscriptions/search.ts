/** What the URLs of the list of subscriptions and of a subscription contain, and the requests that they stand for. */

import * as z from 'zod/mini'
import type { Client, SubscriptionSummary } from '../../client/index.ts'
import type { SessionValue } from '../session/api.ts'
import { endOfDay, startOfDay } from '../session/days.ts'

export type Engine = SubscriptionSummary['featureVersion']

const invoiceStates = ['Unpaid', 'Paid', 'Declined', 'Void', 'Pending'] as const
export type InvoiceState = (typeof invoiceStates)[number]

const text = z.optional(z.string())
const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined)

/** A value that is not valid is ignored, so that every URL opens. Without a status, all that have not ended are listed. */
export const subscriptionSearch = z.object({
  page: optional(z.coerce.number().check(z.int(), z.positive())),
  search: text,
  plan: text,
  customer: text,
  status: optional(z.enum(['active', 'paused', 'canceled', 'all'])),
  payment: optional(z.enum(invoiceStates)),
  from: optional(z.iso.date()),
  to: optional(z.iso.date()),
})
export type SubscriptionSearch = z.output<typeof subscriptionSearch>

/** The dialog that is open on the screen of a subscription. */
export const subscriptionView = z.object({ dialog: optional(z.enum(['change', 'cancel'])) })

const pageLength = 50

type Request = NonNullable<Parameters<Client['subscriptions']['dashboardList']>[0]>

const requestOf = (
  { page = 1, search, plan, customer, status, payment, from, to }: SubscriptionSearch,
  timeZone: string,
): Request => ({
  offset: (page - 1) * pageLength,
  limit: pageLength,
  ...(search && { userDefinedCustomerNameOrEmail: search }),
  ...(plan && { userDefinedPlanName: plan }),
  ...(customer && { customerId: customer }),
  ...(status && { status }),
  ...(payment && { lastAttemptedInvoiceState: payment }),
  ...(from && { from: startOfDay(from, timeZone) }),
  ...(to && { to: endOfDay(to, timeZone) }),
})

export const subscriptionsQuery = ({ api, account }: SessionValue, search: SubscriptionSearch) => ({
  queryKey: ['subscriptions', 'list', search],
  queryFn: () => api.subscriptions.dashboardList(requestOf(search, account.timeZone)),
})
