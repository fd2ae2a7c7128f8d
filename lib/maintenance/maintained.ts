/** What maintenance does with the rows of an entity that has lists, whichever entity it is. */

import type { Tenant } from '../core/tenant.ts'
import { allRows, type ListedEntity } from '../lists/listed-entity.ts'
import { retryOnConflict } from '../store/conflict.ts'
import type { ListedRow } from '../store/entity-definition.ts'
import { entriesOf } from '../store/entry-changes.ts'
import type { EntryKey, EntryRow } from '../store/list-entry.ts'
import { finishEntries, rebuildEntries, reload, save } from '../store/save.ts'

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

/** What the rows of an entity share with other rows. */
export interface Connections<R> {
  counterListsOf?: (row: R) => string[]
  derivedFieldsOf?: (row: R, consistent: boolean) => Promise<object>
  syncFields?: (tenant: Tenant, id: string) => Promise<void>
  /** Whether the derived fields follow from other rows and not from tallies, so that they can be rebuilt with the entries. */
  areFieldsIndependent?: true
  awaitedOperations?: (row: R) => Map<string, string>
  withoutOperation?: (row: R, id: string) => R
}

export const maintenanceOf = <R extends ListedRow>(
  definition: ListedEntity<R>,
  connections: Connections<R> = {},
) => ({
  name: definition.name,
  fixedLists: definition.fixedLists,
  form: definition.form,

  async *batches(tenant: Tenant, consistent = false): AsyncGenerator<MaintainedRow[]> {
    for await (const rows of allRows(definition, tenant, { consistent }))
      yield rows.map(row => maintainedRow(definition, connections, row))
  },

  referenceTo: ({ account, mode }: Tenant, id: string): RowReference =>
    referenceTo(definition, connections, { account, mode, id, token: id } as object as R),

  finishSave: (image: Record<string, unknown>) => finishSave(definition, image as object as R),
})

/** `known` needs to have no more than the parts of its key. */
function referenceTo<R extends ListedRow>(
  definition: ListedEntity<R>,
  connections: Connections<R>,
  known: R,
): RowReference {
  const key = definition.keyOf(known) as R & { id?: string; token?: string }
  const id = key.id ?? key.token ?? ''
  return {
    name: `${definition.name} ${id}`,
    key,
    load: async () => {
      const row = await reload(definition, key)
      return row && maintainedRow(definition, connections, row)
    },
    rebuildEntries: async () => {
      if (connections.areFieldsIndependent) await connections.syncFields?.(key, id)
      return rebuildEntries<R>(definition, key)
    },
    saveAgain: () => saveAgain<R>(definition, key),
    finishSave: () => finishSave<R>(definition, key),
    syncFields: async () => connections.syncFields?.(key, id),
    endWait: operationId => endWait<R>(definition, connections, { key, operationId }),
  }
}

const maintainedRow = <R extends ListedRow>(
  definition: ListedEntity<R>,
  connections: Connections<R>,
  row: R,
): MaintainedRow => ({
  row,
  unfinished: row.unfinished,
  reference: referenceTo(definition, connections, row),
  lists: () => [
    ...definition.listEntriesOf(row).map(({ list }) => list),
    ...(connections.counterListsOf?.(row) ?? []),
  ],
  entries: () => entriesOf(definition, row),
  derivedFields: async consistent => (await connections.derivedFieldsOf?.(row, consistent)) ?? {},
  awaitedOperations: () => connections.awaitedOperations?.(row) ?? new Map(),
})

const saveAgain = <R extends ListedRow>(definition: ListedEntity<R>, known: R): Promise<boolean> =>
  retryOnConflict(async () => {
    const row = await reload(definition, known)
    if (row && row.form !== definition.form) await save(definition, row, row)
    return row !== null
  })

interface Wait<R> {
  key: R
  operationId: string
}

const endWait = <R extends ListedRow>(
  definition: ListedEntity<R>,
  { awaitedOperations, withoutOperation }: Connections<R>,
  { key, operationId }: Wait<R>,
): Promise<boolean> =>
  retryOnConflict(async () => {
    const row = await reload(definition, key)
    if (!row || !withoutOperation || !awaitedOperations?.(row).has(operationId)) return false
    await save(definition, withoutOperation(row, operationId), row)
    return true
  })

/** The writer may still be at work, which does no harm: both write the same entries. */
async function finishSave<R extends ListedRow>(definition: ListedEntity<R>, known: R): Promise<void> {
  const row = await reload(definition, known)
  if (row?.unfinished) await finishEntries(definition, row)
}
