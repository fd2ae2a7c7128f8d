/**
 * Compares the tallies of a list with its entries, bucket by bucket. Tallies and entries are read side by side in the
 * order of positions, so that only one batch of entries and the tallies around it are in memory.
 */

import { isDeepStrictEqual } from 'node:util'
import type { EntryRow, List } from '../store/list-entry.ts'
import { entryHash, readEntryBatches } from './entries.ts'
import { childBucket } from './position.ts'
import { readTally, type Tally } from './tally.ts'
import { add, type Part, type Sum, sortedParts, sumOf, zero } from './tally-parts.ts'

export interface BucketDifference {
  /** The prefix of the bucket; empty for the whole list. */
  bucket: string
  is: Sum
  shouldBe: Sum
  /**
   * The sum of the hashes of the bucket's entries; 0 if the tally was compared with its parts or with its parent's
   * tally.
   */
  hash: bigint
  /** The version of the tally. Each recount changes the version, even if the counts stay the same. */
  version: number
}

interface Options {
  consistent?: boolean
  onEntries?: (entries: readonly EntryRow[]) => void
  /** The tally of the whole list, if it has been read. */
  known?: Tally | undefined
}

/** The maximum number of returned differences. A list may have millions, but one recount corrects all of them. */
const maxDifferences = 1000

/**
 * Returns the buckets whose tallies differ from their entries, their parts or the parent's tally. A difference may be
 * temporary, because tallies are updated a little later than entries. `findPersistingDifferences` returns the faults.
 */
export async function compareTallies(
  list: List,
  { consistent = false, onEntries = () => {}, known }: Options = {},
): Promise<BucketDifference[]> {
  const comparison = new Comparison(list, consistent, known)
  for await (const entries of readEntryBatches(list, consistent)) {
    onEntries(entries)
    await comparison.count(entries)
  }
  return comparison.end()
}

const uncounted = (bucket: string, is: Sum, version: number): BucketDifference => ({
  bucket,
  is,
  shouldBe: zero,
  hash: 0n,
  version,
})

class Comparison {
  readonly #list: List
  readonly #consistent: boolean
  /** The buckets that are not divided further, in the order of their positions. */
  readonly #buckets: AsyncGenerator<BucketDifference>
  #bucket: BucketDifference | undefined
  /**
   * The difference for entries that are in none of `#buckets`. Its field `bucket` is the largest bucket that could
   * contain these entries.
   */
  #stray: BucketDifference | undefined
  readonly #differences: BucketDifference[] = []
  readonly #differencesOfTallies: BucketDifference[] = []

  constructor(list: List, consistent: boolean, known?: Tally) {
    this.#list = list
    this.#consistent = consistent
    this.#buckets = this.#readBuckets('', undefined, known)
  }

