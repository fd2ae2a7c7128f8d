/**
 * Compares the tallies of a list with its entries. A search list has words instead of tallies, and some lists have
 * neither.
 */

import {
  type BucketDifference,
  compareTallies,
  findPersistingDifferences,
  isSameDifference,
} from '../lists/compare-tallies.ts'
import { readEntryBatches } from '../lists/entries.ts'
import { isSearchList } from '../lists/search-entries.ts'
import type { Tally } from '../lists/tally.ts'
import type { EntryRow, List } from '../store/list-entry.ts'
import { wordDifferences } from './check-words.ts'
import type { Difference } from './finding.ts'
import { isCounted } from './objects.ts'

interface ListComparison {
  /** The tally of the whole list, if it has been read. */
  tally: Tally | undefined
  /** This function is called with all entries of the list, batch by batch. */
  onEntries: (entries: readonly EntryRow[]) => void
  /** Waits before tallies are compared again. */
  wait: () => Promise<unknown>
}

/**
 * Returns the differences of a list. They have no property `repair`, because the function `repair` in rebuild.ts
 * rebuilds each list that has a difference.
 */
export function tallyOrWordDifferences(list: List, comparison: ListComparison): Promise<Difference[]> {
  if (isSearchList(list.list)) return wordDifferences(list, comparison.onEntries)
  return isCounted(list) ? tallyDifferences(list, comparison) : readUncounted(list, comparison)
}

async function tallyDifferences(list: List, { tally, onEntries, wait }: ListComparison): Promise<Difference[]> {
  const found = await compareTallies(list, { onEntries, known: tally })
  let persisting: Promise<BucketDifference[]> | undefined
  const stillFound = () => {
    persisting ??= findPersistingDifferences(list, found, wait)
    return persisting
  }
  return found.map(difference => ({
    kind: 'wrong-tally',
    key: difference.bucket ? `bucket ${difference.bucket}` : 'whole list',
    list: list.list,
    is: sumText(difference.is),
    shouldBe: sumText(difference.shouldBe),
    persists: async () => (await stillFound()).some(later => isSameDifference(later, difference)),
  }))
}

/**
 * Passes all entries to `onEntries`, and returns no differences, because the list is not counted. If an earlier release
 * has counted the list, its tallies may still exist. Nothing reads these tallies, and `store lists recount` deletes
 * them.
 */
async function readUncounted(list: List, { onEntries }: ListComparison): Promise<Difference[]> {
  for await (const entries of readEntryBatches(list, false)) onEntries(entries)
  return []
}

const sumText = ({ count, measures }: BucketDifference['is']) => [count, ...measures].join(' ')
