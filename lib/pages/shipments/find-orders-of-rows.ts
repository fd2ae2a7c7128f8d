/** Reads the orders of CSV rows from the API, by invoice number or token, and returns an entry for each row. */

import { type Client, ProblemError } from '../../client/index.ts'
import { mapConcurrent } from '../../core/map-concurrent.ts'
import { tokenIn } from '../orders/possible-searches.ts'
import { maxParallelRequests, nullIfMissing } from '../session/client.ts'
import type { Row } from './parse-csv.ts'
import type { Entry } from './shipment-lines.ts'

/** Returns whether the API refused the text as an invoice number, for example because of control characters. */
const isInvalid = (error: unknown) => error instanceof ProblemError && error.status === 400

/**
 * Finds one order by token or invoice number. The order is read with its own request, because shipping needs an ETag,
 * and the API's list returns no ETags.
 */
async function findOrder(api: Client, reference: string): Promise<Pick<Entry, 'order' | 'isAmbiguous'>> {
  if (!reference) return { order: null }
  const token = tokenIn(reference)
  const byToken = token && (await nullIfMissing(api.orders.get({ token })))
  if (byToken) return { order: byToken }
  const { items, totalItems } = await api.orders.list({ invoiceNumber: reference, limit: 2 })
  const [found] = items
  if (!found || totalItems > 1) return { order: null, isAmbiguous: totalItems > 1 }
  return { order: await nullIfMissing(api.orders.get({ token: found.token })) }
}

/** Returns the entry for a CSV row. If the row has no tracking, the entry has the tracking of the order. */
async function entryOfRow(api: Client, row: Row): Promise<Entry> {
  const found = await findOrder(api, row.reference).catch(error => {
    if (isInvalid(error)) return { order: null }
    throw error
  })
  if (row.trackingNumber || row.trackingUrl || !found.order) return { ...row, ...found }
  const { trackingNumber, trackingUrl } = found.order
  return { ...row, ...found, trackingNumber, trackingUrl }
}

interface Options {
  onFound: (count: number) => void
}

export function findOrdersOfRows(api: Client, rows: readonly Row[], { onFound }: Options): Promise<Entry[]> {
  let count = 0
  return mapConcurrent(rows, maxParallelRequests, async row => {
    const entry = await entryOfRow(api, row)
    count += 1
    onFound(count)
    return entry
  })
}
