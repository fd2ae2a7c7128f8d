/** Where a thing stands on a list: texts that sort as their values do, and the buckets they fall into. */

/** A time list or a number list: they are divided differently. */
const timeMark = 't'
const numberMark = 'n'

const withoutDashes = (id: string) => id.replaceAll('-', '')
const idLength = 32

/** Before everything that stands at a time. */
export const timeBound = (timestamp: string) =>
  timeMark + timestamp.replace(/\D/g, '').slice(0, 17).padEnd(17, '0')

/** By time, then by id. */
export const timePosition = (timestamp: string, id: string) => timeBound(timestamp) + withoutDashes(id)

/** By a whole number from 0 on, then by id: the number's length comes first, so that 9 stands before 10. */
export const numberPosition = (value: number, id: string) => numberBound(value) + withoutDashes(id)

/** Before everything that stands at a number. */
export function numberBound(value: number): string {
  const digits = String(Math.max(0, Math.trunc(value)))
  return numberMark + String(digits.length).padStart(2, '0') + digits
}

/** The id of what stands at a position. */
export function idOfPosition(position: string): string {
  const id = position.slice(-idLength)
  return [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-')
}

/** The widest buckets: months, and numbers of one length. From there on each digit divides, those of the id at last. */
const minBucketLength = { [timeMark]: 't202608'.length, [numberMark]: 'n05'.length }

/**
 * The bucket next below `prefix` in which a position lies. Buckets are beginnings of positions, and the longest one
 * is the position itself.
 */
export function childBucket(prefix: string, position: string): string {
  const least = minBucketLength[position.startsWith(timeMark) ? timeMark : numberMark]
  return position.slice(0, Math.max(least, prefix.length + 1))
}

/** What follows a month, a day, an hour or a minute in its middle, by the length of its prefix. */
const timeMiddles: Record<number, string> = { 7: '16', 9: '12', 11: '30', 13: '30' }

/** Whether a bound lies nearer to the end of a bucket than to its beginning. */
export const isInSecondHalf = (prefix: string, bound: string) =>
  bound > prefix + ((prefix.startsWith(timeMark) && timeMiddles[prefix.length]) || '5')

/** Behind every position of a bucket and before whatever follows it. */
export const prefixEnd = (prefix: string) => `${prefix}~`
