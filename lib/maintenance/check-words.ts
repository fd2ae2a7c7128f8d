/**
 * Compares the words of search lists with their entries. First, a digest compares the rows that the words should have
 * with the stored rows, in a fixed amount of memory and without a request for each word. Then only the words in the
 * differing cells of the digest are compared one by one.
 */

import { hash64 } from '../core/hash-set.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import {
  isInSync,
  readWordRows,
  readWordsOfEntries,
  rowsOfWord,
  syncWord,
  type WordRow,
} from '../lists/search-words.ts'
import type { EntryRow, List } from '../store/list-entry.ts'
import type { Difference } from './finding.ts'

const maxConcurrent = 10
/** A list may have millions of wrong words. One rebuild corrects all of them, so only the first ones are returned. */
const maxDifferences = 1000

type OnEntries = (entries: readonly EntryRow[]) => void

/** Reads all entries of a search list, and returns the first words that are missing or no longer used. */
export async function wordDifferences(list: List, onEntries: OnEntries): Promise<Difference[]> {
  const found = new Map<string, Difference>()
  for await (const words of readDoubtfulWords(list, onEntries))
    await mapConcurrent(words, maxConcurrent, async word => {
      if (found.size < maxDifferences && !(await isInSync(list, word))) found.set(word, wrongWord(list, word))
    })
  return [...found.values()]
}

const wrongWord = (list: List, word: string): Difference => ({
  kind: 'wrong-word',
  key: `word ${word}`,
  list: list.list,
  is: 'rows that do not match the entries',
  shouldBe: 'rows that match the entries',
  persists: async () => !(await isInSync(list, word)),
})

/** Adds the missing words of a search list, and deletes the words that are no longer used. */
export async function rebuildWords(list: List): Promise<void> {
  for await (const words of readDoubtfulWords(list))
    await mapConcurrent(words, maxConcurrent, async word => {
      if (!(await isInSync(list, word))) await syncWord(list, word, true)
    })
}

/** Yields the words whose rows may differ from their entries, in batches. A word may be in several batches. */
async function* readDoubtfulWords(list: List, onEntries?: OnEntries): AsyncGenerator<string[]> {
  const digest = await digestOf(list, onEntries)
  if (digest.isZero) return
  for await (const words of readWordsOfEntries(list)) yield words.filter(word => digest.differsAt(word))
  for await (const rows of readWordRows(list))
    yield [...new Set(rows.map(({ word }) => word))].filter(word => digest.differsAt(word))
}

async function digestOf(list: List, onEntries?: OnEntries): Promise<WordDigest> {
  const digest = new WordDigest()
  let last: string | undefined
  for await (const words of readWordsOfEntries(list, onEntries)) {
    /** The words are in order, so only the last word of the batch before can be in this batch as well. */
    const others = words.filter(word => word !== last)
    digest.add(
      others.flatMap(word => rowsOfWord(list, word)),
      1n,
    )
    last = words.at(-1) ?? last
  }
  for await (const rows of readWordRows(list)) digest.add(rows, -1n)
  return digest
}

const cellCount = 2 ** 16

const cellOf = (word: string): number => Number(hash64(word) % BigInt(cellCount))

/** The value of a cell is the sum of the hashes of the expected rows, minus the sum of the hashes of the stored rows. */
class WordDigest {
  readonly #sums = new BigUint64Array(cellCount)

  /** The sign is 1 for expected rows, and -1 for stored rows. Overflows of the sum are harmless. */
  add(rows: readonly Pick<WordRow, 'word' | 'suffix'>[], sign: 1n | -1n): void {
    for (const { word, suffix } of rows) {
      const cell = cellOf(word)
      this.#sums[cell] = (this.#sums[cell] ?? 0n) + sign * hash64(`${word} ${suffix}`)
    }
  }

  get isZero(): boolean {
    return this.#sums.every(sum => sum === 0n)
  }

  differsAt(word: string): boolean {
    return this.#sums[cellOf(word)] !== 0n
  }
}
