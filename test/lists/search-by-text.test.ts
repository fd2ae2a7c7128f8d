/** Searches texts on an in-memory table, and compares the results with those of `includes`. */

import type { DynamoDBRecord } from 'aws-lambda'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { normalizeForComparison } from '../../lib/core/fields.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { findEntries } from '../../lib/lists/find-entries.ts'
import type { ListQuery } from '../../lib/lists/list-query.ts'
import { saveListsVersion } from '../../lib/lists/lists-version.ts'
import { idOfPosition, timePosition } from '../../lib/lists/position.ts'
import { searchEntries, searchListOf } from '../../lib/lists/search-entries.ts'
import { maxReadEntries } from '../../lib/lists/sizes.ts'
import {
  areSuffixesInSync,
  readWordSuffixes,
  readWordsOfEntries,
  syncSuffixesOfChangedWords,
} from '../../lib/lists/word-suffixes.ts'
import { batchPut } from '../../lib/store/batch.ts'
import { diffEntries, type EntryKey, EntryRow, entryRowsOf } from '../../lib/store/list-entry.ts'
import { around } from '../support/fault-injection.ts'
import { useMemoryTable } from '../support/memory-table.ts'
import { printSeed } from '../support/seed.ts'
import { freshList, idOf } from './histories.ts'

let restoreDatabase = () => {}
beforeAll(() => {
  restoreDatabase = useMemoryTable()
})
afterAll(() => restoreDatabase())

const list = searchListOf('notes', 'text')

let tenant: Tenant
beforeEach(async () => {
  tenant = await freshTenant()
})

async function freshTenant(): Promise<Tenant> {
  const { account, mode } = freshList()
  await saveListsVersion({ account, mode })
  return { account, mode }
}

const positionOf = (n: number) => timePosition(new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(), idOf(n))
const entriesOf = (n: number, texts: readonly string[]) =>
  entryRowsOf(tenant, [
    ...searchEntries(list, texts, { position: positionOf(n) }),
    { list: 'notes', position: positionOf(n), facets: [...texts] },
  ])

let sequence = 0
const recordOf = ({ partition, position }: EntryKey, eventName: 'INSERT' | 'REMOVE') =>
  ({
    eventName,
    dynamodb: { Keys: { pk: { S: partition }, sk: { S: position } }, SequenceNumber: String(++sequence) },
  }) as DynamoDBRecord

/** Replaces the texts of a note, and returns the stream records of this change. */
async function replaceTexts(
  n: number,
  before: readonly string[] | undefined,
  after: readonly string[],
): Promise<DynamoDBRecord[]> {
  const diff = diffEntries(before ? entriesOf(n, before) : [], entriesOf(n, after))
  const puts = [...diff.puts, ...diff.facetChanges.map(({ after: entry }) => entry)]
  const { deletes } = diff
  if (puts.length > 0) await EntryRow.put(puts).go()
  if (deletes.length > 0) await EntryRow.delete(deletes).go()
  return [...puts.map(entry => recordOf(entry, 'INSERT')), ...deletes.map(entry => recordOf(entry, 'REMOVE'))]
}

async function addNotes(notes: readonly string[][]): Promise<void> {
  for (const [n, texts] of notes.entries()) {
    const { batchItemFailures } = await syncSuffixesOfChangedWords(await replaceTexts(n, undefined, texts))
    expect(batchItemFailures).toEqual([])
  }
}

const containsText = (texts: readonly string[], wanted: string) =>
  texts.some(text => normalizeForComparison(text).includes(normalizeForComparison(wanted)))

/** The texts for which the list of all notes was read, because search entries alone could not find them. */
const unsearched = new Set<string>()

const queryFor = (wanted: string): ListQuery => ({
  ...tenant,
  fullList: 'notes',
  filters: [
    {
      search: { list, wanted },
      matches: ({ facets = [] }) => {
        unsearched.add(wanted)
        return containsText(facets, wanted)
      },
    },
  ],
  direction: 'backwards',
  searchEntries: {},
})

