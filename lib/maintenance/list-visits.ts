/**
 * Visits the lists of a store, each of them once. No row contains the names of all lists, so a list is visited when the
 * first object on it is read. The names of visited lists are remembered as hashes in a fixed amount of memory.
 */

import { HashSet } from '../core/hash-set.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { dailyListPrefix } from '../lists/daily-lists.ts'
import { hash64 } from '../lists/entries.ts'
import { readNamesOfCountedLists } from '../lists/tally.ts'
import { type EntryKey, type EntryRow, listOfPartition } from '../store/list-entry.ts'
import { type Segment, wholeStore } from '../store/row-walk.ts'
import * as subscriptions from '../subscriptions/index.ts'
import { countedListPrefixes } from './counters.ts'
import { listedObjects } from './objects.ts'

/**
 * The number of slots for hashes of names. They take at most 128 MB, and remember 11 million lists. If a segment has
 * more lists, each further list is visited every time that one of its objects is read.
 */
const maxSlots = 2 ** 24

/** These lists and prefixes of lists are known without reading rows. */
const fixedLists = new Set(listedObjects.flatMap(object => object.fixedLists))
const knownPrefixes = [...countedListPrefixes, dailyListPrefix, subscriptions.revenueListPrefix]

const isKnown = (list: string) => fixedLists.has(list) || knownPrefixes.some(prefix => list.startsWith(prefix))

/** Returns whether the name of a list, or another text, belongs to the segment. */
export const isInSegment = (text: string, { number, of }: Segment): boolean =>
  of === 1 || Number(hash64(text) % BigInt(of)) === number - 1

/** Returns the entries whose lists belong to the segment. */
export const entriesIn = (segment: Segment, entries: readonly EntryRow[]): readonly EntryRow[] =>
  segment.of === 1 ? entries : entries.filter(entry => isInSegment(listNameOf(entry), segment))

export const listNameOf = ({ partition }: EntryKey): string => listOfPartition(partition)?.list ?? partition

interface Visit {
  /** Visits the list. Returns whether it must be remembered, so that it is not visited again. */
  visit: (list: string) => Promise<boolean>
  segment?: Segment | undefined
}

/** The number of lists that are visited at once. */
const maxConcurrent = 10

export class ListVisits {
  readonly #visited = new HashSet(maxSlots)
  readonly #current = new Set<string>()
  readonly #visit: Visit['visit']
  readonly #segment: Segment

  constructor({ visit, segment = wholeStore }: Visit) {
    this.#visit = visit
    this.#segment = segment
  }

  /**
   * Visits the lists that were not visited before. Half of all lists have only one entry, such as the list of an
   * invoice number. No other object is on such a list, so it is remembered only if `visitKnownLists` may visit it as
   * well.
   */
  async visitAll(lists: readonly string[]): Promise<void> {
    await mapConcurrent(new Set(lists), maxConcurrent, list => this.#visitOnce(list))
  }

  /**
   * Visits the lists that can be found without reading rows. These are the lists with fixed names, and the lists of
   * counters and reports that have tallies.
   */
  async visitKnownLists({ account, mode }: Tenant): Promise<void> {
    await this.visitAll([...fixedLists])
    for (const prefix of knownPrefixes)
      for await (const lists of readNamesOfCountedLists({ account, mode }, prefix)) await this.visitAll(lists)
  }

  async #visitOnce(list: string): Promise<void> {
    const hash = hash64(list)
    if (!isInSegment(list, this.#segment) || this.#current.has(list) || this.#visited.has(hash)) return
    this.#current.add(list)
    const mustRemember = await this.#visit(list)
    if (mustRemember || isKnown(list)) this.#visited.add(hash)
    this.#current.delete(list)
  }
}
