/** Pages of lists: how callers ask for one, and the envelope in which they get it. */

import * as z from 'zod'
import { integer } from './fields.ts'
import { jsonBytes } from './json.ts'

const maxLimit = 100
/** A Lambda may answer 6 MB, in which quotation marks count twice. */
export const maxReplyBytes = 5_000_000

/** However many are asked for. */
const clampLimit = (asked: unknown) =>
  /^\s*\d+\s*$/.test(String(asked)) ? Math.min(Number(asked), maxLimit) : asked

export const PageQuery = z.object({
  offset: integer().prefault(0).describe('Items to skip.'),
  limit: z
    .preprocess(clampLimit, integer({ most: maxLimit }))
    .prefault(20)
    .describe(`Items to return, at most ${maxLimit}. The reply has the limit that was applied.`),
})
export type PageQuery = z.output<typeof PageQuery>

export interface Page<T> extends PageQuery {
  totalItems: number
  items: T[]
}

export const pageSchema = <S extends z.ZodType>(item: S, id: string) =>
  z
    .object({
      totalItems: integer().describe('All that match, on this page or not.'),
      offset: integer(),
      limit: integer({ most: maxLimit }),
      items: z.array(item),
    })
    .meta({ id, examples: [{ totalItems: 1, offset: 0, limit: 20, items: item.meta()?.examples ?? [] }] })

/** As many of them as so many bytes hold, a reply's if nothing else is said, and at least one. */
export function takeBytes<T>(items: readonly T[], bytes = maxReplyBytes): T[] {
  let room = bytes
  const isTooMuch = (item: T, n: number) => {
    room -= jsonBytes(item)
    return room < 0 && n > 0
  }
  const end = items.findIndex(isTooMuch)
  return end < 0 ? [...items] : items.slice(0, end)
}

/** Objects too large for one reply make a shorter page, which says so; the link to the next one goes on behind it. */
export function toPage<T>({ offset, limit }: PageQuery, totalItems: number, found: readonly T[]): Page<T> {
  const items = takeBytes(found)
  const applied = items.length < found.length ? items.length : limit
  return { totalItems, offset, limit: applied, items }
}

/** Where the next page begins, if there is one. */
export const nextOffset = ({ totalItems, offset, limit }: Page<unknown>) =>
  limit > 0 && offset + limit < totalItems ? offset + limit : null
