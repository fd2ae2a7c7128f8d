/** Lists all kinds of stored objects. Reads, repairs and migrates single rows of these objects. */

import * as carts from '../carts/index.ts'
import { logFault } from '../core/log.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import * as discounts from '../discounts/index.ts'
import { isSearchList } from '../lists/search-entries.ts'
import * as orders from '../orders/index.ts'
import * as products from '../products/index.ts'
import { changeByKey, saveDerived } from '../store/change.ts'
import { isOneOfLists, type List, type ListEntry } from '../store/list-entry.ts'
import { keyById, listEntriesOrFault, readByKey, rebuildEntriesOfRow } from '../store/save.ts'
import { type Derived, nameOf, type StoredObject, type VersionedRow } from '../store/stored-object.ts'
import * as subscriptions from '../subscriptions/index.ts'
import { computeCounters, countedListsOf, countedObjectOf } from './counters.ts'

export const listedObjects: readonly StoredObject[] = [
  orders.orderDefinition,
  customers.customerDefinition,
  products.productDefinition,
  carts.cartDefinition,
  subscriptions.subscriptionDefinition,
]

/** All kinds of objects that have lists or counters. Discounts have only counters. */
export const storedObjects: readonly StoredObject[] = [...listedObjects, discounts.discountDefinition]

const uncountedLists = listedObjects.flatMap(object => object.uncountedLists ?? [])

/** Returns whether the list has tallies. */
export const isCounted = ({ list }: Pick<List, 'list'>): boolean =>
  !isSearchList(list) && !isOneOfLists(list, uncountedLists)

/** Refers to a row by its key, so that references to many rows fit into memory. */
export interface RowReference {
  object: StoredObject
  key: VersionedRow
  /** The row's name in messages, such as `order 01980000-0000-7000-8000-000000000de1`. */
  name: string
}

/** Returns a reference to a row. `known` is the whole row, or the fields of its key. */
export function referenceTo(object: StoredObject, known: object): RowReference {
  const key = object.keyOf(known as VersionedRow) as VersionedRow
  return { object, key, name: nameOf(object, key) }
}

export const referenceById = (object: StoredObject, tenant: Tenant, id: string): RowReference =>
  referenceTo(object, keyById(tenant, id))

export const loadRow = ({ object, key }: RowReference): Promise<VersionedRow | null> => readByKey(object, key)

interface Places {
  /** The lists that contain the row, and those whose totals are counters in the row, unless the counters are zero. */
  lists: string[]
  entries: ListEntry[]
  /** The reason why the row cannot be read; undefined if the row can be read. */
  fault?: unknown
}

/** Returns the lists and the list entries of a row; none if the row cannot be read because it is damaged. */
export function placesOf(object: StoredObject, row: VersionedRow): Places {
  const { entries, fault } = listEntriesOrFault(object, row)
  if (fault !== undefined) return { lists: [], entries: [], fault }
  return { lists: [...entries.map(({ list }) => list), ...countedListsOf(object.name, row)], entries }
}

/** Reads a row again, and returns the reason why it cannot be read; undefined if it can be read or was deleted. */
export async function findFault(reference: RowReference): Promise<unknown> {
  const row = await loadRow(reference)
  return row ? placesOf(reference.object, row).fault : undefined
}

/** Returns the correct values of the fields that are derived from other rows. */
export const computeDerivedFields = async (
  object: StoredObject,
  row: VersionedRow,
  consistent: boolean,
): Promise<Derived> =>
  object.derive?.(row, consistent) ?? { fields: await computeCounters(object.name, row, consistent) }

export const saveDerivedFields = ({ object, key }: RowReference): Promise<void> =>
  saveDerived(object, key, row => computeDerivedFields(object, row, true))

/**
 * Saves the totals of a list in the object that has fields for these totals. Most lists have no such object. An object
 * that is damaged keeps its totals, because it cannot be saved.
 */
export async function saveCounters({ list, account, mode }: List): Promise<void> {
  const counted = countedObjectOf(list)
  const object = storedObjects.find(({ name }) => name === counted?.object)
  if (!counted || !object) return
  const reference = referenceById(object, { account, mode }, counted.id)
  await saveDerivedFields(reference).catch(async error => {
    if ((await findFault(reference)) === undefined) throw error
    logFault('The totals of a damaged object cannot be saved.', error, { account, mode, object: reference.name })
  })
}

/** Writes all list entries of a row again. Returns false if the row no longer exists. */
export async function rewriteListEntries(reference: RowReference): Promise<boolean> {
  if (reference.object.derive) await saveDerivedFields(reference)
  return rebuildEntriesOfRow(reference.object, reference.key)
}

/** Converts a row to the current version of its object, and saves it. Returns false if the row no longer exists. */
export const migrateRow = async ({ object, key }: RowReference): Promise<boolean> =>
  (await changeByKey(object, key, row => row && { ...row, rowVersion: object.rowVersion })) !== null

/**
 * Finishes a save that seems interrupted. If the save is still running, both processes write the same entries, which
 * does no harm.
 */
export const finishSave = ({ object, key }: RowReference): Promise<VersionedRow | null> =>
  changeByKey(object, key, () => null)
