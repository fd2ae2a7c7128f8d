/** Orders what events and API calls set, so that an older event never overwrites newer data, whichever arrives first. */

import { timestamp } from './clock.ts'

/** A time, and the event's id to order events of the same time; stamps are compared as text. */
export type EventStamp = string

/** Digits beyond the millisecond follow the `Z`, so that the first 24 characters are a time like any other. */
export function eventStamp(createdOn: string, eventId: string): EventStamp {
  const finer = createdOn.slice(23, -1).replace(/0+$/, '')
  return `${createdOn.slice(0, 23)}Z${finer} ${eventId}`
}

export const stampTime = (stamp: EventStamp) => stamp.slice(0, 24)
export const isNewer = (stamp: EventStamp, known: EventStamp | undefined) => known === undefined || stamp > known

export const laterOf = (one: string, other: string) => (one > other ? one : other)
export const earlierOf = (one: string, other: string) => (one < other ? one : other)

/** Each field with its latest value and when that was set: events may set some fields only, in any order. */
export type LatestFields<Fields> = { [F in keyof Fields]?: { value: Fields[F]; stamp: EventStamp } }
type FieldValues<Fields> = { [F in keyof Fields]?: Fields[F] | undefined }

/** Sets the fields whose current value is older than the stamp; undefined fields are not changed. */
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

/** Sorts after everything of the same millisecond: the checkout's times may be finer than the clock. */
const endOfMillisecond = '~'

/** Sets fields through the API: this always takes effect, even where an event has a time in the future. */
export const setNow = <Fields>(latest: LatestFields<Fields>, values: FieldValues<Fields>): LatestFields<Fields> =>
  mergeLatest(latest, values, stampAfter(...Object.values(latest)))

/** A stamp of now that is newer than these fields. */
export function stampAfter(...fields: unknown[]): EventStamp {
  const newest = fields.map(field => (field as { stamp: EventStamp } | undefined)?.stamp ?? '').reduce(laterOf, '')
  const stamp = `${timestamp()}${endOfMillisecond}`
  return stamp > newest ? stamp : `${newest}+`
}