  /** The entries must be in the order of their positions. */
  async count(entries: readonly EntryRow[]): Promise<void> {
    for (const entry of entries) {
      const { position } = entry
      if (!this.#bucket || isBefore(this.#bucket.bucket, position)) await this.#moveTo(position)
      if (this.#bucket && position.startsWith(this.#bucket.bucket)) this.#bucket = addEntry(this.#bucket, entry)
      else this.#addStray(childBucket('', position), entry)
    }
  }

  async end(): Promise<BucketDifference[]> {
    await this.#moveTo(undefined)
    if (this.#stray) this.#report(this.#differences, this.#stray)
    return [...this.#differences, ...this.#differencesOfTallies].slice(0, maxDifferences)
  }

  /**
   * Reports differences in the buckets before the position, and moves on to the first bucket that contains the position
   * or comes after it. Without a position, moves past the last bucket.
   */
  async #moveTo(position: string | undefined): Promise<void> {
    this.#bucket ??= await this.#nextBucket()
    while (this.#bucket && (position === undefined || isBefore(this.#bucket.bucket, position))) {
      this.#report(this.#differences, this.#bucket)
      this.#bucket = await this.#nextBucket()
    }
  }

  async #nextBucket(): Promise<BucketDifference | undefined> {
    const { value, done } = await this.#buckets.next()
    return done ? undefined : value
  }

  #addStray(bucket: string, entry: EntryRow): void {
    if (this.#stray && this.#stray.bucket !== bucket) this.#report(this.#differences, this.#stray)
    const before = this.#stray?.bucket === bucket ? this.#stray : uncounted(bucket, zero, 0)
    this.#stray = addEntry(before, entry)
  }

  #report(differences: BucketDifference[], compared: BucketDifference): void {
    if (differences.length < maxDifferences && !isSameSum(compared.is, compared.shouldBe)) differences.push(compared)
  }

  /**
   * Reads a tally and the tallies of its divided parts. Yields each part that has no tally of its own. If a tally has
   * no parts, yields its whole bucket.
   */
  async *#readBuckets(prefix: string, partAbove?: Part, known?: Tally): AsyncGenerator<BucketDifference> {
    const tally = known ?? (await readTally(this.#list, prefix, this.#consistent))
    const { version, parts, count, measures } = tally
    for (const compared of sumsOf(tally, partAbove)) this.#report(this.#differencesOfTallies, compared)
    if (!parts) yield uncounted(prefix, { count, measures }, version)
    for (const [bucket, part] of sortedParts(parts ?? {}))
      if (part.divided) yield* this.#readBuckets(bucket, part)
      else yield uncounted(bucket, { count: part.count, measures: part.measures }, version)
  }
}

const isBefore = (bucket: string, position: string) => bucket < position && !position.startsWith(bucket)

const addEntry = (before: BucketDifference, entry: EntryRow): BucketDifference => ({
  ...before,
  shouldBe: add(before.shouldBe, { count: 1, measures: entry.measures ?? [] }),
  hash: before.hash + entryHash(entry),
})

/**
 * Returns the sums to compare: the tally's own sum and the sum of its parts. `partAbove` is the part for the same
 * bucket in the parent's tally. If it is given, its sum is compared with the tally's own sum as well.
 */
function sumsOf({ prefix, version, parts, count, measures }: Tally, partAbove?: Part): BucketDifference[] {
  const sum = { count, measures }
  const own = { bucket: prefix, is: sum, hash: 0n, version }
  const fromParts = parts ? [{ ...own, shouldBe: sumOf(Object.values(parts)) }] : []
  const above = partAbove && { count: partAbove.count, measures: partAbove.measures }
  return above ? [{ ...own, is: above, shouldBe: sum }, ...fromParts] : fromParts
}

/** A difference that was found again this many times is a fault, even if the tally was recounted each time. */
const maxComparisons = 5

/**
 * Compares the tallies again, and returns the differences that are still there. If a tally was recounted meanwhile, the
 * same difference may be found twice by chance, so this tally is compared several times.
 */
export async function findPersistingDifferences(
  list: List,
  found: readonly BucketDifference[],
  wait: () => Promise<unknown>,
): Promise<BucketDifference[]> {
  const persisting: BucketDifference[] = []
  let before = found
  for (let n = 1; before.length > 0; n++) {
    const later = await compareTallies(list, { consistent: true })
    const same = later.filter(difference => before.some(other => isSameDifference(difference, other)))
    const isSure = (difference: BucketDifference) =>
      n === maxComparisons || before.some(other => isDeepStrictEqual(difference, other))
    const { sure = [], unsure = [] } = Object.groupBy(same, one => (isSure(one) ? 'sure' : 'unsure'))
    persisting.push(...sure)
    if (unsure.length > 0) await wait()
    before = unsure
  }
  return persisting
}

export const isSameDifference = (one: BucketDifference, other: BucketDifference) =>
  isDeepStrictEqual({ ...one, version: 0 }, { ...other, version: 0 })

/** Returns whether two sums are equal. An absent measure counts as zero. */
const isSameSum = (one: Sum, other: Sum) =>
  one.count === other.count &&
  [...one.measures, ...other.measures].every((_, n) => (one.measures[n] ?? 0n) === (other.measures[n] ?? 0n))
