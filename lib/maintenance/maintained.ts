/** What maintenance does with the rows of an entity that has lists, whichever entity it is. */

import { isDeepStrictEqual } from 'node:util'
import type { Tenant } from '../core/tenant.ts'
import { allRows, type ListedEntity } from '../lists/listed-entity.ts'
import { change } from '../store/change.ts'
import type { ListedRow } from '../store/entity-definition.ts'
import type { EntryKey, EntryRow } from '../store/list-entry.ts'
import { entriesOf, finishEntries, rebuildEntries, reload } from '../store/save.ts'
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

/** What the rows of an entity share with other rows. */
export interface Connections<R> {
  /** The fields that follow from other rows. Most objects have only counters, which follow from tallies. */
  derivedFields?: {
    read: (row: R, consistent: boolean) => Promise<object>
    sync: (tenant: Tenant, id: string) => Promise<void>
  }
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
      await connections.derivedFields?.sync(key, id)
      return rebuildEntries<R>(definition, key)
    },
    saveAgain: () => saveAgain<R>(definition, key),
    finishSave: () => finishSave<R>(definition, key),
    syncFields: () => connections.derivedFields?.sync(key, id) ?? syncCounters<R>(definition, key),
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
    ...countedListsOf(definition.name, row),
  ],
  entries: () => entriesOf(definition, row),
  derivedFields: consistent =>
    connections.derivedFields?.read(row, consistent) ?? readCounters(definition.name, row, consistent),
  awaitedOperations: () => connections.awaitedOperations?.(row) ?? new Map(),
})

/**
 * Reads the row before its totals, so that newer totals of another writer are not replaced. Reads again after saving: if the
 * totals changed and changed back in between, they were equal to the row, and nobody else saves it.
 */
async function syncCounters<R extends ListedRow>(definition: ListedEntity<R>, key: R): Promise<void> {
  let hasChanged = false
  await change(
    definition,
    () => reload(definition, key),
    async row => {
      const after = row && { ...row, ...(await readCounters(definition.name, row)) }
      hasChanged = !isDeepStrictEqual(after, row)
      return after
    },
  )
  if (hasChanged) await syncCounters(definition, key)
}

async function saveAgain<R extends ListedRow>(definition: ListedEntity<R>, key: R): Promise<boolean> {
  const load = () => reload(definition, key)
  return (await change(definition, load, row => row && { ...row, form: definition.form })) !== null
}

interface Wait<R> {
  key: R
  operationId: string
}

async function endWait<R extends ListedRow>(
  definition: ListedEntity<R>,
  { awaitedOperations, withoutOperation }: Connections<R>,
  { key, operationId }: Wait<R>,
): Promise<boolean> {
  let isWaiting = false
  await change(
    definition,
    () => reload(definition, key),
    row => {
      isWaiting = row !== null && awaitedOperations?.(row).has(operationId) === true
      return row && isWaiting && withoutOperation ? withoutOperation(row, operationId) : null
    },
  )
  return isWaiting
}

/** The writer may still be at work, which does no harm: both write the same entries. */
async function finishSave<R extends ListedRow>(definition: ListedEntity<R>, known: R): Promise<void> {
  const row = await reload(definition, known)
  if (row?.unfinished) await finishEntries(definition, row)
}
