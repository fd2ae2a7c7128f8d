/** Creates many entities with their list entries, in as few transactions as possible. */

import { jsonBytes } from '../core/json.ts'
import { entriesOf, versionCondition } from './save.ts'
import type { EntityDefinition, VersionedRow } from './stored-object.ts'
import { entryWrites, type RowWrite, writeRows } from './transaction.ts'

/**
 * DynamoDB limits a transaction to 100 writes and 4 MB. `maxBytes` is lower, because DynamoDB also counts the
 * attributes that ElectroDB adds, such as keys.
 */
const maxWrites = 100
const maxBytes = 3_000_000

/** Divides items into groups whose rows fit into one transaction. A row that is too large has a group of its own. */
export function groupsToCreate<T, R extends VersionedRow>(
  definition: EntityDefinition<R>,
  items: readonly T[],
  rowOf: (item: T) => R,
): T[][] {
  const groups: { items: T[]; writes: number; bytes: number }[] = []
  for (const item of items) {
    const row = newRow(definition, rowOf(item))
    const written = [row, ...entriesOf(definition, row)]
    const [writes, bytes] = [written.length, jsonBytes(written)]
    const last = groups.at(-1)
    if (last && last.writes + writes <= maxWrites && last.bytes + bytes <= maxBytes) {
      last.items.push(item)
      last.writes += writes
      last.bytes += bytes
    } else groups.push({ items: [item], writes, bytes })
  }
  return groups.map(({ items }) => items)
}

/**
 * Sets the version of a new row to 1. Also adds the current row version, because the entries of the row may depend on
 * the row version.
 */
const newRow = <R extends VersionedRow>({ rowVersion }: EntityDefinition<R>, row: R): R => ({
  ...row,
  version: 1,
  ...(rowVersion && { rowVersion }),
})

/** Creates all rows or none; throws a Conflict if one of them exists. */
export async function createRows<R extends VersionedRow>(
  definition: EntityDefinition<R>,
  rows: readonly R[],
): Promise<R[]> {
  const { entity } = definition
  const created = rows.map(row => newRow(definition, row))
  const rowPuts = created.map((row): RowWrite => ({ entity, write: Row => Row.put(row).where(versionCondition(null)) }))
  const puts = created.flatMap(row => entriesOf(definition, row))
  await writeRows([...rowPuts, ...entryWrites({ puts, deletes: [] })])
  return created
}
