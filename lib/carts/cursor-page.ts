/** Walks over the entries of open carts, the one that was changed last first, as far as a page needs. */

import { now } from '../core/clock.ts'
import type { Tenant } from '../core/tenant.ts'
import { fullRange, readEntries } from '../lists/entries.ts'
import { isExactAnswer, listToRead, matchesAll } from '../lists/find.ts'
import { prefixEnd, timeBound } from '../lists/position.ts'
import type { EntryRow } from '../store/list-entry.ts'
import type { CursorPosition } from './continuation-token.ts'
import { allCartsList, filtersOf, isNotExpired } from './lists.ts'
import type { CartQuery } from './schemas.ts'

const hour = 3600 * 1000
const day = 24 * hour

const reaches: Record<CartQuery['timeRange'], number | null> = {
  Anytime: null,
  LessThan4Hours: 4 * hour,
  LessThanADay: day,
  LessThanAWeek: 7 * day,
  LessThanAMonth: 30 * day,
}

/** The time range is that of the walk's beginning: nobody's cart drops out of it between two pages. */
export function firstCursor({ timeRange }: CartQuery): CursorPosition {
  const reach = reaches[timeRange]
  if (reach === null) return { after: fullRange.to, end: fullRange.from }
  const oldest = new Date(now().getTime() - reach).toISOString()
  return { after: fullRange.to, end: prefixEnd(timeBound(oldest)) }
}

interface Steps {
  found: EntryRow[]
  hasMore: boolean
}

/** So many entries are read at first where some of them will not match. */
const firstStride = 200
/** Some 900 KB, which is what one answer of DynamoDB holds. */
const longestStride = 3000

/** One more than the page holds is looked for: whether it is there is all that `hasMore` says. */
export async function readCursorPage(
  tenant: Tenant,
  query: CartQuery,
  place: CursorPosition,
): Promise<Steps> {
  const filters = filtersOf(tenant, query)
  const { list } = await listToRead({ ...tenant, all: allCartsList, filters })
  const matches = matchesAll(filters)
  const found: EntryRow[] = []
  let max = isExactAnswer(list, { filters }) ? query.limit + 2 : firstStride
  for (let to = place.after; found.length <= query.limit; max = Math.min(2 * max, longestStride)) {
    const read = await readEntries(list, { range: { from: place.end, to }, backwards: true, max })
    const fresh = read.filter(({ position }) => position < to)
    found.push(...fresh.filter(entry => isNotExpired(entry) && matches(entry)))
    const last = fresh.at(-1)
    if (!last || read.length < max) break
    to = last.position
  }
  return { found: found.slice(0, query.limit), hasMore: found.length > query.limit }
}
