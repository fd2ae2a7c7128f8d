/** Walks over the entries of open carts, the one that was changed last first, as far as a page needs. */

import { now } from '../kit/clock.ts'
import type { Tenant } from '../kit/tenant.ts'
import { everything, readEntries } from '../lists/entries.ts'
import { isAnsweredBy, listToRead, matching } from '../lists/find.ts'
import { endOf, timeBound } from '../lists/position.ts'
import type { EntryRow } from '../store/entry.ts'
import type { Place } from './continuation.ts'
import { asksOf, everyCart, isKept } from './lists.ts'
import type { CartQuery } from './shapes.ts'

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
export function beginning({ timeRange }: CartQuery): Place {
  const reach = reaches[timeRange]
  if (reach === null) return { after: everything.to, end: everything.from }
  const oldest = new Date(now().getTime() - reach).toISOString()
  return { after: everything.to, end: endOf(timeBound(oldest)) }
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
export async function walk(tenant: Tenant, query: CartQuery, place: Place): Promise<Steps> {
  const asks = asksOf(tenant, query)
  const { list } = await listToRead({ ...tenant, all: everyCart, asks })
  const matches = matching(asks)
  const found: EntryRow[] = []
  let most = isAnsweredBy(list, { asks }) ? query.limit + 2 : firstStride
  for (let to = place.after; found.length <= query.limit; most = Math.min(2 * most, longestStride)) {
    const read = await readEntries(list, { range: { from: place.end, to }, backwards: true, most })
    const fresh = read.filter(({ position }) => position < to)
    found.push(...fresh.filter(entry => isKept(entry) && matches(entry)))
    const last = fresh.at(-1)
    if (!last || read.length < most) break
    to = last.position
  }
  return { found: found.slice(0, query.limit), hasMore: found.length > query.limit }
}
