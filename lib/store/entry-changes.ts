/** The list entries to put and delete when an entity changes, and how many of them fit into one transaction. */

import type { EntityDefinition, ListedRow } from './entity-definition.ts'
import { diffEntries, type EntryChanges, entryKeysNotIn, entryRowsOf } from './list-entry.ts'

/** The list entries of a row. */
export const entriesOf = <R extends ListedRow>({ listEntriesOf }: EntityDefinition<R>, row: R) =>
  entryRowsOf(row, listEntriesOf(row))

/** While a row is unfinished it is unknown which of its entries exist, so all of them are written again. */
export function changesFor<R extends ListedRow>(
  definition: EntityDefinition<R>,
  row: R,
  before?: R | null,
): EntryChanges {
  const entries = entriesOf(definition, row)
  const old = before ? entriesOf(definition, before) : []
  if (!before?.unfinished) return diffEntries(old, entries)
  return { puts: entries, deletes: entryKeysNotIn([...old, ...before.unfinished], entries) }
}

export const countOf = ({ puts, deletes }: EntryChanges) => puts.length + deletes.length

/** The first `max` changes, puts before deletes, and the rest. */
export function splitChanges({ puts, deletes }: EntryChanges, max: number): [EntryChanges, EntryChanges] {
  const maxDeletes = Math.max(0, max - puts.length)
  return [
    { puts: puts.slice(0, max), deletes: deletes.slice(0, maxDeletes) },
    { puts: puts.slice(max), deletes: deletes.slice(maxDeletes) },
  ]
}
