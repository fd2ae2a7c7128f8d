/** Defines the values of the form that changes a V1 subscription, checks them, and converts them to a request body. */

import type { FormErrors } from '@mantine/form'
import type { Subscription, SubscriptionChange } from '../../client/index.ts'
import { isDay } from '../form/day-format.ts'
import { metadataToJson, parseMetadata } from '../form/metadata-json.ts'
import { numberOrNull } from '../form/number-text.ts'
import { startOfDay } from '../session/store-time.ts'
import type { Interval, ShownSubscription } from './subscription.ts'
import type { SubscriptionTexts } from './texts.ts'

export interface ChangeValues {
  /** Number inputs give a text if the input is empty or not a number. */
  price: number | string
  quantity: number | string
  interval: Interval
  count: number | string
  /**
   * The date of the next payment, such as `2026-03-31`; null if no date was chosen. Any other text is not a day, and its
   * input explains the error.
   */
  next: string | null
  metadata: string
}

/** A change for the API client. The date is a text here, although the client also accepts a `Date` or null. */
export interface WantedChange extends Omit<SubscriptionChange, 'nextBillingDate'> {
  nextBillingDate?: string
}

export const valuesOf = (shown: ShownSubscription, v1: Subscription): ChangeValues => ({
  price: shown.price,
  quantity: shown.quantity,
  interval: shown.interval,
  count: shown.intervalCount,
  next: null,
  metadata: metadataToJson(v1.metadata),
})

interface Subject {
  shown: ShownSubscription
  v1: Subscription
  timeZone: string
}

const numberOf = (value: number | string) => numberOrNull(value) ?? Number.NaN

export function changeIn(values: ChangeValues, { v1, timeZone }: Subject): WantedChange {
  const isSameMetadata = values.metadata === metadataToJson(v1.metadata)
  return {
    amount: numberOf(values.price),
    quantity: numberOf(values.quantity),
    schedule: { interval: values.interval, intervalCount: numberOf(values.count) },
    ...(values.next && { nextBillingDate: startOfDay(values.next, timeZone).toISOString() }),
    ...(!isSameMetadata && { metadata: parseMetadata(values.metadata) ?? null }),
  }
}

/** Returns the values of a V1 subscription in the form of a request body. */
export const asInput = ({ v1, interval, intervalCount }: ShownSubscription): object => ({
  ...v1,
  schedule: { interval, intervalCount },
})

export const hasChanges = ({ amount, quantity, schedule, ...rest }: WantedChange, shown: ShownSubscription) =>
  amount !== shown.price ||
  quantity !== shown.quantity ||
  schedule.interval !== shown.interval ||
  schedule.intervalCount !== shown.intervalCount ||
  Object.keys(rest).length > 0

const isWhole = (value: number | string, max: number) => {
  const number = numberOf(value)
  return Number.isInteger(number) && number >= 1 && number <= max
}

export function faultsIn(values: ChangeValues, { timeZone }: Subject, { faults }: SubscriptionTexts): FormErrors {
  const { price, quantity, count, next, metadata } = values
  const isPast = next && isDay(next) && startOfDay(next, timeZone).getTime() <= Date.now()
  return {
    ...(!(numberOf(price) >= 0) && { price: faults.price }),
    ...(!isWhole(quantity, 1_000_000) && { quantity: faults.quantity }),
    ...(!isWhole(count, 60) && { count: faults.count }),
    ...(next && !isDay(next) && { next: true }),
    ...(isPast && { next: faults.past }),
    ...(parseMetadata(metadata) === undefined && { metadata: faults.json }),
  }
}

/** Maps field names of the API to field names of the input form. */
export const formFieldNames = {
  amount: 'price',
  'schedule.interval': 'interval',
  'schedule.intervalCount': 'count',
  nextBillingDate: 'next',
}
