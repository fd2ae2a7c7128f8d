/** Receives checkout events by HTTPS, checks them, and puts them into the queue of the checkout worker. */

import type { Tenant } from '../core/tenant.ts'
import { enqueueCheckoutEvents } from './enqueue-checkout-events.ts'
import type { EventResult } from './schemas.ts'
import { validateSentEvents } from './validate-sent-events.ts'

export {
  addSource,
  listSources,
  moveSecretsToTable,
  removeAllSourceSecrets,
  removeSource,
  rotateSecret,
} from './sources.ts'

/** Implements `POST /checkout/events`: a caller with an API key sends one or more events. */
export async function send(tenant: Tenant, body: unknown): Promise<EventResult[]> {
  const { results, queued } = validateSentEvents(body, tenant)
  await enqueueCheckoutEvents(queued)
  return results
}

export { receive } from './receive-webhook.ts'
