/** Subscriptions: so far, what the checkout tells of them is kept as it comes. */

import type { EventStamp } from '../core/event-stamp.ts'
import type { Tenant } from '../core/tenant.ts'
import { SubscriptionEvent } from './entity.ts'

interface Told {
  eventName: string
  content: Record<string, unknown>
}

/** The same event twice is the same row. */
export async function storeEvent({ account, mode }: Tenant, told: Told, stamp: EventStamp): Promise<void> {
  await SubscriptionEvent.put({ account, mode, stamp, ...told }).go()
}
