/** Defines list entries, small rows that place an entity at a position of a list. */

import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { createConversions, type EntityItem } from 'electrodb'
import { epochSeconds } from '../core/clock.ts'
import type { AccountId, Mode, Tenant } from '../core/tenant.ts'
import { bigIntegersAttribute } from './attributes.ts'
import { defineEntity } from './client.ts'
import { key } from './key-definitions.ts'
import { entryEntityAttribute, expiryAttribute, tableKeys } from './table.ts'

/** Places an entity at a position of a list. The entry also contains the values for filters and totals. */
export interface ListEntry {
  list: string
  position: string
  /**
   * The values that filters compare, in the same order in all entries of a list. They are in lower case if the filter
   * ignores case.
   */
  facets?: string[]
  /** The integers that are added to totals, in the same order in all entries of a list. */
  measures?: bigint[]
  /** The time when the entry and its entity expire, in seconds since 1970. */
  expiresAt?: number | undefined
}

/**
 * The maximum length of a value, in UTF-16 code units of up to three bytes each. The names of lists contain values, and
 * are also sort keys of tallies. DynamoDB limits sort keys to 1 KB.
 */
const maxNameLength = 200

/** Long values are hashed, because DynamoDB limits the length of keys. */
export const listValue = (value: string) => (value.length > maxNameLength ? hash('sha256', value) : value)

export const filterList = (listName: string, field: string, value: string) => `${listName}/${field}=${listValue(value)}`

/**
 * Returns whether a list is one of `names`. A name that ends with `=` or `/` stands for all lists whose names begin
 * with it.
 */
export const isOneOfLists = (list: string, names: readonly string[]): boolean =>
  names.some(name => list === name || (/[=/]$/.test(name) && list.startsWith(name)))

export interface List extends Tenant {
  list: string
}

export const listPartition = ({ account, mode, list }: List) => `${account}#${mode}#list#${list}`

/** Returns the list whose entries are in a partition; null if the partition contains other rows. */
export function listOfPartition(partition: string): List | null {
  const [, account, mode, list] = /^(\d+)#(Live|Test)#list#(.*)$/s.exec(partition) ?? []
  return list === undefined ? null : { account: Number(account) as AccountId, mode: mode as Mode, list }
}

/** The attribute of a stored entry that contains its measures. */
export const measuresAttribute = 'm'

/**
 * Entries must be small, because a request may read thousands of them. Therefore the attributes have names of one
 * letter, except for the key and the expiry.
 */
export const EntryRow = defineEntity('entry', {
  attributes: {
    partition: { type: 'string', required: true, field: tableKeys.partition },
    position: { type: 'string', required: true, field: tableKeys.sort },
    facets: { type: 'list', items: { type: 'string' }, field: 'f' },
    measures: { ...bigIntegersAttribute, field: measuresAttribute },
    expiresAt: { type: 'number', field: expiryAttribute },
    /** The version of the object's row when `save` wrote the entry; absent in entries of earlier releases. */
    version: { type: 'number', field: 'n' },
  },
  indexes: { inOrder: key({ pk: ['partition'], sk: ['position'] }) },
})
EntryRow.setIdentifier('entity', entryEntityAttribute)
EntryRow.setIdentifier('version', 'v')

export type EntryRow = EntityItem<typeof EntryRow>
export type EntryKey = Pick<EntryRow, 'partition' | 'position'>

/** DynamoDB deletes expired entries only some time later, so readers must ignore them. */
export const isLive = ({ expiresAt }: EntryRow) => expiresAt === undefined || expiresAt > epochSeconds()

/** A key as DynamoDB returns it in `LastEvaluatedKey` and accepts it as `ExclusiveStartKey`. */
export type TableKey = Record<(typeof tableKeys)[keyof typeof tableKeys], string>
export const tableKeyOf = ({ partition, position }: EntryKey): TableKey => ({
  [tableKeys.partition]: partition,
  [tableKeys.sort]: position,
})
export const cursorOf = (key: TableKey) => createConversions(EntryRow).fromKeys.toCursor(key)

/** The writes that make the stored entries match an entity. */
export interface EntryChanges {
  puts: EntryRow[]
  deletes: EntryKey[]
}

/** An entry in which only the facets change, so that the totals of its list stay the same. */
export interface FacetChange {
  before: EntryRow
  after: EntryRow
}

export const keyText = ({ partition, position }: EntryKey) => `${partition} ${position}`

export function entryRowsOf(tenant: Tenant, entries: readonly ListEntry[]): EntryRow[] {
  const rows = entries.map(({ list, ...entry }) => ({ partition: listPartition({ ...tenant, list }), ...entry }))
  return [...new Map(rows.map(row => [keyText(row), row])).values()]
}

interface EntryDifference extends EntryChanges {
  facetChanges: FacetChange[]
}

export function diffEntries(before: readonly EntryRow[], after: readonly EntryRow[]): EntryDifference {
  const old = new Map(before.map(entry => [keyText(entry), entry]))
  const difference: EntryDifference = { puts: [], facetChanges: [], deletes: entryKeysNotIn(before, after) }
  for (const entry of after) {
    const stored = old.get(keyText(entry))
    if (!stored || !hasSameTotals(stored, entry)) difference.puts.push(entry)
    else if (!isDeepStrictEqual(stored.facets, entry.facets))
      difference.facetChanges.push({ before: stored, after: entry })
  }
  return difference
}

/** Returns whether two entries at the same position are counted alike, for the same time. */
const hasSameTotals = (one: EntryRow, other: EntryRow) =>
  isDeepStrictEqual([one.measures, one.expiresAt], [other.measures, other.expiresAt])

export function entryKeysNotIn(entries: readonly EntryKey[], others: readonly EntryKey[]): EntryKey[] {
  const otherKeys = new Set(others.map(keyText))
  return entries
    .filter(entry => !otherKeys.has(keyText(entry)))
    .map(({ partition, position }) => ({ partition, position }))
}
