/** Loads a subscription of either engine, and converts the API's replies to one shape for the screen. */

import type { Client, Subscription, SubscriptionDetails } from '../../client/index.ts'
import { nullIfMissing } from '../session/client.ts'
import type { EngineVersion } from './queries.ts'

export type Interval = SubscriptionDetails['schedule']['interval']

export interface ShownSubscription {
  engine: EngineVersion
  id: string
  name: string
  state: SubscriptionDetails['state']
  price: number
  quantity: number
  /** In V3, the currency is the initial order's currency. It is null if the initial order does not exist. */
  currency: string | null
  interval: Interval
  intervalCount: number
  nextBillingDate: string | null
  cancelledOn: string | null
  upcoming: string[]
  paymentStatus: SubscriptionDetails['paymentStatus']
  customer: SubscriptionDetails['user']
  gatewayId: string | null
  initialOrderToken: string
  /** The full V1 subscription, which can be changed; null in V3. */
  v1: Subscription | null
}

function fieldsOf({ id, name, state, amount, quantity, schedule, ...details }: SubscriptionDetails) {
  return {
    engine: details.featureVersion,
    id,
    name,
    state,
    price: amount,
    quantity,
    interval: schedule.interval,
    intervalCount: schedule.intervalCount,
    nextBillingDate: details.nextBillingDate,
    cancelledOn: details.cancelledOn ?? null,
    upcoming: details.upcomingPayments.map(({ date }) => date),
    paymentStatus: details.paymentStatus,
    customer: details.user,
    gatewayId: details.gatewayId,
  }
}

async function loadV1(api: Client, id: string): Promise<ShownSubscription> {
  const [details, v1] = await Promise.all([
    api.subscriptions.dashboardGet({ id, version: 'V1' }),
    api.subscriptions.get({ id }),
  ])
  return { ...fieldsOf(details), currency: v1.currency, initialOrderToken: v1.initialOrderToken, v1 }
}

/** Loads a V3 subscription and its initial order, whose token is the id of the subscription. */
async function loadV3(api: Client, id: string): Promise<ShownSubscription> {
  const [details, order] = await Promise.all([
    api.subscriptions.dashboardGet({ id, version: 'V3' }),
    nullIfMissing(api.orders.get({ token: id })),
  ])
  return { ...fieldsOf(details), currency: order?.currency ?? null, initialOrderToken: id, v1: null }
}

export const subscriptionQuery = (api: Client, engine: EngineVersion, id: string) => ({
  queryKey: ['subscriptions', 'one', engine, id],
  queryFn: () => (engine === 'V1' ? loadV1(api, id) : loadV3(api, id)),
})

/** Requests the invoices. For a V3 subscription, the API replies with 404 until the first invoice exists. */
export const invoicesQuery = (api: Client, engine: EngineVersion, id: string) => ({
  queryKey: ['subscriptions', 'invoices', engine, id],
  queryFn: async () =>
    (await nullIfMissing(api.subscriptions.dashboardInvoices.all({ id, version: engine }).toArray())) ?? [],
})

/**
 * Returns the shown subscription with the new values from the reply. Details that are not in the reply stay the same,
 * but a subscription that is not active has no upcoming payments.
 */
export const withReply = (shown: ShownSubscription, reply: Subscription): ShownSubscription => ({
  ...shown,
  state: reply.status,
  price: reply.amount,
  quantity: reply.quantity,
  interval: reply.schedule.interval,
  intervalCount: reply.schedule.intervalCount,
  nextBillingDate: reply.nextBillingDate,
  cancelledOn: reply.cancelledOn,
  upcoming: reply.status === 'Active' ? shown.upcoming : [],
  v1: reply,
})
