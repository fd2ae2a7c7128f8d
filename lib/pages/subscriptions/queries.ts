/** The URL parameters of the subscription list and of the subscription screen, and the API request for the list. */

import * as z from 'zod/mini'
import type { Client, SubscriptionSummary } from '../../client/index.ts'
import { day, ignoreInvalid, positive, text } from '../app/url-parameters.ts'
import { rangeOfPage } from '../list/page.ts'
import type { SessionValue } from '../session/client.ts'
import { timeRangeOf } from '../session/store-time.ts'

export type EngineVersion = SubscriptionSummary['featureVersion']

const invoiceStates = ['Unpaid', 'Paid', 'Declined', 'Void', 'Pending'] as const
export type InvoiceState = (typeof invoiceStates)[number]

/** The URL parameters of the list. Without `status`, the list has all subscriptions that have not ended. */
export const subscriptionSearch = z.object({
  page: positive,
  search: text,
  plan: text,
  customer: text,
  status: ignoreInvalid(z.enum(['active', 'paused', 'canceled', 'all'])),
  payment: ignoreInvalid(z.enum(invoiceStates)),
  from: day,
  to: day,
})
export type SubscriptionSearch = z.output<typeof subscriptionSearch>

/** The URL parameters of the subscription screen: the open dialog. */
export const subscriptionScreenSearch = z.object({ dialog: ignoreInvalid(z.enum(['change', 'cancel'])) })

type Request = NonNullable<Parameters<Client['subscriptions']['dashboardList']>[0]>

const requestOf = (
  { page, search, plan, customer, status, payment, ...days }: SubscriptionSearch,
  timeZone: string,
): Request => ({
  ...rangeOfPage(page),
  ...(search && { userDefinedCustomerNameOrEmail: search }),
  ...(plan && { userDefinedPlanName: plan }),
  ...(customer && { customerId: customer }),
  ...(status && { status }),
  ...(payment && { lastAttemptedInvoiceState: payment }),
  ...timeRangeOf(days, timeZone),
})

export const subscriptionsQuery = ({ api, account }: SessionValue, search: SubscriptionSearch) => ({
  queryKey: ['subscriptions', 'list', search],
  queryFn: () => api.subscriptions.dashboardList(requestOf(search, account.timeZone)),
})
