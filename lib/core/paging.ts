/** Defines the query parameters and the replies of lists that are paged by offset and limit, or returned in slices. */

import * as z from 'zod'
import { dateTime, dateTimeOrEndOfDay, integer, optionalFilter, text } from './fields.ts'
import { jsonBytes, toJson } from './json.ts'

const maxLimit = 100
/** The largest size of the items in a reply, as `replyBytes` counts it. */
export const maxReplyBytes = 5_000_000

/**
 * Returns the size of an item in a reply. Lambda allows 6 MB, and counts each quotation mark and each backslash in the
 * body as two bytes. Few items have so many of them that the second size is larger, such as those with JSON as text.
 */
export function replyBytes(item: unknown): number {
  const json = toJson(item)
  return Math.max(Buffer.byteLength(json), jsonBytes(json) * (5 / 6))
}

/** Lowers a limit that is above the maximum, instead of rejecting it. */
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

/** Returns the query parameters of a period. Their descriptions begin with `event`, such as `Created`. */
export const periodParameters = (event: string) => ({
  from: optionalFilter(dateTime).describe(
    `${event} at or after this time. A date without a time means the start of that day (UTC).`,
  ),
  to: optionalFilter(dateTimeOrEndOfDay).describe(
    `${event} at or before this time. A date without a time means the end of that day (UTC).`,
  ),
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

/** Returns the first items whose JSON fits into `bytes`. The first item is returned even if it is too large. */
export function takeWhileFits<T>(items: readonly T[], bytes = maxReplyBytes): T[] {
  let remaining = bytes
  const isTooLarge = (item: T, n: number) => {
    remaining -= replyBytes(item)
    return remaining < 0 && n > 0
  }
  const end = items.findIndex(isTooLarge)
  return end < 0 ? [...items] : items.slice(0, end)
}

/**
 * Returns a page. If the items are too large for one reply, the last items are left out, and `limit` is lowered to the
 * number of items that remain.
 */
export function toPage<T>({ offset, limit }: PageQuery, totalItems: number, found: readonly T[]): Page<T> {
  const items = takeWhileFits(found)
  const usedLimit = items.length < found.length ? items.length : limit
  return { totalItems, offset, limit: usedLimit, items }
}

export const nextOffset = ({ totalItems, offset, limit }: Page<unknown>) =>
  limit > 0 && offset + limit < totalItems ? offset + limit : null

/**
 * The query parameter of lists that are returned as bare arrays and continue after an id. Other bare arrays continue at
 * an `offset`. Each slice of a list, except the last, has a link to the next slice.
 */
export const SliceQuery = z.object({
  after: text(100)
    .optional()
    .describe('A cursor: the id of the last item of the previous reply. The `Link` header contains it.'),
})
export type SliceQuery = z.output<typeof SliceQuery>

export interface Slice<T> {
  items: T[]
  /** The query parameters of the next slice; null on the last slice. */
  next: Record<string, string> | null
}

export const maxSliceItems = 1000

/** `rows` has up to `maxSliceItems + 1` rows. The additional row shows that there is a next slice. */
export function toSlice<R extends { id: string }, T>(rows: R[], present: (row: R) => T): Slice<T> {
  const items = takeWhileFits(rows.slice(0, maxSliceItems).map(present))
  const last = rows[items.length - 1]
  return { items, next: last && items.length < rows.length ? { after: last.id } : null }
}
