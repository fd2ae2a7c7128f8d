/** Turns the reports of payment gateways into checkout events. */

import * as checkout from '../checkout/index.ts'
import { parseJson } from '../core/json.ts'
import { log } from '../core/log.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import { type EarlyRefund, findOrderOfPayment, isSignedByStripe, keepEarlyRefund } from '../payments/index.ts'
import { type WebhookAddress, type WebhookReply, WebhookTenant } from './schemas.ts'
import {
  checkoutEventOf,
  isAboutRefund,
  orderTokenIn,
  paymentIdsOf,
  StripeEvent,
  StripeRefund,
} from './stripe-events.ts'

interface Sent {
  body: Buffer
  signature: string | undefined
}

export async function stripe(address: WebhookAddress, { body, signature = '' }: Sent): Promise<WebhookReply> {
  const { data: tenant } = WebhookTenant.safeParse(address)
  if (!tenant || !(await isSignedByStripe(tenant, { body, signature }))) throw notVerified()
  try {
    await applyStripeEvent(tenant, parseInput(StripeEvent, parseJson(body.toString(), notJson), 'the event'))
  } catch (fault) {
    if (fault instanceof Problem) logRejection(tenant, fault)
    throw fault
  }
  return { received: true }
}

/** All invalid requests get the same problem, so that nobody can find out which stores use Stripe. */
const notVerified = () =>
  new Problem('validation_failed', { message: 'The signature of the event could not be verified.' })

const notJson = () => new Problem('validation_failed', { message: 'The event is not valid JSON.' })

const logRejection = (tenant: Tenant, { message, errors }: Problem) =>
  log.warn('An event of Stripe was rejected.', { ...tenant, reason: message, faults: errors })

/** Applies events of refunds. Other events, and refunds that are pending, are ignored. */
async function applyStripeEvent(tenant: Tenant, event: StripeEvent): Promise<void> {
  if (event.livemode !== (tenant.mode === 'Live')) throw notVerified()
  if (!isAboutRefund(event)) return
  const refund = parseInput(StripeRefund, event.data.object, 'the refund')
  const reported = checkoutEventOf(tenant, event, refund)
  if (!reported) return
  const orderToken = orderTokenIn(refund) ?? (await findOrder(tenant, paymentIdsOf(refund), reported))
  if (orderToken) await checkout.applyEvent({ ...reported, content: { ...reported.content, orderToken } })
  else log.info('A refund is kept until the order of its payment arrives.', { ...tenant, refund: refund.id })
}

/** If the order is not found, stores the refund and searches again, as the order may have arrived meanwhile. */
async function findOrder(tenant: Tenant, paymentIds: string[], reported: EarlyRefund) {
  const known = await findOrderOfPayment(tenant, paymentIds)
  if (known) return known
  await keepEarlyRefund(tenant, paymentIds, reported)
  return findOrderOfPayment(tenant, paymentIds)
}
