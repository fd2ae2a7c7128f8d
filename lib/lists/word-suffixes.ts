/**
 * Finds the words in which a text begins after the first character, such as `hirt` in `shirt`. For each word of a
 * search list, except a very long one, the table has a row for each suffix of the word. The sort key contains the
 * suffix, so one query finds the suffixes that begin with the text. The stream worker adds the rows of a word when the
 * first search entry of the word is added, and deletes them when the last one is deleted.
 */

import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { logFault } from '../core/log.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import { tenantAttributes } from '../store/attributes.ts'
import { batchDelete, batchGet, batchPut } from '../store/batch.ts'
import { defineEntity } from '../store/client.ts'
import { key } from '../store/key-definitions.ts'
import { type EntryRow, type List, listOfPartition } from '../store/list-entry.ts'
import { pagesOf } from '../store/row-pages.ts'
import { failureOf } from '../store/stream-record.ts'
import { tableKeys } from '../store/table.ts'
import { readEntries, readEntryBatches } from './entries.ts'
import {
  innerSuffixes,
  isSearchList,
  prefixOfWord,
  prefixRange,
  type WantedText,
  wordOfPosition,
} from './search-entries.ts'

export const WordSuffixRow = defineEntity('search-word', {
  attributes: {
    ...tenantAttributes,
    list: { type: 'string', required: true },
    /** The word without one or more of its first characters. */
    suffix: { type: 'string', required: true },
    word: { type: 'string', required: true },
  },
  indexes: { bySuffix: key({ pk: ['account', 'mode', '#words'], sk: ['list', 'suffix', 'word'] }) },
})

/**
 * Returns the words in which the wanted text begins after the first character, or null if more than `max` suffixes
 * match. If `following` is not empty, only suffixes that are equal to the wanted word match. The query then also sets
 * `word` to an empty text, so that the separator must follow the suffix in the key.
 */
export async function findWordsContaining(
  { account, mode, list }: List,
  { word, following }: WantedText,
  max: number,
): Promise<string[] | null> {
  const query = WordSuffixRow.query
    .bySuffix({ account, mode })
    .begins({ list, suffix: word, ...(following && { word: '' }) })
  const limit = Math.floor(max) + 1
  const { data } = await query.go({ limit, count: limit })
  return data.length > max ? null : [...new Set(data.map(row => row.word))]
}

/** The number of words that are processed at the same time. */
const maxConcurrentWords = 10

/**
 * Adds and deletes the rows of words after changes of search entries. Returns the first record of each word that could
 * not be processed. Processing a word twice does no harm.
 */
export async function syncSuffixesOfChangedWords(records: readonly DynamoDBRecord[]): Promise<DynamoDBBatchResponse> {
  const byWord = Map.groupBy(records.filter(isOfSearchList), wordKeyOf)
  const failed = await mapConcurrent(byWord.values(), maxConcurrentWords, async changes => {
    const [first] = changes
    if (!first || (await syncsWord(first, changes.some(mayRemoveWord)))) return []
    return [failureOf(first)]
  })
  return { batchItemFailures: failed.flat() }
}

const keyOf = ({ dynamodb }: DynamoDBRecord, name: string) => dynamodb?.Keys?.[name]?.S ?? ''
const partitionOf = (record: DynamoDBRecord) => keyOf(record, tableKeys.partition)
const wordOf = (record: DynamoDBRecord) => wordOfPosition(keyOf(record, tableKeys.sort))
const wordKeyOf = (record: DynamoDBRecord) => `${partitionOf(record)} ${wordOf(record)}`

/**
 * Returns whether an entry of a search list was added or deleted. A modified entry keeps its key and the word in it, so
 * the rows of the word stay the same.
 */
function isOfSearchList(record: DynamoDBRecord): boolean {
  const list = listOfPartition(partitionOf(record))
  return record.eventName !== 'MODIFY' && list !== null && isSearchList(list.list)
}

const mayRemoveWord = ({ eventName }: DynamoDBRecord) => eventName !== 'INSERT'

/** Returns false if the rows of the word could not be updated. */
async function syncsWord(record: DynamoDBRecord, mayBeRemoved: boolean): Promise<boolean> {
  const list = listOfPartition(partitionOf(record))
  if (!list) return true
  try {
    await syncSuffixes(list, wordOf(record), mayBeRemoved)
    return true
  } catch (fault) {
    logFault('The words of a search list could not be updated.', fault, { ...list })
    return false
  }
}

/**
 * Writes the rows of a word if the word has entries, and deletes the rows otherwise. Another worker may delete or write
 * the rows at the same time, so the entries are read again after each write. If `mayBeRemoved` is false and the last
 * row exists, nothing is done. All rows then exist, because the last row is written after all others.
 */
export async function syncSuffixes(list: List, word: string, mayBeRemoved: boolean): Promise<void> {
  const rows = suffixesOfWord(list, word)
  const last = rows.at(-1)
  if (!last) return
  if (!mayBeRemoved && (await exists(last))) return
  let isUsed: boolean
  do {
    isUsed = await hasEntries(list, word)
    await (isUsed ? writeRows(rows) : batchDelete(WordSuffixRow, rows))
  } while ((await hasEntries(list, word)) !== isUsed)
}

export const suffixesOfWord = ({ account, mode, list }: List, word: string) =>
  innerSuffixes(word).map(suffix => ({ account, mode, list, suffix, word }))

export type WordSuffix = ReturnType<typeof suffixesOfWord>[number]

async function exists(row: WordSuffix): Promise<boolean> {
  const { data } = await WordSuffixRow.get(row).go({ consistent: true })
  return data !== null
}

/** Returns whether the rows of a word match the entries of the word. */
export async function areSuffixesInSync(list: List, word: string): Promise<boolean> {
  const rows = suffixesOfWord(list, word)
  const [isUsed, stored] = await Promise.all([hasEntries(list, word), batchGet(WordSuffixRow, rows, true)])
  return stored.length === (isUsed ? rows.length : 0)
}

/**
 * Yields the words that have entries, in batches, and each word only once. Passes all entries to `onEntries`, in the
 * order of their words.
 */
export async function* readWordsOfEntries(list: List, onEntries: (entries: readonly EntryRow[]) => void = () => {}) {
  let last: string | undefined
  for await (const entries of readEntryBatches(list, false)) {
    onEntries(entries)
    const words = [...new Set(entries.map(({ position }) => wordOfPosition(position)))]
    yield words.filter(word => word !== last)
    last = words.at(-1)
  }
}

export async function* readWordSuffixes({ account, mode, list }: List) {
  const rows = WordSuffixRow.query.bySuffix({ account, mode }).begins({ list, suffix: '' })
  for await (const { data } of pagesOf(page => rows.go(page))) yield data
}

/** Writes the last row after the others. If the last row exists, the others therefore exist as well. */
async function writeRows(rows: readonly WordSuffix[]): Promise<void> {
  await batchPut(WordSuffixRow, rows.slice(0, -1))
  await batchPut(WordSuffixRow, rows.slice(-1))
}

async function hasEntries(list: List, word: string): Promise<boolean> {
  const entries = await readEntries(list, { range: prefixRange(prefixOfWord(word, '')), max: 1, consistent: true })
  return entries.length > 0
}
