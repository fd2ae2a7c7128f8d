/** Subscriptions: so far, what the checkout tells of them is kept as it comes. */

import type { Stamp } from '../kit/stamp.ts'
import type { Tenant } from '../kit/tenant.ts'
import { SubscriptionEvent } from './entity.ts'

interface Told {
  eventName: string
  content: Record<string, unknown>
}

/** The same event twice is the same row. */
export async function keep({ account, mode }: Tenant, told: Told, stamp: Stamp): Promise<void> {
  await SubscriptionEvent.put({ account, mode, stamp, ...told }).go()
}
