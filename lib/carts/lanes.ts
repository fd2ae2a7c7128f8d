/**
 * Spreads the lists of open carts over several lanes, which are separate lists. Each change of a cart moves it to the
 * end of its lists, and all writes at the end of a list go to one partition, for which DynamoDB allows 1,000 write
 * units a second.
 */

import { fullRange, readEntries } from '../lists/entries.ts'
import { type EntryRow, filterList, type List, listPartition, tableKeyOf } from '../store/list-entry.ts'
import type { CartRow } from './entity.ts'

export const openCartsList = 'carts'

/** With more lanes, a page of carts would be more expensive, because each lane costs at least half a read unit. */
const laneCount = 6
const lanes = Array.from({ length: laneCount }, (_, lane) => lane)
export const firstLane = 0

/** The names that `listInLane` returns for other lanes than the first one begin with this prefix. */
export const otherLanesPrefix = filterList(openCartsList, 'lane', '')

/** Returns the name of a list in a lane. In the first lane, the name does not change. */
export const listInLane = (list: string, lane: number): string =>
  lane === firstLane ? list : otherLanesPrefix + lane + list.slice(openCartsList.length)

/** The lists of all open carts. Every open cart is on one of them. */
export const openCartsListsByLane: readonly string[] = lanes.map(lane => listInLane(openCartsList, lane))

/** Returns the lane of a cart. Rows of version 1 are in the first lane. */
export const laneOf = ({ token, rowVersion = 1 }: Pick<CartRow, 'token' | 'rowVersion'>): number =>
  rowVersion < 2 ? firstLane : Number.parseInt(token.slice(-4), 16) % laneCount

interface Batch {
  /** The earliest position that is read. */
  end: string
  /** Only entries before this position are read; all by default. */
  before?: string | undefined
  /** At least this many of the newest entries are usually returned, if the list has so many. */
  size: number
}

interface NewestEntries {
  /** The newest entry comes first. */
  entries: EntryRow[]
  /** All entries that have not been read are before this position; undefined if all entries have been read. */
  before: string | undefined
}

/**
 * Reads the newest entries of a list in all lanes. If a lane may have unread entries, all entries older than the last
 * entry read of this lane are left out, because an unread entry may be newer than these.
 */
export async function readNewestInLanes(list: List, batch: Batch): Promise<NewestEntries> {
  const size = sizeInLane(batch.size)
  const names = lanes.map(lane => listInLane(list.list, lane))
  const read = await Promise.all(names.map(name => readNewest({ ...list, list: name }, { ...batch, size })))
  const ends = read.flatMap(entries => (entries.length < size ? [] : (entries.at(-1)?.position ?? [])))
  const before = ends.toSorted().at(-1)
  const entries = read.flat().filter(({ position }) => position >= (before ?? ''))
  return { entries: entries.sort(newestFirst), before }
}

/** Returns how many entries to read in each lane. A lane is unlikely to have more of the `size` newest entries. */
function sizeInLane(size: number): number {
  const average = size / laneCount
  return Math.ceil(average + 3 * Math.sqrt(average)) + 1
}

function readNewest(list: List, { end, before, size }: Batch): Promise<EntryRow[]> {
  const startKey = before && tableKeyOf({ partition: listPartition(list), position: before })
  const range = { from: end, to: fullRange.to }
  return readEntries(list, { range, backwards: true, max: size, ...(startKey && { startKey }) })
}

const newestFirst = (one: EntryRow, other: EntryRow) => (one.position > other.position ? -1 : 1)
