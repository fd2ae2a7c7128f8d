/** The query parameters and the replies of lists, which are paged by offset and limit or returned in slices. */

import * as z from 'zod'
import { dateTime, dateTimeOrEndOfDay, integer, text } from './fields.ts'
import { jsonBytes } from './json.ts'

const maxLimit = 100
/** Lambda allows replies of 6 MB. This limit is lower, because each quotation mark of the body is sent as two bytes. */
export const maxReplyBytes = 5_000_000

/** A limit above the maximum is lowered instead of being rejected. */
const clampLimit = (limit: unknown) => (/^\s*\d+\s*$/.test(String(limit)) ? Math.min(Number(limit), maxLimit) : limit)

export const PageQuery = z.object({
  offset: integer().prefault(0).describe('Items to skip.'),
  limit: z
    .preprocess(clampLimit, integer({ max: maxLimit }))
    .prefault(20)
    .meta({
      maximum: undefined,
      description: `Items to return, at most ${maxLimit}. Larger values are lowered to ${maxLimit}; \`limit\` in the reply is the value that was used.`,
    }),
})
export type PageQuery = z.output<typeof PageQuery>

export const CreationDates = z.object({
  from: dateTime
    .optional()
    .describe('Created at or after this time. A date without a time means the start of that day (UTC).'),
  to: dateTimeOrEndOfDay
    .optional()
    .describe('Created at or before this time. A date without a time means the end of that day (UTC).'),
})

export interface Page<T> extends PageQuery {
  totalItems: number
  items: T[]
}

export const pageSchema = <S extends z.ZodType>(item: S, id: string) =>
  z
    .object({
      totalItems: integer().describe('Number of matching items on all pages.'),
      offset: integer(),
      limit: integer({ max: maxLimit }),
      items: z.array(item),
    })
    .meta({ id })

/** Returns the first items whose JSON fits into a number of bytes, but at least one item. */
export function takeWhileFits<T>(items: readonly T[], bytes = maxReplyBytes): T[] {
  let remaining = bytes
  const isTooLarge = (item: T, n: number) => {
    remaining -= jsonBytes(item)
    return remaining < 0 && n > 0
  }
  const end = items.findIndex(isTooLarge)
  return end < 0 ? [...items] : items.slice(0, end)
}

/** If the items exceed the size of a reply, the page is cut and `limit` is lowered to match. */
export function toPage<T>({ offset, limit }: PageQuery, totalItems: number, found: readonly T[]): Page<T> {
  const items = takeWhileFits(found)
  const usedLimit = items.length < found.length ? items.length : limit
  return { totalItems, offset, limit: usedLimit, items }
}

export const nextOffset = ({ totalItems, offset, limit }: Page<unknown>) =>
  limit > 0 && offset + limit < totalItems ? offset + limit : null

/** A list that the API returns as a bare array is divided into slices, each with a link to the next one. */
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
