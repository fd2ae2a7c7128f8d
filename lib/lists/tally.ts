/**
 * Defines tallies. A tally stores the number of entries in a bucket and the sums of their measures, for the whole
 * bucket and for each of its parts.
 */

import { CustomAttributeType, type EntityItem } from 'electrodb'
import { epochSeconds } from '../core/clock.ts'
import { memoize } from '../core/memoize.ts'
import type { Tenant } from '../core/tenant.ts'
import { bigIntegersAttribute, tenantAttributes } from '../store/attributes.ts'
import { batchGet } from '../store/batch.ts'
import { defineEntity } from '../store/client.ts'
import { conditionalWrite } from '../store/conditional-write.ts'
import { key, secondaryKey } from '../store/key-definitions.ts'
import type { EntryRow, List } from '../store/list-entry.ts'
import { pagesOf } from '../store/row-pages.ts'
import { decodeParts, encodeParts } from './encode-tally-parts.ts'
import { type ReadOptions, readEntries } from './entries.ts'
import { lastCharacter } from './position.ts'
import type { Parts, Sum } from './tally-parts.ts'

export const TallyRow = defineEntity('tally', {
  attributes: {
    ...tenantAttributes,
    list: { type: 'string', required: true },
    /** The prefix of the bucket; empty for the whole list. */
    prefix: { type: 'string', required: true },
    version: { type: 'number', required: true },
    count: { type: 'number', required: true },
    measures: { ...bigIntegersAttribute, required: true },
    /** The encoded parts; absent until the whole bucket is counted. */
    encodedParts: { type: CustomAttributeType<Uint8Array>('any') },
    /** The time when the row expires; present only while the bucket is empty. */
    expiresAt: { type: 'number' },
  },
  indexes: {
    inOrder: key({ pk: ['account', 'mode', '#tally', 'list'], sk: ['#', 'prefix'] }),
    /**
     * Finds the tallies of whole lists by the beginning of the list's name. This index contains only tallies that have
     * measures or are empty.
     */
    ofWholeLists: {
      condition: ({ prefix, count, measures }) => prefix === '' && (count === 0 || (measures as bigint[]).length > 0),
      ...secondaryKey({ pk: ['account', 'mode', '#tallies'], sk: ['list'] }),
    },
  },
})

export interface Tally extends Sum {
  prefix: string
  /** The version of the row; 0 if there is no row yet. */
  version: number
  parts: Parts | undefined
}

/**
 * The time for which an empty tally is kept. A slow recount may have counted an entry that was deleted meanwhile. As
 * long as the empty tally is kept, its newer version prevents this recount from writing the wrong count.
 */
const emptyLifetimeSeconds = 24 * 3600

const keyOf = ({ account, mode, list }: List, prefix: string) => ({ account, mode, list, prefix })

/** `consistent` must be true for a recount, because the write of a recount is conditional on the current version. */
export async function readTally(list: List, prefix: string, consistent = false): Promise<Tally> {
  const { data } = await TallyRow.get(keyOf(list, prefix)).go({ consistent })
  return tallyOf(data, prefix)
}

type StoredTally = EntityItem<typeof TallyRow>

function tallyOf(row: Partial<StoredTally> | null | undefined, prefix: string): Tally {
  const { version = 0, count = 0, measures = [], encodedParts } = row ?? {}
  return { prefix, version, count, measures, parts: encodedParts && decodeParts(encodedParts) }
}

/** Reads the tallies of whole lists with one request for each 100 lists. Returns each tally by the name of its list. */
export async function readTalliesOfLists(
  { account, mode }: Tenant,
  lists: readonly string[],
  consistent: boolean,
): Promise<Map<string, Tally>> {
  const keys = lists.map(list => keyOf({ account, mode, list }, ''))
  const rows = await batchGet<StoredTally>(TallyRow, keys, consistent)
  const byList = new Map(rows.map(row => [row.list, row]))
  return new Map(lists.map(list => [list, tallyOf(byList.get(list), '')]))
}