async function search(wanted: string, paging = { offset: 0, limit: 1000 }) {
  const { entries, total } = await findEntries(queryFor(wanted), paging)
  return { ids: entries.map(({ position }) => idOfPosition(position)), total }
}

/** Returns the ids of the notes that contain a text, newest first, and their number. */
function expected(notes: readonly string[][], wanted: string) {
  const ids = notes.flatMap((texts, n) => (containsText(texts, wanted) ? [idOf(n)] : [])).reverse()
  return { ids, total: ids.length }
}

describe('a part of a text is found', () => {
  const notes = [
    ['Anna Ivanov'],
    ['Jean-Luc Picard', 'JL Picard'],
    ['Hanna Ivanovich'],
    ['山田太郎'],
    [''],
    ['O’Neill'],
  ]

  test.each([
    ['at the beginning of a text', 'anna i'],
    ['at the beginning of a word', 'IVAN'],
    ['inside a word', 'vanov'],
    ['at the end of a word, with the next words', 'na ivanov'],
    ['as a whole text', 'Jean-Luc Picard'],
    ['after a hyphen', 'luc'],
    ['in the second of two texts', 'jl p'],
    ['in a script without spaces', '田太'],
    ['after an apostrophe', 'neill'],
    ['as a single letter', 'n'],
  ])('%s', async (_place, wanted) => {
    await addNotes(notes)
    const found = await search(wanted)
    expect(found).toEqual(expected(notes, wanted))
    expect(found.total).toBeGreaterThan(0)
    expect(unsearched).toEqual(new Set())
  })

  test.each([
    ['ΑΝΑΣ', [0, 1, 2]],
    ['ΝΑΣ', [0, 1, 2]],
    ['ανασ', [0, 1, 2]],
    ['ΑΝΑΣΤ', [0, 1]],
    ['ΟΔΟΣ ΑΝΑΣ', [1]],
    ['ΟΔΟΣ Α', [1]],
  ])('with either small sigma at its end: %s', async (wanted, found) => {
    await addNotes([['ΑΝΑΣΤΑΣΙΟΥ'], ['ΟΔΟΣ ΑΝΑΣΤΑΣΗΣ', 'ΑΝΑΣ'], ['ΑΝΑΣ'], ['ΑΝΑΤΟΛΗ']])
    expect(await search(wanted)).toEqual({ ids: found.map(idOf).reverse(), total: found.length })
    expect(unsearched).toEqual(new Set())
  })

  test('and one that is in no text is not', async () => {
    await addNotes(notes)
    expect(await search('Ivanna')).toEqual({ ids: [], total: 0 })
  })
})

/** Words of few different letters, so that many words contain the same parts. Some words are long. */
const word = fc.oneof(
  { arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1, maxLength: 6 }), weight: 8 },
  { arbitrary: fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 38, maxLength: 42 }), weight: 1 },
  { arbitrary: fc.string({ unit: fc.constantFrom('山', '田', 'か', '𠮷'), minLength: 1, maxLength: 3 }), weight: 2 },
)

/**
 * Returns whether the text has only words of at most 100 characters. In a longer word, not every character has an
 * entry.
 */
const hasSearchableWords = (whole: string) => !/[\p{L}\p{N}]{101}/u.test(whole)
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '-', '', ', ', '1')), { maxLength: 4 })
  .map(parts => parts.flat().join(''))
  .filter(hasSearchableWords)
const notes = fc.array(fc.array(text, { maxLength: 2 }), { minLength: 1, maxLength: 8 })

/**
 * Generates a part of one of the texts. It begins in a word, and is short enough to be searched with search entries.
 */
const partOf = (texts: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...texts), fc.nat(60), fc.integer({ min: 1, max: 50 }))
    .map(([whole, start, length]) =>
      [...whole.trim()]
        .slice(start, start + length)
        .join('')
        .trim(),
    )
    .filter(part => /^[\p{L}\p{N}]/u.test(part))

