/**
 * Visits the lists of a store, usually each of them once. Lists with known names can be visited directly, and any other
 * list when the first object on it is read. The names of visited lists are remembered as hashes in a fixed amount of
 * memory.
 */

import { batchesOf } from '../core/batches.ts'
import { HashSet, hash64 } from '../core/hash-set.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { dailyListPrefix } from '../lists/daily-lists.ts'
import { readNamesOfCountedLists, readTalliesOfLists, type Tally } from '../lists/tally.ts'
import { type EntryKey, type EntryRow, listOfPartition } from '../store/list-entry.ts'
import { type Segment, wholeStore } from '../store/walk-store-rows.ts'
import * as subscriptions from '../subscriptions/index.ts'
import { countedListPrefixes } from './counters.ts'
import { isCounted, listedObjects } from './objects.ts'

/**
 * The maximum number of slots in the `HashSet` of visited lists. The slots take at most 128 MB, and remember 11 million
 * lists. If a segment has more lists, each further list is visited every time that one of its objects is read.
 */
const maxSlots = 2 ** 24

/** The names of lists, and the prefixes of such names, that are known without reading rows. */
const fixedLists = new Set(listedObjects.flatMap(object => object.fixedLists))
const knownPrefixes = [...countedListPrefixes, dailyListPrefix, subscriptions.revenueListPrefix]

const isKnown = (list: string) => fixedLists.has(list) || knownPrefixes.some(prefix => list.startsWith(prefix))

/** Returns whether a text, such as the name of a list, belongs to the segment. */
export const isInSegment = (text: string, { number, of }: Segment): boolean =>
  of === 1 || Number(hash64(text) % BigInt(of)) === number - 1

/** Returns the entries whose lists belong to the segment. */
export const entriesInSegment = (segment: Segment, entries: readonly EntryRow[]): readonly EntryRow[] =>
  segment.of === 1 ? entries : entries.filter(entry => isInSegment(listNameOf(entry), segment))

export const listNameOf = ({ partition }: EntryKey): string => listOfPartition(partition)?.list ?? partition

interface Visit {
  tenant: Tenant
  /**
   * Visits the list. Returns whether it must be remembered, so that it is not visited again. `tally` is the tally of
   * the whole list; undefined if the list is not counted, or if its tally was not read.
   */
  visit: (list: string, tally: Tally | undefined) => Promise<boolean>
  /** Whether tallies are read consistently. If this option is absent, no tallies are read. */
  tallies?: { consistent: boolean }
  segment?: Segment | undefined
}

const maxConcurrent = 10
/** The number of lists whose tallies are read with one request before the lists are visited. */
const batchSize = 100

export class ListVisitor {
  readonly #visited = new HashSet(maxSlots)
  readonly #options: Visit

  constructor(options: Visit) {
    this.#options = options
  }

  /**
   * Visits the lists that were not visited before. A list is remembered only if it can be found again. Half of all
   * lists, such as the list of an invoice number, have only one entry, so no other object leads to them. They are
   * remembered only if `visitKnownLists` may visit them too.
   */
  async visitNew(lists: readonly string[]): Promise<void> {
    const open = [...new Set(lists)].filter(list => this.#isOpen(list))
    for (const batch of batchesOf(open, { maxItems: batchSize })) {
      const tallies = await this.#readCountedLists(batch.filter(list => isCounted({ list })))
      await mapConcurrent(batch, maxConcurrent, list => this.#visit(list, tallies?.get(list)))
    }
  }

  /**
   * Reads the tallies of the lists. If one of the tallies cannot be read, returns undefined, so that each visit reads
   * the tally of its own list. Then only the visit to the list with the unreadable tally fails.
   */
  async #readCountedLists(lists: readonly string[]): Promise<Map<string, Tally> | undefined> {
    const { tenant, tallies } = this.#options
    return tallies && readTalliesOfLists(tenant, lists, tallies.consistent).catch(() => undefined)
  }

  #isOpen(list: string): boolean {
    const { segment = wholeStore } = this.#options
    return isInSegment(list, segment) && !this.#visited.has(hash64(list))
  }

  /**
   * Visits the lists that can be found without reading rows. These are the lists with fixed names, and the lists of
   * counters and reports whose tallies have measures.
   */
  async visitKnownLists(): Promise<void> {
    await this.visitNew([...fixedLists])
    for (const prefix of knownPrefixes)
      for await (const lists of readNamesOfCountedLists(this.#options.tenant, prefix)) await this.visitNew(lists)
  }

  async #visit(list: string, tally: Tally | undefined): Promise<void> {
    const mustRemember = await this.#options.visit(list, tally)
    if (mustRemember || isKnown(list)) this.#visited.add(hash64(list))
  }
}
