/** Presents the rows of a page. */

import type * as z from 'zod'
import { logFault } from '../core/log.ts'

interface Presentation<R, S extends z.ZodType> {
  schema: S
  present: (row: R) => z.output<S>
  idOf: (row: R) => string
}

/** A row that does not fit the schema is left out, logged, and counted as a fault: the others are still returned. */
export const presentRows = <R, S extends z.ZodType>(
  rows: readonly R[],
  { schema, present, idOf }: Presentation<R, S>,
): z.output<S>[] =>
  rows.flatMap(row => {
    try {
      const item = present(row)
      schema.parse(item)
      return [item]
    } catch (fault) {
      logFault('A stored object does not fit its schema.', fault, { id: idOf(row) })
      return []
    }
  })