test('any part of a text finds the same notes as `includes`, in order and with the exact total', {
  tags: ['long'],
}, async () => {
  const cases = notes
    .filter(all => all.flat().some(whole => /[\p{L}\p{N}]/u.test(whole)))
    .chain(all =>
      fc.record({
        notes: fc.constant(all),
        wanted: fc.array(fc.oneof(partOf(['ab', ...all.flat()]), word), { minLength: 5, maxLength: 5 }),
      }),
    )
  const found = { parts: 0, notes: 0 }
  unsearched.clear()
  await fc.assert(
    fc.asyncProperty(cases, async ({ notes, wanted }) => {
      tenant = await freshTenant()
      await addNotes(notes)
      for (const part of wanted) {
        const result = await search(part)
        expect({ part, ...result }).toEqual({ part, ...expected(notes, part) })
        found.parts += 1
        found.notes += result.total
      }
    }),
    { numRuns: 40, endOnFailure: true, reporter: printSeed },
  )
  expect(found.notes).toBeGreaterThan(100)
  expect(unsearched.size).toBeLessThan(found.parts / 10)
})

test('a text has a limited number of entries, however long it or its words are', async () => {
  const long = ['ü'.repeat(5000), 'word '.repeat(5000)]
  const counts = long.map(whole => searchEntries(list, [whole], { position: positionOf(0) }).length)
  expect(counts).toEqual([100, 2000])
  await addNotes([[`${'ü'.repeat(90)}end${'ü'.repeat(800)}`]])
  expect(await search('üüend')).toMatchObject({ total: 1 })
})

test('pages at any offset have the total of all matches', async () => {
  const many = Array.from({ length: 25 }, (_, n) => [n % 2 ? 'Anna' : 'Ben'])
  await addNotes(many)
  const all = expected(many, 'nn')
  expect(await search('nn', { offset: 5, limit: 3 })).toEqual({ ids: all.ids.slice(5, 8), total: 12 })
  expect(await search('nn', { offset: 50, limit: 3 })).toEqual({ ids: [], total: 12 })
  expect(await search('nn', { offset: 0, limit: 0 })).toEqual({ ids: [], total: 12 })
})

test('a word without entries has no rows, and a word with entries has all', { tags: ['long'] }, async () => {
  const histories = fc.array(fc.record({ n: fc.nat(3), texts: fc.array(text, { maxLength: 2 }) }), {
    minLength: 5,
    maxLength: 30,
  })
  const failing = fc.infiniteStream(fc.nat(9))
  await fc.assert(
    fc.asyncProperty(histories, failing, async (history, faults) => {
      tenant = await freshTenant()
      const texts = new Map<number, string[]>()
      for (const { n, texts: after } of history) {
        const records = await replaceTexts(n, texts.get(n), after)
        texts.set(n, after)
        await syncDespiteFaults(records, faults)
      }
      const at = { ...tenant, list }
      const used = (await Array.fromAsync(readWordsOfEntries(at))).flat()
      const stored = (await Array.fromAsync(readWordSuffixes(at))).flat().map(({ word }) => word)
      for (const word of [...used, ...stored])
        expect({ word, areSuffixesInSync: await areSuffixesInSync(at, word) }).toEqual({
          word,
          areSuffixesInSync: true,
        })
    }),
    { numRuns: 15, endOnFailure: true, reporter: printSeed },
  )
})

/** Delivers the records twice at the same time while some requests fail, and then once more without failures. */
async function syncDespiteFaults(records: DynamoDBRecord[], faults: { next: () => { value: number } }): Promise<void> {
  const restore = around(async (_command, send) => {
    if (faults.next().value === 0) throw new Error('The connection was lost.')
    return send()
  })
  await Promise.all([syncSuffixesOfChangedWords(records), syncSuffixesOfChangedWords(records)]).finally(restore)
  expect((await syncSuffixesOfChangedWords(records)).batchItemFailures).toEqual([])
}

test('reads each word once, also if its entries do not fit in one batch', async () => {
  const rows = Array.from({ length: maxReadEntries + 1 }, (_, n) => entriesOf(n, ['tea'])).flat()
  await batchPut(EntryRow, [...rows, ...entriesOf(0, ['zest'])])
  expect(await Array.fromAsync(readWordsOfEntries({ ...tenant, list }))).toEqual([['tea'], ['zest']])
})
