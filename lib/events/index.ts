/** Receives checkout events by HTTPS, checks them, and puts them into the queue of the checkout worker. */

import type { RawRequest } from '../core/http-messages.ts'
import type { Tenant } from '../core/tenant.ts'
import { checkEvents } from './check-events.ts'
import { enqueueEvents } from './queue.ts'
import { receiveFromSource } from './receive.ts'
import type { EventResult } from './schemas.ts'

export { addSource, listSources, removeSource, removeSourceSecrets, rotateSecret } from './sources.ts'

/** `body` is one event, or an array of events. */
export async function send(tenant: Tenant, body: unknown): Promise<EventResult[]> {
  const { results, queued } = checkEvents(body, tenant)
  await enqueueEvents(queued)
  return results
}

/**
 * Returns undefined if the webhook asks for shipping rates or taxes, which this API does not calculate. `source` is the
 * last segment of the path.
 */
export const receive = (source: string, body: unknown, raw: RawRequest): Promise<EventResult[] | undefined> =>
  receiveFromSource(source, { body, raw })
