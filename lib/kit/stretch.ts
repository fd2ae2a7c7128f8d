/** Lists that the contract answers whole are cut all the same: no reply grows without bound. */

import * as z from 'zod'
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
/** A Lambda may answer 6 MB, in which quotation marks count twice. */
const stretchBytes = 5_000_000

const bytesOf = (item: unknown) => Buffer.byteLength(JSON.stringify(item))

/** Cuts rows that were read one past the end, which tells whether more follow. */
export function cut<R extends { id: string }, T>(rows: R[], present: (row: R) => T): Stretch<T> {
  const items: T[] = []
  let room = stretchBytes
  for (const row of rows.slice(0, stretchLength)) {
    const item = present(row)
    room -= bytesOf(item)
    if (room < 0 && items.length > 0) break
    items.push(item)
  }
  const last = rows[items.length - 1]
  return { items, next: last && items.length < rows.length ? { after: last.id } : null }
}
