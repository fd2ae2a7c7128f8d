/**
 * Defines the positions of entries on a list, and buckets of positions. Positions are texts that sort in the order of
 * the times or numbers that they represent. A bucket is a prefix of positions.
 */

/** A position on a list that is sorted by time, by local time or by number begins with one of these characters. */
const timeMark = 't'
const localTimeMark = 'd'
const numberMark = 'n'

const withoutDashes = (id: string) => id.replaceAll('-', '')
const idLength = 32

const digitsOf = (time: string) => time.replace(/\D/g, '').slice(0, 17)

/** Returns a text that sorts before every position at this time. */
export const timeBound = (timestamp: string) => timeMark + digitsOf(timestamp).padEnd(17, '0')

export const timePosition = (timestamp: string, id: string) => timeBound(timestamp) + withoutDashes(id)

/**
 * Returns the bucket of a local time such as `2026-11-01T09`. The bucket sorts before all positions at or after this
 * time, and after all earlier positions.
 */
export const localTimeBucket = (local: string) => localTimeMark + digitsOf(local)

export const localTimePosition = (local: string, id: string) =>
  localTimeMark + digitsOf(local).padEnd(17, '0') + withoutDashes(id)

export const numberPosition = (value: number | bigint, id: string) => numberBound(value) + withoutDashes(id)

/**
 * Returns a text that sorts before the positions of all entries whose value is this number. In the text, the number of
 * digits precedes the digits, so that 9 sorts before 10. A negative number is treated as 0.
 */
export function numberBound(value: number | bigint): string {
  const digits = String(value > 0 ? BigInt(value) : 0)
  return numberMark + String(digits.length).padStart(2, '0') + digits
}

/** The length of a position in a list that is sorted by time. */
const timePositionLength = timePosition(new Date(0).toISOString(), '0'.repeat(idLength)).length

/** Returns the last part of a search entry's position: the object's position in lists that are sorted by time. */
export const timePositionAtEnd = (position: string) => position.slice(-timePositionLength)

export function idOfPosition<Id extends string>(position: string): Id {
  const id = position.slice(-idLength)
  return [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-') as Id
}

/**
 * The prefix of a bucket has at least this many characters, except that of a whole list, which is empty. With this many
 * characters, a bucket contains the times of a month, the local times of a day, or all numbers of one length.
 */
const minBucketLength: Record<string, number> = {
  [timeMark]: 't202608'.length,
  [localTimeMark]: 'd20260831'.length,
  [numberMark]: 'n05'.length,
}

/** Returns the largest bucket that contains the position and is smaller than the bucket `prefix`. */
export function childBucket(prefix: string, position: string): string {
  const minLength = minBucketLength[position.charAt(0)] ?? 0
  return position.slice(0, Math.max(minLength, prefix.length + 1))
}

/** Returns whether the bucket contains the local times of one day. */
export const isLocalDay = (bucket: string) =>
  bucket.startsWith(localTimeMark) && bucket.length === minBucketLength[localTimeMark]

/**
 * Maps the length of a time prefix to the digits that mark the middle of its period. For example, day 16 is the middle
 * of a month, and hour 12 is the middle of a day.
 */
const timeMiddles: Record<number, string> = { 7: '16', 9: '12', 11: '30', 13: '30' }

/** Estimates whether a bound is nearer to the end of a bucket than to its beginning. */
export const isInSecondHalf = (prefix: string, bound: string) =>
  bound > prefix + ((!prefix.startsWith(numberMark) && timeMiddles[prefix.length]) || '5')

/** DynamoDB sorts this character after all other characters. */
export const lastCharacter = '\u{10ffff}'

/** Returns a text that sorts after every position that begins with `prefix`, and before all later positions. */
export const prefixEnd = (prefix: string) => `${prefix}~`
