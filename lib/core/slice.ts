/** Divides lists that the API returns as bare arrays into slices of limited size, each with a link to the next one. */

import * as z from 'zod'
import { text } from './fields.ts'
import { takeWhileFits } from './page.ts'

export const SliceQuery = z.object({
  after: text(100)
    .optional()
    .describe('A cursor: the id of the last item of the previous reply. The `Link` header contains it.'),
})
export type SliceQuery = z.output<typeof SliceQuery>

/** The items of one reply, and the query parameters of the next slice, which are null on the last slice. */
export interface Slice<T> {
  items: T[]
  next: Record<string, string> | null
}

export const maxSliceItems = 1000

/** The caller reads one row more than a slice holds. If that row exists, there is a next slice. */
export function toSlice<R extends { id: string }, T>(rows: R[], present: (row: R) => T): Slice<T> {
  const items = takeWhileFits(rows.slice(0, maxSliceItems).map(present))
  const last = rows[items.length - 1]
  return { items, next: last && items.length < rows.length ? { after: last.id } : null }
}
