/** Merges the content of a report into the stored content. What a report does not contain is kept. */

import { type EventStamp, type LatestFields, mergeLatest, nestedStamp } from '../core/event-stamp.ts'
import { currencyOrDefault } from '../core/money.ts'
import type { ReportSource } from './invoice-rules.ts'
import type { SubscriptionFields } from './stored-fields.ts'
import type { SubscriptionUpdate } from './subscription-update.ts'

type LatestContent = Required<LatestFields<Pick<SubscriptionFields, 'content'>>>
type Content = LatestContent['content']

/** A part that a report lacks gets the stamp of a nested object, which is older than each report that has the part. */
export const stampOfPart = (part: string | null, stamp: EventStamp) => (part?.trim() ? stamp : nestedStamp(stamp))

export const subscriberStampOf = ({ value, stamp }: Content) => value.subscriberStamp ?? stampOfPart(value.email, stamp)

export function mergeContent(
  before: Content | undefined,
  update: SubscriptionUpdate,
  { stamp: reportedAt, accountCurrency, merge = mergeLatest }: ReportSource,
): Content {
  const reported = { ...update.content, currency: currencyOrDefault(update.currency, accountCurrency) }
  const newest = (known: EventStamp | undefined, own: EventStamp) => {
    const stored = before && known !== undefined && { content: { ...before, stamp: known } }
    return (merge({ ...stored }, { content: reported }, own) as LatestContent).content
  }
  const { value, stamp } = newest(before?.stamp, reportedAt)
  const subscriber = newest(before && subscriberStampOf(before), stampOfPart(reported.email, reportedAt))
  const currency = newest(before?.value.currencyStamp ?? before?.stamp, stampOfPart(update.currency, reportedAt))
  return { stamp, value: { ...value, ...partsOf(subscriber, currency, stamp) } }
}

/** Returns the subscriber and the currency, with their stamps unless these follow from the stamp of the content. */
function partsOf(subscriber: Content, currency: Content, stamp: EventStamp) {
  const { email, billingName } = subscriber.value
  return {
    email,
    billingName,
    currency: currency.value.currency,
    ...(subscriber.stamp !== stampOfPart(email, stamp) && { subscriberStamp: subscriber.stamp }),
    ...(currency.stamp !== stamp && { currencyStamp: currency.stamp }),
  }
}
