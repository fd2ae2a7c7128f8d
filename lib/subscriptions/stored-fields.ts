/** Defines the stored fields of a subscription. */

import type { EventStamp } from '../core/event-stamp.ts'
import type { Metadata } from '../core/metadata.ts'
import type { MinorUnits } from '../core/money.ts'
import type { Schedule } from './schedule.ts'

/** The fields that come from checkout events or an import. */
export interface SubscriptionContent {
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

/** These fields may change independently of each other. The newest value of each field is used. */
export interface SubscriptionFields {
  content: SubscriptionContent & {
    currency: string
    /** The stamp of the report of the subscriber, if it is not the report of the other content. */
    subscriberStamp?: EventStamp
    /** The stamp of the report of the currency, if it is not the report of the other content. */
    currencyStamp?: EventStamp
  }
  /** The price of one payment for a quantity of 1, in minor units of the content's currency. */
  amount: MinorUnits
  quantity: number
  schedule: Schedule
  /** The next billing date that the checkout reported, or that a request has set. */
  nextBillingDate: string | null
  metadata: Metadata
}
