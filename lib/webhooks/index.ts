/** Webhooks: what payment gateways report becomes checkout events. */

import type Stripe from 'stripe'
import * as checkout from '../checkout/index.ts'
import { log } from '../core/log.ts'
import { Problem } from '../core/problem.ts'
import type { RawRequest } from '../core/raw-request.ts'
import type { Tenant } from '../core/tenant.ts'
import {
  type EarlyRefund,
  findOrderOfPayment,
  keepEarlyRefund,
  verifyStripeEvent,
} from '../payments/index.ts'
import { type WebhookAddress, type WebhookReply, WebhookTenant } from './schemas.ts'
import {
  failedRefundOf,
  orderTokenIn,
  paymentIdsOf,
  refundCreated,
  succeededRefundOf,
} from './stripe-events.ts'

export async function stripe(address: WebhookAddress, { body, headers }: RawRequest): Promise<WebhookReply> {
  const { data: tenant } = WebhookTenant.safeParse(address)
  const signature = headers['stripe-signature'] ?? ''
  const event = tenant && (await verifyStripeEvent(tenant, { body, signature }))
  if (!event) throw notVerified()
  await applyStripeEvent(tenant, event)
  return { received: true }
}

/** The same for all reasons, so that nobody learns which stores use Stripe. */
const notVerified = () =>
  new Problem('validation_failed', { message: 'The signature of the event could not be verified.' })

/** Other types of events are ignored. */
async function applyStripeEvent(tenant: Tenant, event: Stripe.Event): Promise<void> {
  const failed = failedRefundOf(event)
  if (failed) logFailure(tenant, failed)
  const refund = succeededRefundOf(event)
  if (refund) await recordRefund(tenant, event, refund)
}

async function recordRefund(tenant: Tenant, event: Stripe.Event, refund: Stripe.Refund): Promise<void> {
  const created = refundCreated(tenant, event, refund)
  const orderToken = orderTokenIn(refund) ?? (await findOrder(tenant, paymentIdsOf(refund), created))
  if (orderToken) await checkout.applyEvent({ ...created, content: { ...created.content, orderToken } })
  else log.info('A refund is kept until the order of its payment arrives.', { ...tenant, refund: refund.id })
}

/** Keeps the refund if there is no order, and looks again, as the order may have arrived meanwhile. */
async function findOrder(tenant: Tenant, paymentIds: string[], created: EarlyRefund) {
  const known = await findOrderOfPayment(tenant, paymentIds)
  if (known) return known
  await keepEarlyRefund(tenant, paymentIds, created)
  return findOrderOfPayment(tenant, paymentIds)
}

/** Such a refund may have been accepted days ago, and nothing takes it back from the order. */
const logFailure = (tenant: Tenant, { id, failure_reason: reason }: Stripe.Refund) =>
  log.error('A refund failed in Stripe, but its order may still show it.', { ...tenant, refund: id, reason })
