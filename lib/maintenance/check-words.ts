/** Compares the words of search lists with their entries. */

import { mapConcurrent } from '../core/map-concurrent.ts'
import { isInSync, readWords, syncWord } from '../lists/search-words.ts'
import type { EntryRow, List } from '../store/list-entry.ts'
import type { Difference } from './finding.ts'

const maxConcurrent = 10
/** A list may have millions of wrong words. One rebuild corrects all of them, so only the first ones are returned. */
const maxDifferences = 1000

/** Reads all entries of a search list, and returns the first words that are missing or no longer used. */
export async function wordDifferences(
  list: List,
  onEntries: (entries: readonly EntryRow[]) => void,
): Promise<Difference[]> {
  const found = new Map<string, Difference>()
  for await (const words of readWords(list, onEntries))
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
  for await (const words of readWords(list))
    await mapConcurrent(words, maxConcurrent, async word => {
      if (!(await isInSync(list, word))) await syncWord(list, word, true)
    })
}
