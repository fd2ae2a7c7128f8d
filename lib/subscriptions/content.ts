/** What a subscription is for, and what its checkout events say of it: the same in both engines. */

import type { Addresses } from '../core/event-address.ts'
import type { CustomerId, SubscriptionId } from '../core/ids.ts'
import type { Metadata } from '../core/metadata.ts'
import type { DecimalAmount, MinorUnits } from '../core/money.ts'
import type { ChangeName, Engine } from './rules.ts'
import type { Schedule } from './schedule.ts'

/** What only the checkout sets. */
interface SubscriptionContent {
  name: string | null
  /** The id of the plan. */
  userDefinedId: string | null
  itemId: string | null
  initialOrderToken: string | null
  gatewayId: string | null
  cartId: string | null
  recurringShipping: boolean
  email: string | null
  billingName: string | null
}

/** The newest value of each counts. */
export interface SubscriptionFields {
  content: SubscriptionContent & { currency: string }
  /** Of each payment, for one of the quantity, in the minor unit of the content's currency. */
  amount: MinorUnits
  quantity: number
  schedule: Schedule
  /** As the checkout reported it; null if it did not. */
  nextBillingDate: string | null
  metadata: Metadata
}

interface Subscriber {
  id: CustomerId | null
  email: string | null
  creationDate: string | null
  isConfirmed: boolean
  addresses: Addresses | null
}

/** A subscription as an event describes it. What is undefined was not sent. */
export interface SubscriptionUpdate {
  id: SubscriptionId
  engine: Engine
  subscriber: Subscriber
  content: SubscriptionContent
  currency: string | null
  amount: DecimalAmount | undefined
  quantity: number | undefined
  schedule: Schedule
  nextBillingDate: string | null | undefined
  metadata: Metadata | undefined
  creationDate: string | null
  modificationDate: string | null
  /** The dates of its changes, where they are not those of the events. */
  changedOn: { [C in ChangeName]?: string | null }
}
