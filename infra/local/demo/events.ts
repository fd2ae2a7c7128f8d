/** Everything that the demo store's checkout has told, in the order in which it happened. */

import { aftermath } from './aftermath.ts'
import { buyerEvents } from './buyers.ts'
import { cartEventsAt } from './carts.ts'
import { orderEvents } from './completions.ts'
import type { DemoEvent } from './event.ts'
import { legacySubscriptionEvents } from './subscriptions.ts'
import { subscriptionEvents } from './subscriptions-v3.ts'

const settled = [
  ...buyerEvents,
  ...orderEvents,
  ...aftermath,
  ...legacySubscriptionEvents,
  ...subscriptionEvents,
]

/** With the carts that are open then. */
export const demoEventsAt = (now: number): DemoEvent[] =>
  [...settled, ...cartEventsAt(now)].toSorted((one, other) => (one.createdOn < other.createdOn ? -1 : 1))
