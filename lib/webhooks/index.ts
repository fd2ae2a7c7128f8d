/** Receives the events of payment gateways, and applies them as checkout events. */

import * as checkout from '../checkout/index.ts'
import { parseJson } from '../core/json.ts'
import { log } from '../core/log.ts'
import { Problem, statusOf } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import * as maintenanceMode from '../maintenance-mode/index.ts'
import { convertStripeEvent, StripeEvent } from '../stripe-events/index.ts'
import { type GatewayWebhookPath, type GatewayWebhookReply, GatewayWebhookTenant } from './schemas.ts'
import { isSignedByStripe } from './stripe-signature.ts'

interface Sent {
  body: Buffer
  signature: string | undefined
}

export async function stripe(
  address: GatewayWebhookPath,
  { body, signature = '' }: Sent,
): Promise<GatewayWebhookReply> {
  const { data: tenant } = GatewayWebhookTenant.safeParse(address)
  if (!tenant || !(await isSignedByStripe(tenant, { body, signature }))) throw notVerified()
  await maintenanceMode.requireEventsAllowed()
  try {
    await applyStripeEvent(tenant, parseInput(StripeEvent, parseJson(body.toString(), notJson), 'the event'))
  } catch (fault) {
    if (fault instanceof Problem && statusOf(fault.code) < 500) logRejection(tenant, fault)
    throw fault
  }
  return { received: true }
}

/** All requests that cannot be verified get the same problem, so that nobody can find out which stores use Stripe. */
const notVerified = () =>
  new Problem('validation_failed', { message: 'The signature of the event could not be verified.' })

const notJson = () => new Problem('validation_failed', { message: 'The event is not valid JSON.' })

const logRejection = (tenant: Tenant, { message, errors }: Problem) =>
  log.warn('An event of Stripe was rejected.', { ...tenant, reason: message, faults: errors })

async function applyStripeEvent(tenant: Tenant, event: StripeEvent): Promise<void> {
  if (event.livemode !== (tenant.mode === 'Live')) throw notVerified()
  for (const converted of await convertStripeEvent(tenant, event)) await checkout.applyEvent(converted)
}
