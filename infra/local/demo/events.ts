/** Everything that the demo store's checkout has told, in the order in which it happened. */

import { aftermath } from './aftermath.ts'
import { buyerEvents } from './buyers.ts'
import { cartEvents } from './carts.ts'
import type { DemoEvent } from './event.ts'
import { orderEvents } from './orders.ts'
import { legacySubscriptionEvents } from './subscriptions.ts'
import { subscriptionEvents } from './subscriptions-v3.ts'

export const demoEvents: DemoEvent[] = [
  ...buyerEvents,
  ...orderEvents,
  ...aftermath,
  ...cartEvents,
  ...legacySubscriptionEvents,
  ...subscriptionEvents,
].toSorted((one, other) => (one.createdOn < other.createdOn ? -1 : 1))
