/** What maintenance does with the rows of an entity that has lists, whichever entity it is. */

import type { Tenant } from '../core/tenant.ts'
import { change, saveDerived } from '../store/change.ts'
import type { EntryKey, EntryRow } from '../store/list-entry.ts'
import { entriesOf, finishEntries, rebuildEntries, reload } from '../store/save.ts'
import { allRows, type Derived, type ListedRow, type StoredObject } from '../store/stored-object.ts'
import { countedListsOf, readCounters } from './counters.ts'

/** A row by its key alone, so that many can be remembered. */
export interface RowReference {
  /** Such as `order 01980000-0000-7000-8000-000000000de1`. */
  name: string
  key: object
  /** The current state of the row; null if it does not exist any more. */
  load: () => Promise<MaintainedRow | null>
  /** Whether the row still existed. */
  rebuildEntries: () => Promise<boolean>
  /** Saves the row in its current form. False if it does not exist any more. */
  saveAgain: () => Promise<boolean>
  finishSave: () => Promise<void>
  /** Saves the derived fields as they should be. */
  syncFields: () => Promise<void>
  /** Ends its wait for an operation at the gateway. False if it did not wait for it. */
  endWait: (operationId: string) => Promise<boolean>
}

export interface MaintainedRow {
  reference: RowReference
  row: ListedRow
  /** The lists it is on, and those whose totals are saved on it. */
  lists: () => string[]
  entries: () => EntryRow[]
  /** Present while a save is unfinished: the keys of the entries to delete. */
  unfinished: readonly EntryKey[] | undefined
  /** The fields that follow from other rows, as they should be. */
  derivedFields: (consistent: boolean) => Promise<object>
  /** The operations at the payment gateway that it waits for: their kinds by id. */
  awaitedOperations: () => Map<string, string>
}

export const maintenanceOf = <R extends ListedRow>(definition: StoredObject<R>) => ({
  name: definition.name,
  fixedLists: definition.fixedLists,
  form: definition.form,

  async *batches(tenant: Tenant, consistent = false): AsyncGenerator<MaintainedRow[]> {
    for await (const rows of allRows(definition, tenant, { consistent }))
      yield rows.map(row => maintainedRow(definition, row))
  },

  referenceTo: ({ account, mode }: Tenant, id: string): RowReference =>
    referenceTo(definition, { account, mode, id, token: id } as object as R),

  finishSave: (image: Record<string, unknown>) => finishSave(definition, image as object as R),
})

/** `known` needs to have no more than the parts of its key. */
function referenceTo<R extends ListedRow>(definition: StoredObject<R>, known: R): RowReference {
  const key = definition.keyOf(known) as R & { id?: string; token?: string }
  const id = key.id ?? key.token ?? ''
  return {
    name: `${definition.name} ${id}`,
    key,
    load: async () => {
      const row = await reload(definition, key)
      return row && maintainedRow(definition, row)
    },
    rebuildEntries: async () => {
      if (definition.derive) await syncFields<R>(definition, key)
      return rebuildEntries<R>(definition, key)
    },
    saveAgain: () => saveAgain<R>(definition, key),
    finishSave: () => finishSave<R>(definition, key),
    syncFields: () => syncFields<R>(definition, key),
    endWait: operationId => endWait<R>(definition, { key, operationId }),
  }
}

const maintainedRow = <R extends ListedRow>(definition: StoredObject<R>, row: R): MaintainedRow => ({
  row,
  unfinished: row.unfinished,
  reference: referenceTo(definition, row),
  lists: () => [
    ...definition.listEntriesOf(row).map(({ list }) => list),
    ...countedListsOf(definition.name, row),
  ],
  entries: () => entriesOf(definition, row),
  derivedFields: async consistent => (await derive(definition, row, consistent)).fields,
  awaitedOperations: () => definition.awaitedOperations?.(row) ?? new Map(),
})

const derive = async <R extends ListedRow>(
  definition: StoredObject<R>,
  row: R,
  consistent: boolean,
): Promise<Derived> =>
  definition.derive?.(row, consistent) ?? { fields: await readCounters(definition.name, row, consistent) }

const syncFields = <R extends ListedRow>(definition: StoredObject<R>, key: R): Promise<void> =>
  saveDerived(
    definition,
    () => reload(definition, key),
    row => derive(definition, row, true),
  )

async function saveAgain<R extends ListedRow>(definition: StoredObject<R>, key: R): Promise<boolean> {
  const load = () => reload(definition, key)
  return (await change(definition, load, row => row && { ...row, form: definition.form })) !== null
}

interface Wait<R> {
  key: R
  operationId: string
}

async function endWait<R extends ListedRow>(
  definition: StoredObject<R>,
  { key, operationId }: Wait<R>,
): Promise<boolean> {
  let isWaiting = false
  await change(
    definition,
    () => reload(definition, key),
    row => {
      isWaiting = row !== null && definition.awaitedOperations?.(row).has(operationId) === true
      return (row && isWaiting && definition.withoutOperation?.(row, operationId)) || null
    },
  )
  return isWaiting
}

/** The writer may still be at work, which does no harm: both write the same entries. */
async function finishSave<R extends ListedRow>(definition: StoredObject<R>, known: R): Promise<void> {
  const row = await reload(definition, known)
  if (row?.unfinished) await finishEntries(definition, row)
}
