/** Defines the endpoints of subscriptions. */

import * as z from 'zod'
import { defineEndpoints } from '../http/route.ts'
import {
  AnySubscriptionParams,
  CountQuery,
  DashboardInvoice,
  DashboardInvoicesQuery,
  DashboardPage,
  DashboardQuery,
  DashboardSubscriptionDetails,
  InvoicesQuery,
  Subscription,
  SubscriptionChange,
  SubscriptionInvoice,
  SubscriptionPage,
  SubscriptionParams,
  SubscriptionQuery,
  VersionQuery,
} from './schemas.ts'

const changeOfV1 = {
  usesGateway: true,
  params: SubscriptionParams,
  reply: Subscription,
  problems: ['conflict', 'state_conflict', 'precondition_failed'],
} as const

const ofAnyVersion = {
  details:
    'The `version` parameter selects one of two engines. An id that is not a GUID returns 400 in V1 and 404 in V3.',
  feature: 'subscriptions',
  params: AnySubscriptionParams,
  query: VersionQuery,
  reply: DashboardSubscriptionDetails,
} as const

export const api = defineEndpoints('subscriptions', 'Subscriptions, their state and their invoices.', {
  list: {
    method: 'GET',
    path: '/subscriptions',
    purpose: 'Lists V1 subscriptions. The newest come first. Filters can be combined.',
    query: SubscriptionQuery,
    reply: SubscriptionPage,
    paging: 'offset',
  },
  get: {
    method: 'GET',
    path: '/subscriptions/{id}',
    purpose: 'Retrieves a V1 subscription.',
    params: SubscriptionParams,
    reply: Subscription,
  },
  invoices: {
    method: 'GET',
    path: '/subscriptions/{id}/invoices',
    purpose: 'Lists the invoices of a V1 subscription. The newest come first.',
    params: SubscriptionParams,
    query: InvoicesQuery,
    reply: z.array(SubscriptionInvoice),
    paging: 'link',
  },
  cancel: {
    ...changeOfV1,
    method: 'DELETE',
    path: '/subscriptions/{id}',
    purpose: 'Cancels a V1 subscription at once. A canceled subscription stays as it is.',
    problems: ['conflict', 'precondition_failed'],
  },
  pause: {
    method: 'POST',
    path: '/subscriptions/{id}/pause',
    purpose: 'Pauses a V1 subscription. Its payments are discounted by 100 percent.',
    ...changeOfV1,
  },
  resume: {
    method: 'POST',
    path: '/subscriptions/{id}/resume',
    purpose: 'Resumes a paused V1 subscription.',
    ...changeOfV1,
  },
  update: {
    method: 'PUT',
    path: '/subscriptions/{id}',
    purpose: 'Updates a V1 subscription. Another amount or quantity applies from the next payment on.',
    ...changeOfV1,
    body: SubscriptionChange,
  },
  count: {
    method: 'GET',
    path: '/subscriptions/count',
    purpose: 'Counts V3 subscriptions in some states. The reply is a number.',
    feature: 'subscriptions',
    query: CountQuery,
    reply: z.int().meta({ id: 'SubscriptionCount' }),
  },
  dashboardList: {
    method: 'GET',
    path: '/dashboard/subscriptions',
    purpose: 'Lists subscriptions of V1 and V3. The newest come first. Filters can be combined.',
    feature: 'subscriptions',
    query: DashboardQuery,
    reply: DashboardPage,
    paging: 'offset',
  },
  dashboardGet: {
    method: 'GET',
    path: '/dashboard/subscriptions/{id}',
    purpose: 'Retrieves a subscription of V1 or V3.',
    ...ofAnyVersion,
  },
  dashboardCancel: {
    method: 'DELETE',
    path: '/dashboard/subscriptions/{id}',
    purpose: 'Cancels a subscription of V1 or V3. One of V3 ends at its next billing date.',
    ...ofAnyVersion,
    usesGateway: true,
    problems: ['conflict', 'precondition_failed'],
  },
  dashboardInvoices: {
    method: 'GET',
    path: '/dashboard/subscriptions/{id}/invoices',
    purpose: 'Lists the invoices of a subscription of V1 or V3. The newest come first.',
    ...ofAnyVersion,
    query: DashboardInvoicesQuery,
    reply: z.array(DashboardInvoice),
    paging: 'link',
  },
})
