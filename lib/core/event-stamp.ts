/** Compares the times of events and API calls, so that an event that arrives late never overwrites newer data. */

import { timestamp } from './clock.ts'
import type { Tenant } from './tenant.ts'

/** A time, followed by an event id that orders events of the same time. Stamps are compared as text. */
export type EventStamp = string

/**
 * Returns a stamp in which digits after the milliseconds come after the `Z`. The first 24 characters are therefore a
 * time in the usual format.
 */
export function eventStamp(createdOn: string, eventId: string): EventStamp {
  const finer = createdOn.slice(23, -1).replace(/0+$/, '')
  return `${createdOn.slice(0, 23)}Z${finer} ${eventId}`
}

/** A checkout event of a tenant, with its stamp. */
export interface StampedEvent<Content> {
  tenant: Tenant
  content: Content
  stamp: EventStamp
}

export const stampTime = (stamp: EventStamp) => stamp.slice(0, 24)
export const isNewer = (stamp: EventStamp, known: EventStamp | undefined) => known === undefined || stamp > known

export const laterOf = (one: string, other: string) => (one > other ? one : other)
export const earlierOf = (one: string, other: string) => (one < other ? one : other)

/** Each field has its own stamp, because an event may set only some of the fields, and events arrive in any order. */
export type LatestFields<Fields> = { [F in keyof Fields]?: { value: Fields[F]; stamp: EventStamp } }
type FieldValues<Fields> = { [F in keyof Fields]?: Fields[F] | undefined }

/** Sets the fields whose current value is older than the stamp. A field whose new value is undefined is not changed. */
export function mergeLatest<Fields>(
  latest: LatestFields<Fields>,
  values: FieldValues<Fields>,
  stamp: EventStamp,
): LatestFields<Fields> {
  const newer = Object.entries(values).filter(
    ([field, value]) => value !== undefined && isNewer(stamp, latest[field as keyof Fields]?.stamp),
  )
  return { ...latest, ...Object.fromEntries(newer.map(([field, value]) => [field, { value, stamp }])) }
}

/**
 * This character sorts after digits and spaces. A stamp that ends with it is newer than all events of the same
 * millisecond, even if their times have more digits.
 */
const endOfMillisecond = '~'

/** Sets fields by an API call. The call takes effect even if an event has set a field with a time in the future. */
export const mergeLatestNow = <Fields>(
  latest: LatestFields<Fields>,
  values: FieldValues<Fields>,
): LatestFields<Fields> => mergeLatest(latest, values, stampAfter(...Object.values(latest)))

/** Returns a stamp that is newer than the stamps of these fields, even if one of them is in the future. */
export function stampAfter(...fields: unknown[]): EventStamp {
  const newest = fields.map(field => (field as { stamp: EventStamp } | undefined)?.stamp ?? '').reduce(laterOf, '')
  const stamp = `${timestamp()}${endOfMillisecond}`
  return stamp > newest ? stamp : `${newest}+`
}
