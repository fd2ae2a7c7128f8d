/**
 * Compares the stored words of search lists with the words in the entries of these lists. A hash assigns each word to
 * one of many cells. First, a sum of hashes for each cell shows whether the stored rows of its words are correct,
 * without a request for each word. Then, only the words in cells with a difference are checked one by one.
 */

import { hash64 } from '../core/hash-set.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import {
  areSuffixesInSync,
  readWordSuffixes,
  readWordsOfEntries,
  suffixesOfWord,
  syncSuffixes,
  type WordSuffix,
} from '../lists/word-suffixes.ts'
import type { EntryRow, List } from '../store/list-entry.ts'
import type { Difference } from './finding.ts'
import { RowHashSums } from './row-hash-sums.ts'
import { textWithoutNames } from './without-personal-data.ts'

const maxConcurrent = 10
/**
 * The maximum number of wrong words that are returned for a list. A list may have millions of wrong words, but one
 * rebuild corrects all of them.
 */
const maxDifferences = 1000

type OnEntries = (entries: readonly EntryRow[]) => void

/**
 * Reads all entries of a search list. Returns up to `maxDifferences` words with rows that are missing or not used any
 * more.
 */
export async function wordDifferences(list: List, onEntries: OnEntries): Promise<Difference[]> {
  const found = new Map<string, Difference>()
  for await (const words of readDoubtfulWords(list, onEntries))
    await mapConcurrent(words, maxConcurrent, async word => {
      if (found.size < maxDifferences && !(await areSuffixesInSync(list, word))) found.set(word, wrongWord(list, word))
    })
  return [...found.values()]
}

const wrongWord = (list: List, word: string): Difference => ({
  kind: 'wrong-word',
  key: `word ${textWithoutNames(list.list, word)}`,
  list: list.list,
  is: 'rows that do not match the entries',
  shouldBe: 'rows that match the entries',
  persists: async () => !(await areSuffixesInSync(list, word)),
})

/** Adds the missing words of a search list, and deletes the words that are no longer used. */
export async function rebuildWords(list: List): Promise<void> {
  for await (const words of readDoubtfulWords(list))
    await mapConcurrent(words, maxConcurrent, async word => {
      if (!(await areSuffixesInSync(list, word))) await syncSuffixes(list, word, true)
    })
}

/**
 * Yields the words whose stored rows may not match the entries of the list, in batches. A word may be in several
 * batches.
 */
async function* readDoubtfulWords(list: List, onEntries?: OnEntries): AsyncGenerator<string[]> {
  const sums = await compareRows(list, onEntries)
  if (sums.nextDiffering(0) === undefined) return
  const isDoubtful = (word: string) => sums.differsAt(cellOf(word))
  for await (const words of readWordsOfEntries(list)) yield words.filter(isDoubtful)
  for await (const rows of readWordSuffixes(list)) yield [...new Set(rows.map(({ word }) => word))].filter(isDoubtful)
}

async function compareRows(list: List, onEntries?: OnEntries): Promise<RowHashSums> {
  const sums = new RowHashSums(cellCount)
  const add = ({ word, suffix }: Pick<WordSuffix, 'word' | 'suffix'>, sign: 1n | -1n) =>
    sums.add(cellOf(word), hash64(`${word} ${suffix}`), sign)
  for await (const words of readWordsOfEntries(list, onEntries))
    for (const row of words.flatMap(word => suffixesOfWord(list, word))) add(row, 1n)
  for await (const rows of readWordSuffixes(list)) for (const row of rows) add(row, -1n)
  return sums
}

/** The number of cells. All rows of a word belong to the same cell. The cells of a list take half a megabyte. */
const cellCount = 2 ** 16

const cellOf = (word: string): number => Number(hash64(word) % BigInt(cellCount))
