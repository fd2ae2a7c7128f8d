/** Defines the stored fields of a subscription, and the parts of checkout events that both engines share. */

import * as z from 'zod'
import type { Addresses } from '../core/address.ts'
import { optionalInteger, taxFields, withTaxNames } from '../core/event-fields.ts'
import type { CustomerId, SubscriptionId } from '../core/ids.ts'
import type { Metadata } from '../core/metadata.ts'
import type { DecimalAmount, MinorUnits } from '../core/money.ts'
import type { ChangeName, Engine } from './rules.ts'
import type { Schedule } from './schedule.ts'

/** The fields that only the checkout sets. */
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

/** These fields may change independently of each other. The newest value of each field is used. */
export interface SubscriptionFields {
  content: SubscriptionContent & { currency: string }
  /** The price of one payment for a quantity of 1, in minor units of the content's currency. */
  amount: MinorUnits
  quantity: number
  schedule: Schedule
  /** The next billing date that the checkout reported, or that a request has set. */
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

/** A subscription as an event describes it. Fields that the event does not contain are undefined. */
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
  /** The dates of changes. A change without a date has the date of its event. */
  changedOn: { [C in ChangeName]?: string | null }
}

/** Replaces an integer that is less than `min` by `min`. */
export const clampedInteger = (min: number) =>
  optionalInteger.transform(value => (value === null ? null : Math.max(min, value)))

export const EventTax = z.object(taxFields).transform(withTaxNames)
