/** Creates many entities with their list entries, as many in a transaction as it holds. */

import { jsonBytes } from '../core/json.ts'
import { runTransaction } from './conflict.ts'
import type { EntityDefinition, ListedRow } from './entity-definition.ts'
import { entryRowsOf } from './list-entry.ts'
import { type Condition, type WritableRows, writeTransaction } from './transaction.ts'

/** A transaction has at most 100 writes and 4 MB, of which keys and attribute names are a part. */
const maxWrites = 100
const maxBytes = 3_000_000

/** Items in groups whose rows `createAll` can write together. A row that is too large for any group is alone. */
export function groupsToCreate<T, R extends ListedRow>(
  definition: EntityDefinition<R>,
  items: readonly T[],
  rowOf: (item: T) => R,
): T[][] {
  const groups: T[][] = []
  /** Full, so that the first item begins a group. */
  let [writes, bytes] = [maxWrites, maxBytes]
  for (const item of items) {
    const written = [rowOf(item), ...entriesOf(definition, rowOf(item))]
    const size = jsonBytes(written)
    if (writes + written.length > maxWrites || bytes + size > maxBytes) {
      groups.push([])
      ;[writes, bytes] = [0, 0]
    }
    groups.at(-1)?.push(item)
    writes += written.length
    bytes += size
  }
  return groups
}

/** Creates all or none; throws a Conflict if one of them exists. */
export async function createAll<R extends ListedRow>(
  definition: EntityDefinition<R>,
  rows: readonly R[],
): Promise<R[]> {
  const { entity } = definition
  const created = rows.map(row => ({ ...row, version: 1 }))
  const puts = created.flatMap(row => entriesOf(definition, row))
  const [first, ...others] = created.map(row => (Row: WritableRows) => Row.put(row).where(isNew))
  if (first) {
    const extraWrites = others.map(write => ({ entity, write }))
    await runTransaction(writeTransaction({ entity, first, puts, deletes: [], extraWrites }))
  }
  return created
}

const entriesOf = <R extends ListedRow>({ listEntriesOf }: EntityDefinition<R>, row: R) =>
  entryRowsOf(row, listEntriesOf(row))

const isNew: Condition = ({ version }, { notExists }) => notExists(version)
