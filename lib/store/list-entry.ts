/** An entry says: this thing stands at this position on that list. It is small, and read by the thousand. */

import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { Entity, type EntityItem } from 'electrodb'
import type { Mode, Tenant } from '../core/tenant.ts'
import { tableConfig } from './client.ts'
import { key } from './key.ts'
import { entryEntityAttribute, expiryAttribute, tableKeys } from './table.ts'

/** Where an entity stands, what filters may ask about it there, and what is added up. */
export interface ListEntry {
  list: string
  position: string
  /** In one order for all lists of a kind; lower-cased where matching ignores case. */
  facets?: string[]
  /** Whole numbers, also in one order. */
  measures?: number[]
  /** When it may be dropped, with what stands there; in epoch seconds. */
  expiresAt?: number | undefined
}

/** In UTF-16 units, of which each is at most three bytes of a key. */
const maxNameLength = 200

/** A value as lists and facets name it: long ones by their hash, as keys have their limits. */
export const listValue = (value: string) =>
  value.length > maxNameLength ? createHash('sha256').update(value).digest('hex') : value

/** The list of all that have one value in a field. */
export const filterList = (kind: string, field: string, value: string) =>
  `${kind}/${field}=${listValue(value)}`

/** One tenant's list. */
export interface List extends Tenant {
  list: string
}

export const listPartition = ({ account, mode, list }: List) => `${account}#${mode}#list#${list}`

/** The list whose entries a partition holds, if it does. */
export function listOfPartition(partition: string): List | null {
  const [, account, mode, list] = /^(\d+)#(Live|Test)#list#(.*)$/s.exec(partition) ?? []
  return list === undefined ? null : { account: Number(account), mode: mode as Mode, list }
}

/** Attributes that are keys, and names of one letter: a thousand entries must be read for little. */
export const EntryRow = new Entity(
  {
    model: { entity: 'entry', version: '1', service: 'store' },
    attributes: {
      partition: { type: 'string', required: true, field: tableKeys.partition },
      position: { type: 'string', required: true, field: tableKeys.sort },
      facets: { type: 'list', items: { type: 'string' }, field: 'f' },
      measures: { type: 'list', items: { type: 'number' }, field: 'm' },
      expiresAt: { type: 'number', field: expiryAttribute },
    },
    indexes: {
      inOrder: key({ pk: ['partition'], sk: ['position'] }),
    },
  },
  tableConfig,
)
EntryRow.setIdentifier('entity', entryEntityAttribute)
EntryRow.setIdentifier('version', 'v')

export type EntryRow = EntityItem<typeof EntryRow>
export type EntryKey = Pick<EntryRow, 'partition' | 'position'>

const entryOf = (tenant: Tenant, { list, ...standing }: ListEntry): EntryRow => ({
  partition: listPartition({ ...tenant, list }),
  ...standing,
})

/** What has to be done to the entries when an entity changes. */
export interface EntryChanges {
  puts: EntryRow[]
  deletes: EntryKey[]
}

const keyText = ({ partition, position }: EntryKey) => `${partition} ${position}`

export const entryRowsOf = (tenant: Tenant, stands: readonly ListEntry[]): EntryRow[] => [
  ...new Map(stands.map(stand => entryOf(tenant, stand)).map(entry => [keyText(entry), entry])).values(),
]

export function diffEntries(before: readonly EntryRow[], after: readonly EntryRow[]): EntryChanges {
  const old = new Map(before.map(entry => [keyText(entry), entry]))
  return {
    puts: after.filter(entry => !isDeepStrictEqual(old.get(keyText(entry)), entry)),
    deletes: entryKeysNotIn(before, after),
  }
}

/** The keys of those entries that are not among others. */
export function entryKeysNotIn(entries: readonly EntryKey[], others: readonly EntryKey[]): EntryKey[] {
  const staying = new Set(others.map(keyText))
  return entries
    .filter(entry => !staying.has(keyText(entry)))
    .map(({ partition, position }) => ({ partition, position }))
}
