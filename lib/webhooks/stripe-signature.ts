/** Checks that an event was sent by Stripe to this store. */

import * as accounts from '../accounts/index.ts'
import { epochSeconds } from '../core/clock.ts'
import type { Tenant } from '../core/tenant.ts'
import { loadGatewayKeys, loadStripeSdk } from '../payments/index.ts'

interface SignedEvent {
  body: Buffer
  signature: string
}

/** Returns false if the signature is wrong, too old or from the future, or if the store has no webhook secret. */
export async function isSignedByStripe(tenant: Tenant, signed: SignedEvent): Promise<boolean> {
  /** Looks up the account first, because a read of the secret costs more. */
  if (!(await accounts.find(tenant.account))) return false
  const secret = (await loadGatewayKeys(tenant))?.webhookSecret
  return !!secret && !isOfFuture(signed.signature) && (await isGenuine(signed, secret))
}

/** The time by which Stripe's clock and ours may differ, in either direction. */
const toleranceSeconds = 300

/** The SDK rejects old signatures, but not signatures from the future. */
const isOfFuture = (signature: string) =>
  [...signature.matchAll(/\bt=(\d+)/g)].some(([, time]) => Number(time) > epochSeconds() + toleranceSeconds)

async function isGenuine({ body, signature }: SignedEvent, secret: string): Promise<boolean> {
  const Stripe = await loadStripeSdk()
  try {
    return Stripe.webhooks.signature?.verifyHeader(body, signature, secret, toleranceSeconds) ?? false
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false
    throw error
  }
}
