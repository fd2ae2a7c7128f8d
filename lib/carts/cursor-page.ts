/**
 * Reads one page of list entries of open carts, and signs the continuation token of the next page. A token is valid
 * only for the same store and the same filters.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { now } from '../core/clock.ts'
import { normalizeForComparison } from '../core/fields.ts'
import { validationProblem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { fullRange } from '../lists/entries.ts'
import { firstListToRead, hasOnlyMatches } from '../lists/find-entries.ts'
import { type Filter, matchesAll } from '../lists/list-query.ts'
import { idOfPosition, prefixEnd, timeBound } from '../lists/position.ts'
import { type EntryRow, listPartition, type TableKey, tableKeyOf } from '../store/list-entry.ts'
import { openCartsList, readNewestInLanes } from './lanes.ts'
import { filtersOf, isNotExpired } from './lists.ts'
import type { CartQuery } from './schemas.ts'

const hour = 3600 * 1000
const day = 24 * hour

const maxAges: Record<CartQuery['timeRange'], number | null> = {
  Anytime: null,
  LessThan4Hours: 4 * hour,
  LessThanADay: day,
  LessThanAWeek: 7 * day,
  LessThanAMonth: 30 * day,
}

/**
 * Returns the list position where the time range of the query begins. This position depends on the current time. The
 * continuation token contains the position, so that all pages have the same time range.
 */
export function oldestPosition({ timeRange }: CartQuery): string {
  const maxAge = maxAges[timeRange]
  return maxAge === null ? fullRange.from : prefixEnd(timeBound(new Date(now().getTime() - maxAge).toISOString()))
}

interface CursorPage {
  found: EntryRow[]
  hasMore: boolean
}

/**
 * The size of the first batch if entries must be filtered after reading. Otherwise, the first batch has one entry more
 * than the page.
 */
const firstBatchSize = 200
/** A batch of this many entries takes about 900 KB, and is divided among the lanes. */
const maxBatchSize = 3000

/** Reads the matching entries of one page, and one more match to find out whether there is another page. */
export async function readCursorPage(tenant: Tenant, query: CartQuery, { startKey, end }: Cursor): Promise<CursorPage> {
  const filters = filtersOf(tenant, query)
  const list = listToRead(tenant, filters)
  const matches = matchesAll(filters)
  const found = new Map<string, EntryRow>()
  let size = hasOnlyMatches(list, { filters }) ? query.limit + 1 : firstBatchSize
  for (let before = startKey?.sk; found.size <= query.limit; size = Math.min(2 * size, maxBatchSize)) {
    const read = await readNewestInLanes(list, { end, before, size })
    for (const entry of read.entries) if (isNotExpired(entry) && matches(entry)) addUnlessFound(found, entry)
    if (read.before === undefined) break
    before = read.before
  }
  return { found: [...found.values()].slice(0, query.limit), hasMore: found.size > query.limit }
}

const listToRead = (tenant: Tenant, filters: Filter[]) =>
  firstListToRead({ ...tenant, fullList: openCartsList, filters })

/** Only the newest entry of a cart is current. An outdated entry may remain after an interrupted save. */
function addUnlessFound(found: Map<string, EntryRow>, entry: EntryRow): void {
  const token = idOfPosition(entry.position)
  if (!found.has(token)) found.set(token, entry)
}

/**
 * Returns the start of the page that follows an entry. The key is always in the first lane, because a release without
 * lanes may get the token during a deployment.
 */
export const startKeyAfter = (tenant: Tenant, query: CartQuery, { position }: EntryRow): TableKey =>
  tableKeyOf({ partition: listPartition(listToRead(tenant, filtersOf(tenant, query))), position })

/**
 * The content of a continuation token. The signature of the token also covers the account, the mode and the filters.
 */
const Cursor = z.object({
  /**
   * The position of the last list entry on the pages so far, as a key of the first lane; absent if all of these pages
   * had a limit of 0.
   */
  startKey: z.object({ pk: z.string(), sk: z.string() }).optional(),
  end: z.string().max(100),
})
export type Cursor = z.output<typeof Cursor>

export interface TokenBinding extends Tenant {
  query: CartQuery
  secret: string
}

const purpose = 'carts.list'

/** Signs the filters in normalized form, so that another spelling of the same filter is accepted. */
function signature(payload: string, { account, mode, query, secret }: TokenBinding): string {
  const { timeRange, minimalValue, email, productId, campaignId } = query
  const filters = [
    timeRange,
    minimalValue,
    normalizeForComparison(email),
    productId?.trim(),
    normalizeForComparison(campaignId),
  ]
  const bound = JSON.stringify([purpose, account, mode, ...filters, payload])
  return createHmac('sha256', secret).update(bound).digest('base64url')
}

const sign = (payload: string, binding: TokenBinding) => `${payload}.${signature(payload, binding)}`

export const signCursor = (cursor: Cursor, binding: TokenBinding) =>
  sign(Buffer.from(JSON.stringify(cursor)).toString('base64url'), binding)

/**
 * Returns the content of a token. Throws if the token was not signed for this store and these filters. The encoded
 * texts are compared, not the decoded bytes, because a changed base64url text may still decode to the same bytes.
 */
export function verifyCursor(token: string, binding: TokenBinding): Cursor {
  const [payload = ''] = token.split('.')
  const [sent, expected] = [token, sign(payload, binding)].map(text => Buffer.from(text))
  if (!sent || !expected || sent.length !== expected.length || !timingSafeEqual(sent, expected)) throw invalidToken()
  return Cursor.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
}

const invalidToken = () =>
  validationProblem({
    continuationToken: ['must be the continuationToken of the previous page, with the same filters'],
  })
