/** Subscriptions: their checkout events are stored for now, until there are endpoints that need them. */

import type { EventStamp } from '../core/event-stamp.ts'
import type { Tenant } from '../core/tenant.ts'
import { SubscriptionEvent } from './entity.ts'

interface Event {
  eventName: string
  content: Record<string, unknown>
}

/** A duplicate has the same stamp, and so the same key. */
export async function saveEvent({ account, mode }: Tenant, event: Event, stamp: EventStamp): Promise<void> {
  await SubscriptionEvent.put({ account, mode, stamp, ...event }).go()
}
