/** When something was said, so that what is older never undoes what is newer, whichever arrives first. */

import { timestamp } from './clock.ts'

/** A time and, of two things said at one time, something that decides. */
export type Stamp = string

/** What is finer than a millisecond follows the `Z`: before it stands a time in the form of all others. */
export function stampOf(createdOn: string, eventId: string): Stamp {
  const finer = createdOn.slice(23, -1).replace(/0+$/, '')
  return `${createdOn.slice(0, 23)}Z${finer} ${eventId}`
}

export const timeOf = (stamp: Stamp) => stamp.slice(0, 24)
export const isNewer = (stamp: Stamp, known: Stamp | undefined) => known === undefined || stamp > known

export const later = (one: string, other: string) => (one > other ? one : other)
export const earlier = (one: string, other: string) => (one < other ? one : other)

/** What several say of one thing, each at their own time; field by field the newest counts. */
export type Facts<Said> = { [F in keyof Said]?: { value: Said[F]; stamp: Stamp } }
type Saying<Said> = { [F in keyof Said]?: Said[F] | undefined }

export function newest<Said>(facts: Facts<Said>, said: Saying<Said>, stamp: Stamp): Facts<Said> {
  const news = Object.entries(said).filter(
    ([field, value]) => value !== undefined && isNewer(stamp, facts[field as keyof Said]?.stamp),
  )
  return { ...facts, ...Object.fromEntries(news.map(([field, value]) => [field, { value, stamp }])) }
}

/** The clock is no finer, and what comes from the checkout may be. */
const behindItsMillisecond = '~'

/** What is done through the API counts, even where an event says that it comes from later. */
export const saidNow = <Said>(facts: Facts<Said>, said: Saying<Said>): Facts<Said> =>
  newest(facts, said, stampAfter(Object.values(facts)))

function stampAfter(facts: readonly unknown[]): Stamp {
  const latest =
    (facts as { stamp: Stamp }[])
      .map(({ stamp }) => stamp)
      .sort()
      .at(-1) ?? ''
  const at = `${timestamp()}${behindItsMillisecond}`
  return at > latest ? at : `${latest}+`
}
