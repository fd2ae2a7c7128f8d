/** All stored objects, and what maintenance does with one row of them, whichever object it is. */

import * as carts from '../carts/index.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import * as discounts from '../discounts/index.ts'
import { readTallies } from '../lists/tally.ts'
import * as orders from '../orders/index.ts'
import * as products from '../products/index.ts'
import { changeRow, saveDerived } from '../store/change.ts'
import type { List } from '../store/list-entry.ts'
import { keyById, rebuildEntries, reload } from '../store/save.ts'
import type { Derived, ListedRow, StoredObject } from '../store/stored-object.ts'
import * as subscriptions from '../subscriptions/index.ts'
import { countedListPrefixes, countedListsOf, countedObjectOf, readCounters } from './counters.ts'

export const listedObjects: readonly StoredObject[] = [
  orders.orderDefinition,
  customers.customerDefinition,
  products.productDefinition,
  carts.cartDefinition,
  subscriptions.subscriptionDefinition,
]

/** Discounts are on no lists, but have counters. */
export const objects: readonly StoredObject[] = [...listedObjects, discounts.discountDefinition]

/** A row by its key alone, so that many can be remembered. */
export interface RowReference {
  object: StoredObject
  key: ListedRow
  /** Such as `order 01980000-0000-7000-8000-000000000de1`. */
  name: string
}

/** `known` needs to have no more than the parts of its key. */
export function referenceTo(object: StoredObject, known: object): RowReference {
  const key = object.keyOf(known as ListedRow) as ListedRow & { id?: string; token?: string }
  return { object, key, name: `${object.name} ${key.id ?? key.token}` }
}

export const referenceById = (object: StoredObject, tenant: Tenant, id: string): RowReference =>
  referenceTo(object, keyById(tenant, id))

/** The current state of the row; null if it does not exist any more. */
export const load = ({ object, key }: RowReference): Promise<ListedRow | null> => reload(object, key)

/** The lists that a row is on, and those whose totals are saved on it. */
export const listsOf = (object: StoredObject, row: ListedRow): string[] => [
  ...object.listEntriesOf(row).map(({ list }) => list),
  ...countedListsOf(object.name, row),
]

/** Those that are known without reading all rows. Only tallies that sum up measures can be found without a list's name. */
export async function knownLists({ account, mode }: Tenant): Promise<Set<string>> {
  const tallies = countedListPrefixes.map(prefix => readTallies({ account, mode }, prefix))
  const counted = (await Promise.all(tallies)).flat().map(({ list }) => list)
  return new Set([...listedObjects.flatMap(({ fixedLists }) => fixedLists), ...counted])
}

/** The fields that follow from other rows, as they should be. */
export const derive = async (object: StoredObject, row: ListedRow, consistent: boolean): Promise<Derived> =>
  object.derive?.(row, consistent) ?? { fields: await readCounters(object.name, row, consistent) }

export const syncFields = ({ object, key }: RowReference): Promise<void> =>
  saveDerived(object, key, row => derive(object, row, true))

/** Saves the totals of a list on the object that shows them. */
export async function syncCounters({ list, account, mode }: List): Promise<void> {
  const counted = countedObjectOf(list)
  const object = objects.find(({ name }) => name === counted?.object)
  if (counted && object) await syncFields(referenceById(object, { account, mode }, counted.id))
}

/** Writes all entries of a row again. False if it does not exist any more. */
export async function relist(reference: RowReference): Promise<boolean> {
  if (reference.object.derive) await syncFields(reference)
  return rebuildEntries(reference.object, reference.key)
}

/** Saves a row in its current form. False if it does not exist any more. */
export const saveAgain = async ({ object, key }: RowReference): Promise<boolean> =>
  (await changeRow(object, key, row => row && { ...row, form: object.form })) !== null

/** The writer may still be at work, which does no harm: both write the same entries. */
export const finishSave = ({ object, key }: RowReference): Promise<ListedRow | null> =>
  changeRow(object, key, () => null)
