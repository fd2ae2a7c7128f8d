/** The loop in which modules write their rows: read, decide, save, and begin again if another writer was faster. */

import { isDeepStrictEqual } from 'node:util'
import { retryOnConflict } from './conflict.ts'
import type { EntityDefinition, ListedRow } from './entity-definition.ts'
import { finishEntries, save } from './save.ts'
import type { ExtraWrite } from './transaction.ts'

/** Adds writes of other rows to the transaction that saves the row. */
type AlsoWrite = (...writes: readonly ExtraWrite[]) => void

/**
 * `load` must read consistently; `decide` may be called several times, and returns the row as it should be, or null to leave
 * it as it is. Nothing is written if nothing changes, except what an interrupted save has left.
 */
export const change = <R extends ListedRow, B extends R | null>(
  definition: EntityDefinition<R>,
  load: () => Promise<B>,
  decide: (before: B, alsoWrite: AlsoWrite) => R | null | Promise<R | null>,
): Promise<B | R> =>
  retryOnConflict(async () => {
    const before = await load()
    const extraWrites: ExtraWrite[] = []
    const after = await decide(before, (...writes) => extraWrites.push(...writes))
    const isSame = !after || (extraWrites.length === 0 && isDeepStrictEqual(after, before))
    if (!isSame) return save(definition, after, before, extraWrites)
    return before?.unfinished ? finishEntries<R>(definition, before) : before
  })
