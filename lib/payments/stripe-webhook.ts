/** Checks that an event was sent by Stripe, and is for this store and mode. */

import type Stripe from 'stripe'
import * as accounts from '../accounts/index.ts'
import type { Tenant } from '../core/tenant.ts'
import { loadGatewayKeys } from './gateway-keys.ts'
import { loadStripe } from './stripe-sdk.ts'

interface SignedEvent {
  body: Buffer
  signature: string
}

/** Null if the signature is wrong or too old, or if the store has no secret to check it with. */
export async function verifyStripeEvent(tenant: Tenant, signed: SignedEvent): Promise<Stripe.Event | null> {
  /** First, as a read of Secrets Manager costs more. */
  if (!(await accounts.find(tenant.account))) return null
  const secret = (await loadGatewayKeys(tenant))?.webhookSecret
  if (!secret) return null
  const event = await parse(signed, secret)
  return event?.livemode === (tenant.mode === 'Live') ? event : null
}

const toleranceSeconds = 300

async function parse({ body, signature }: SignedEvent, secret: string): Promise<Stripe.Event | null> {
  const Stripe = await loadStripe()
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
    throw error
  }
}
