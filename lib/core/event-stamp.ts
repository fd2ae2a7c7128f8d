/** Compares the times of events and API calls, so that an event that arrives late never overwrites newer data. */

import { timestamp } from './clock.ts'
import type { Tenant } from './tenant.ts'

/** A time and an event id. Stamps are compared as text, so the id decides between two events of the same time. */
export type EventStamp = string

/** This stamp is older than the stamp of every event. */
export const oldestStamp: EventStamp = ''

/**
 * Returns the stamp of an event. Its first 24 characters are a timestamp with three decimals, as `stampTime` returns
 * it. Further decimals follow, without zeros at the end, and then a space and the id of the event.
 */
export function eventStamp(createdOn: string, eventId: string): EventStamp {
  const finer = createdOn.slice(23, -1).replace(/0+$/, '')
  return `${createdOn.slice(0, 23)}Z${finer} ${eventId}`
}

/** Stamps of imports contain this id. No event has this id, because quotation marks in event ids are escaped. */
const importId = '"import"'

/**
 * Returns the stamp of an imported object that was last modified at `date`. Later events and API calls have newer
 * stamps.
 */
export const importStamp = (date: string): EventStamp => eventStamp(date, importId)

export const isImported = (stamp: EventStamp | undefined): boolean => stamp?.endsWith(` ${importId}`) ?? false

/** A stamp that begins with a space is older than every stamp that begins with a digit. */
const nestedMark = ' '

/**
 * Returns the stamp of an object that was reported inside another object, such as the customer of an imported order, or
 * the order of a subscription's payment. Such a report may lack fields, so every event, API call or import of the
 * object itself has a newer stamp.
 */
export const nestedStamp = (stamp: EventStamp): EventStamp => `${nestedMark}${stamp}`

export const nestedImportStamp = (date: string): EventStamp => nestedStamp(importStamp(date))

export const isNested = (stamp: EventStamp | undefined): boolean => stamp?.startsWith(nestedMark) ?? false

/** Returns the stamp from which `nestedStamp` has made a nested one. */
export const originalStamp = (nested: EventStamp): EventStamp => nested.slice(nestedMark.length)

export interface StampedEvent<Content> {
  tenant: Tenant
  content: Content
  stamp: EventStamp
}

export const stampTime = (stamp: EventStamp) => stamp.trimStart().slice(0, 24)
export const isNewer = (stamp: EventStamp, known: EventStamp | undefined) => known === undefined || stamp > known

export const laterOf = (one: string, other: string) => (one > other ? one : other)
export const earlierOf = (one: string, other: string) => (one < other ? one : other)

/**
 * The value and the stamp of each field. Each field has its own stamp, because an event may set only some of the
 * fields, and an older event may arrive after a newer one.
 */
export type LatestFields<Fields> = { [F in keyof Fields]?: { value: Fields[F]; stamp: EventStamp } }
type FieldValues<Fields> = { [F in keyof Fields]?: Fields[F] | undefined }

/** Sets the fields that have no stamp or an older one. A field whose new value is undefined is not changed. */
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
 * Returns whether an import may replace a stored value. The stamp of the stored value must be older or equal. If the
 * stamps are equal, the stored value comes from an earlier import. It is replaced anyway, because some changes in the
 * system from which objects are imported do not change the modification date.
 */
export const importReplaces = (stamp: EventStamp, known: EventStamp | undefined) =>
  isNewer(stamp, known) || stamp === known

/** Sets the fields that an import may replace. A field whose new value is undefined is not changed. */
export function mergeImported<Fields>(
  latest: LatestFields<Fields>,
  values: FieldValues<Fields>,
  stamp: EventStamp,
): LatestFields<Fields> {
  return mergeFields(latest, values, stamp, importReplaces)
}

/** A stamp that ends with this character is newer than all events of the same millisecond. */
const endOfMillisecond = '~'

/**
 * Sets fields to the values of an API call. These values replace even the values of events whose time is in the future.
 */
export const mergeLatestNow = <Fields>(
  latest: LatestFields<Fields>,
  values: FieldValues<Fields>,
): LatestFields<Fields> => mergeLatest(latest, values, stampAfter(...Object.values(latest)))

/**
 * Returns a stamp of the current time. If one of the given fields has the same stamp or a newer one, appends a `+` to
 * the newest stamp instead. The result is therefore newer than the stamps of all given fields.
 */
export function stampAfter(...fields: unknown[]): EventStamp {
  const newest = fields.map(field => (field as { stamp: EventStamp } | undefined)?.stamp ?? '').reduce(laterOf, '')
  const stamp = `${timestamp()}${endOfMillisecond}`
  return stamp > newest ? stamp : `${newest}+`
}
