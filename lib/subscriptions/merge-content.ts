/** Merges the content of a report into the stored content. A report without an e-mail address keeps the subscriber. */

import { type EventStamp, type LatestFields, mergeLatest, nestedStamp } from '../core/event-stamp.ts'
import type { InvoiceSource } from './invoice-rules.ts'
import type { SubscriptionFields } from './stored-fields.ts'

type LatestContent = Required<LatestFields<Pick<SubscriptionFields, 'content'>>>
type Content = LatestContent['content']

/** A report that lacks a part gets the stamp of a nested object for it, as it is older than each report with the part. */
export const stampOfPart = (part: string | null, stamp: EventStamp) => (part ? stamp : nestedStamp(stamp))

export const subscriberStampOf = ({ value, stamp }: Content) => value.subscriberStamp ?? stampOfPart(value.email, stamp)

export function mergeContent(
  before: Content | undefined,
  reported: Content['value'],
  { stamp, merge = mergeLatest }: InvoiceSource,
): Content {
  const newest = (known: EventStamp | undefined, own: EventStamp) => {
    const stored = before && known !== undefined && { content: { value: before.value, stamp: known } }
    return (merge({ ...stored }, { content: reported }, own) as LatestContent).content
  }
  const content = newest(before?.stamp, stamp)
  const subscriber = newest(before && subscriberStampOf(before), stampOfPart(reported.email, stamp))
  const { email, billingName } = subscriber.value
  const isOfOther = subscriber.stamp !== stampOfPart(email, content.stamp)
  const value = { ...content.value, email, billingName, ...(isOfOther && { subscriberStamp: subscriber.stamp }) }
  return { ...content, value }
}
