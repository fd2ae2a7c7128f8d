/** Reads from Stripe with the key of a store. */

import type Stripe from 'stripe'
import { countMetric, log } from '../core/log.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { isMissingInStripe, meaningOfFault, missingPermissionIn } from './gateway-faults.ts'
import { loadGatewayKeys } from './gateway-keys.ts'
import { TrackedStripeCall } from './tracked-stripe-call.ts'

/** Reads from Stripe. A failure in a webhook leads to a reply with a 5xx status, so that Stripe repeats the webhook. */
export async function readWithStripeKey<T>(tenant: Tenant, read: (stripe: Stripe) => Promise<T>): Promise<T> {
  const keys = await loadGatewayKeys(tenant)
  if (!keys) throw notReadable(tenant, 'The store has no key of Stripe.')
  try {
    return await new TrackedStripeCall(keys.apiKey).run(read)
  } catch (fault) {
    throw problemOf(tenant, fault)
  }
}

function problemOf(tenant: Tenant, fault: unknown): unknown {
  if (isMissingInStripe(fault))
    return notReadable(tenant, 'Stripe does not find it: the key may be of another account.')
  switch (meaningOfFault(fault)) {
    case 'key rejected':
      return notReadable(tenant, `Stripe rejects the API key${missingPermissionIn(fault)}.`)
    case 'unknown':
      return new Problem('gateway_timeout')
    default:
      return fault
  }
}

const advice = 'Set a key with the permissions in lib/docs/guides/stripe.md with `npm run store -- gateway set`.'

/** Returns a problem, logs it, and counts it in the metric that raises the alarm for gateways without a valid key. */
function notReadable(tenant: Tenant, reason: string): Problem {
  log.error('What a store has sold with Stripe cannot be read.', { ...tenant, reason, advice })
  countMetric('GatewayAnswers', { mode: tenant.mode, result: 'unavailable' })
  return new Problem('unavailable', { message: `${reason} ${advice}` })
}
