/**
 * Defines the update of a subscription, to which the checkout events of V1 and V3 and imports are converted, and the
 * schemas that they share.
 */

import * as z from 'zod'
import type { Addresses } from '../core/address.ts'
import { optionalInteger, taxFields, withTaxNames } from '../core/event-fields.ts'
import type { CustomerId, SubscriptionId } from '../core/ids.ts'
import type { Metadata } from '../core/metadata.ts'
import type { DecimalAmount } from '../core/money.ts'
import type { ChangeName, Engine } from './rules.ts'
import type { Schedule } from './schedule.ts'
import type { SubscriptionContent } from './stored-fields.ts'

interface Subscriber {
  id: CustomerId | null
  email: string | null
  creationDate: string | null
  isConfirmed: boolean
  addresses: Addresses | null
  hasGatewayAddresses?: boolean | undefined
}

/** A subscription as an event or an import describes it. If a field is undefined, its stored value is kept. */
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
export const integerRaisedToMinimum = (min: number) =>
  optionalInteger.transform(value => (value === null ? null : Math.max(min, value)))

export const EventTax = z.object(taxFields).transform(withTaxNames)
