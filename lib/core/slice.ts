/** Lists that the contract answers whole are cut all the same: no reply grows without bound. */

import * as z from 'zod'
import { text } from './fields.ts'
import { takeBytes } from './page.ts'

export const SliceQuery = z.object({
  after: text(100).optional().describe('Where to go on: the `next` link of the reply before says it.'),
})
export type SliceQuery = z.output<typeof SliceQuery>

/** What one reply holds, and the query that gives what follows it. */
export interface Slice<T> {
  items: T[]
  next: Record<string, string> | null
}

export const maxSliceItems = 1000

/** Cuts rows that were read one past the end, which tells whether more follow. */
export function toSlice<R extends { id: string }, T>(rows: R[], present: (row: R) => T): Slice<T> {
  const items = takeBytes(rows.slice(0, maxSliceItems).map(present))
  const last = rows[items.length - 1]
  return { items, next: last && items.length < rows.length ? { after: last.id } : null }
}
