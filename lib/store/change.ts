/** Runs the loop in which modules write their rows: read, decide, save, and start over if another writer was faster. */

import { isDeepStrictEqual } from 'node:util'
import { lastConditionFailed, retryOnConflict } from './conditional-write.ts'
import { finishEntries, readByKey, save } from './save.ts'
import type { Derived, EntityDefinition, VersionedRow } from './stored-object.ts'
import type { ExtraWrite } from './transaction.ts'

/** Adds writes of other rows to the transaction that saves the row. */
type AlsoWrite = (...writes: readonly ExtraWrite[]) => void

/** The result is the row that was saved. If nothing was saved, the result is the row as it was read. */
type Changed<Before, After> = After extends null ? Before : After

/**
 * Changes a row, or creates it. `load` must read consistently. `decide` returns the new row, or null to leave the row
 * unchanged, and may be called several times. The row is saved only if it has changed or there are other writes. If the
 * last save of the row was interrupted, that save is finished.
 */
export const change = <R extends VersionedRow, Before extends R | null, After extends R | null>(
  definition: EntityDefinition<R>,
  load: () => Promise<Before>,
  decide: (before: Before, alsoWrite: AlsoWrite) => After | Promise<After>,
): Promise<Changed<Before, After>> =>
  retryOnConflict(async () => {
    const before: R | null = await load()
    const extraWrites: ExtraWrite[] = []
    const decided = await decide(before as Before, (...writes) => extraWrites.push(...writes))
    const after: R | null = decided && { ...decided, ...definition.computedAttributes?.(decided) }
    const isChanged = after && (extraWrites.length > 0 || !before || !isSame(after, before))
    if (!isChanged)
      return (before?.unfinished ? await finishEntries(definition, before) : before) as Changed<Before, After>
    const row = await save(definition, after, before, extraWrites).catch(fault => {
      if (extraWrites.at(-1)?.isGuard && lastConditionFailed(fault)) return before
      throw fault
    })
    return row as Changed<Before, After>
  })

/** Calls `change` for a row that is loaded by its key. `known` needs only the attributes that the key consists of. */
export const changeByKey = <R extends VersionedRow, After extends R | null>(
  definition: EntityDefinition<R>,
  known: object,
  decide: (before: R | null, alsoWrite: AlsoWrite) => After | Promise<After>,
) => change(definition, () => readByKey(definition, known), decide)

export type ChangeResult = 'created' | 'updated' | 'unchanged'

interface ChangedRow<R, After> {
  row: Changed<R | null, After>
  /** The row as it was before the change. */
  before: R | null
  result: ChangeResult
}

/** Calls `changeByKey`, and also returns how the row has changed. */
export async function changeByKeyWithResult<R extends VersionedRow, After extends R | null>(
  definition: EntityDefinition<R>,
  known: object,
  decide: (before: R | null, alsoWrite: AlsoWrite) => After | Promise<After>,
): Promise<ChangedRow<R, After>> {
  const read: { before: R | null } = { before: null }
  const row = await changeByKey(definition, known, (found, alsoWrite) => {
    read.before = found
    return decide(found, alsoWrite)
  })
  const { before } = read
  const isUnchanged = row === null || row.version === before?.version
  return { row, before, result: isUnchanged ? 'unchanged' : before ? 'updated' : 'created' }
}

/** DynamoDB allows 100 writes in a transaction, which also writes the row and its list entries. */
const maxDerivedWrites = 50

/**
 * Saves fields that are derived from other rows. The row is read before the other rows, so that the save fails if
 * another writer changes the row meanwhile. But another writer does not change a row that already contains the newest
 * values. This save may then replace them by older values, so the fields are derived again after each save.
 * If there are more writes than a save may have, the fields are saved with the last writes. If this is interrupted, the
 * fields therefore still differ, and a check finds them.
 */
export async function saveDerived<R extends VersionedRow>(
  definition: EntityDefinition<R>,
  known: object,
  derive: (row: R) => Promise<Derived>,
): Promise<void> {
  let hasChanged = false
  await changeByKey(definition, known, async (row, alsoWrite) => {
    if (!row) return null
    const { fields, writes = [] } = await derive(row)
    alsoWrite(...writes.slice(0, maxDerivedWrites))
    const after = writes.length > maxDerivedWrites ? row : { ...row, ...fields }
    hasChanged = writes.length > 0 || !isSame(after, row)
    return after
  })
  if (hasChanged) await saveDerived(definition, known, derive)
}

/** Undefined attributes are ignored, because they are not stored. */
const isSame = (one: object, other: object) => isDeepStrictEqual(definedIn(one), definedIn(other))

const definedIn = (row: object) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
