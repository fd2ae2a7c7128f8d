/** Saves fields that follow from other rows, such as counters from the totals of lists. */

import { isDeepStrictEqual } from 'node:util'
import { retryOnConflict } from './conflict.ts'

interface DerivedFields<R> {
  load: () => Promise<R | null>
  derive: (row: R) => Promise<Partial<R>>
  /** Fails with a Conflict if the row has changed since it was read. */
  save: (after: R, before: R) => Promise<unknown>
}

/**
 * Reads the row before what its fields follow from, so that newer fields of another writer are not replaced. Reads again
 * after saving: if the other rows changed and changed back in between, they were equal to the row, and nobody else saves it.
 */
export const syncDerivedFields = <R extends object>(fields: DerivedFields<R>): Promise<void> =>
  retryOnConflict(async () => {
    const row = await fields.load()
    if (!row) return
    const after = { ...row, ...(await fields.derive(row)) }
    if (isDeepStrictEqual(after, row)) return
    await fields.save(after, row)
    await syncDerivedFields(fields)
  })
