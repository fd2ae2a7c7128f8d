/** Lists that the contract answers whole are cut all the same: no reply grows without bound. */

import * as z from 'zod'
import { fitting } from './page.ts'
import { text } from './wire.ts'

export const StretchQuery = z.object({
  after: text(100).optional().describe('Where to go on: the `next` link of the reply before says it.'),
})
export type StretchQuery = z.output<typeof StretchQuery>

/** What one reply holds, and the query that gives what follows it. */
export interface Stretch<T> {
  items: T[]
  next: Record<string, string> | null
}

export const stretchLength = 1000

/** Cuts rows that were read one past the end, which tells whether more follow. */
export function cut<R extends { id: string }, T>(rows: R[], present: (row: R) => T): Stretch<T> {
  const items = fitting(rows.slice(0, stretchLength).map(present))
  const last = rows[items.length - 1]
  return { items, next: last && items.length < rows.length ? { after: last.id } : null }
}
