/** Orders the changes by events and API calls, so that an event that arrives late never overwrites newer data. */

import { timestamp } from './clock.ts'
import type { Tenant } from './tenant.ts'

/** A time, followed by an event id that orders events of the same time. Stamps are compared as text. */
export type EventStamp = string

/** Moves digits after the milliseconds behind the `Z`, so that the first 24 characters are a time in the usual form. */
export function eventStamp(createdOn: string, eventId: string): EventStamp {
  const finer = createdOn.slice(23, -1).replace(/0+$/, '')
  return `${createdOn.slice(0, 23)}Z${finer} ${eventId}`
}

/** A backslash precedes each quotation mark in the id of an event, so no event has this id. */
const importId = '"import"'

/**
 * Returns the stamp of an imported object, whose date is its own modification date. Its values are older than those of
 * all later events and API calls, and newer than those of all earlier ones.
 */
export const importStamp = (date: string): EventStamp => eventStamp(date, importId)

export const isImported = (stamp: EventStamp | undefined): boolean => stamp?.endsWith(` ${importId}`) ?? false

/** A stamp that begins with a space sorts before all others. */
const derivedMark = ' '

/**
 * Returns the stamp of what an imported object contains about another object, such as an order about its products. All
 * that is known of the other object itself is newer.
 */
export const derivedStamp = (date: string): EventStamp => `${derivedMark}${importStamp(date)}`

export const isDerived = (stamp: EventStamp | undefined): boolean => stamp?.startsWith(derivedMark) ?? false

/** A checkout event, as the modules apply it. */
export interface StampedEvent<Content> {
  tenant: Tenant
  content: Content
  stamp: EventStamp
}

export const stampTime = (stamp: EventStamp) => stamp.trimStart().slice(0, 24)
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
  return mergeFields(latest, values, stamp, isNewer)
}

function mergeFields<Fields>(
  latest: LatestFields<Fields>,
  values: FieldValues<Fields>,
  stamp: EventStamp,
  mayReplace: typeof isNewer,
): LatestFields<Fields> {
  const newer = Object.entries(values).filter(
    ([field, value]) => value !== undefined && mayReplace(stamp, latest[field as keyof Fields]?.stamp),
  )
  return { ...latest, ...Object.fromEntries(newer.map(([field, value]) => [field, { value, stamp }])) }
}

/**
 * Whether an import may replace a value. It may replace what an earlier import of the same object has set, because not
 * every change at the source has a new modification date.
 */
export const isImportable = (stamp: EventStamp, known: EventStamp | undefined) =>
  isNewer(stamp, known) || stamp === known

/** Sets the fields that an import may replace. A field whose new value is undefined is not changed. */
export function mergeImported<Fields>(
  latest: LatestFields<Fields>,
  values: FieldValues<Fields>,
  stamp: EventStamp,
): LatestFields<Fields> {
  return mergeFields(latest, values, stamp, isImportable)
}

/** A stamp with this character sorts after all events of the same millisecond, even if their times have more digits. */
const endOfMillisecond = '~'

/** Sets fields by an API call, which always takes effect, even if an event has set one with a time in the future. */
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