/** A tally without its version, because the tally of a merged list has no version. */
export type UnversionedTally = Omit<Tally, 'version'>

/** Reads the tallies and the entries of one list for one request. Each tally is read only once. */
export interface TallyCache {
  list: List
  at: (prefix: string) => Promise<UnversionedTally>
  entries: (options: ReadOptions) => Promise<EntryRow[]>
}

export const createTallyCache = (list: List): TallyCache => ({
  list,
  at: memoize(prefix => readTally(list, prefix)),
  entries: options => readEntries(list, options),
})

/** Replaces the tally of the given version. Throws a Conflict if the tally has changed since it was read. */
export async function writeTally(list: List, { version: before, parts, ...tally }: Tally): Promise<void> {
  const attributes = {
    ...tally,
    ...(parts && { encodedParts: encodeParts(parts) }),
    ...(tally.count === 0 && { expiresAt: epochSeconds() + emptyLifetimeSeconds }),
  }
  await conditionalWrite(() =>
    TallyRow.put({ ...keyOf(list, tally.prefix), ...attributes, version: before + 1 })
      .where(({ version }, { eq, notExists }) => (before ? eq(version, before) : notExists(version)))
      .go(),
  )
}

/**
 * The digits at which `readCountedLists` divides the list names into ranges, because many names contain an id after
 * `namePrefix`. The ranges are read concurrently if one response does not contain all tallies.
 */
const digits = [...'123456789abcdef']

/**
 * Returns the tallies of all lists of a store whose names begin with `namePrefix`. Empty lists and lists without
 * measures are left out.
 */
export async function readCountedLists({ account, mode }: Tenant, namePrefix: string): Promise<CountedList[]> {
  const query = TallyRow.query.ofWholeLists({ account, mode })
  const { data: first, cursor } = await query.begins({ list: namePrefix }).go({ pages: 1 })
  const after = `${first.at(-1)?.list}!`
  const cuts = digits.map(digit => `${namePrefix}${digit}!`).filter(cut => cut > after)
  const bounds = cursor ? [after, ...cuts, `${namePrefix}${lastCharacter}`] : []
  const others = bounds.slice(1).map(async (to, n) => {
    const { data } = await query.between({ list: bounds[n] ?? to }, { list: to }).go({ pages: 'all' })
    return data
  })
  return [first, ...(await Promise.all(others))].flat().flatMap(countedListOf)
}

/** Yields, page by page, the names of the lists whose tallies `readCountedLists` returns. */
export async function* readNamesOfCountedLists(tenant: Tenant, namePrefix: string): AsyncGenerator<string[]> {
  for await (const tallies of readListCounts(tenant, namePrefix))
    yield tallies.filter(({ count }) => count > 0).map(({ list }) => list)
}

/** Yields the name and the count of each list in the index `ofWholeLists`, also of empty lists, page by page. */
export async function* readListCounts({ account, mode }: Tenant, namePrefix: string) {
  const all = TallyRow.query.ofWholeLists({ account, mode })
  const query = namePrefix ? all.begins({ list: namePrefix }) : all
  for await (const { data } of pagesOf(page => query.go({ ...page, attributes: ['list', 'count'] }))) yield data
}

export interface CountedList {
  list: string
  parts: Parts
}

const countedListOf = ({ list, count, encodedParts }: Pick<StoredTally, 'list' | 'count' | 'encodedParts'>) =>
  count > 0 ? [{ list, parts: encodedParts ? decodeParts(encodedParts) : {} }] : []

/**
 * Returns the tallies of the lists whose names are between `from` and `to` or begin with `to`. Empty lists and lists
 * without measures are left out.
 */
export async function readCountedListsBetween(
  { account, mode }: Tenant,
  from: string,
  to: string,
): Promise<CountedList[]> {
  const query = TallyRow.query.ofWholeLists({ account, mode }).between({ list: from }, { list: to + lastCharacter })
  const { data } = await query.go({ pages: 'all' })
  return data.flatMap(countedListOf)
}
