/** When something was said, so that what is older never undoes what is newer, whichever arrives first. */

import { timestamp } from './clock.ts'

/** A time and, of two things said at one time, something that decides. */
export type EventStamp = string

/** What is finer than a millisecond follows the `Z`: before it stands a time in the form of all others. */
export function eventStamp(createdOn: string, eventId: string): EventStamp {
  const finer = createdOn.slice(23, -1).replace(/0+$/, '')
  return `${createdOn.slice(0, 23)}Z${finer} ${eventId}`
}

export const stampTime = (stamp: EventStamp) => stamp.slice(0, 24)
export const isNewer = (stamp: EventStamp, known: EventStamp | undefined) =>
  known === undefined || stamp > known

export const laterOf = (one: string, other: string) => (one > other ? one : other)
export const earlierOf = (one: string, other: string) => (one < other ? one : other)

/** What several say of one thing, each at their own time; field by field the newest counts. */
export type LatestFields<Said> = { [F in keyof Said]?: { value: Said[F]; stamp: EventStamp } }
type FieldValues<Said> = { [F in keyof Said]?: Said[F] | undefined }

export function mergeLatest<Said>(
  facts: LatestFields<Said>,
  said: FieldValues<Said>,
  stamp: EventStamp,
): LatestFields<Said> {
  const news = Object.entries(said).filter(
    ([field, value]) => value !== undefined && isNewer(stamp, facts[field as keyof Said]?.stamp),
  )
  return { ...facts, ...Object.fromEntries(news.map(([field, value]) => [field, { value, stamp }])) }
}

/** The clock is no finer, and what comes from the checkout may be. */
const behindItsMillisecond = '~'

/** What is done through the API counts, even where an event says that it comes from later. */
export const setNow = <Said>(facts: LatestFields<Said>, said: FieldValues<Said>): LatestFields<Said> =>
  mergeLatest(facts, said, stampAfter(Object.values(facts)))

function stampAfter(facts: readonly unknown[]): EventStamp {
  const latest =
    (facts as { stamp: EventStamp }[])
      .map(({ stamp }) => stamp)
      .sort()
      .at(-1) ?? ''
  const at = `${timestamp()}${behindItsMillisecond}`
  return at > latest ? at : `${latest}+`
}
