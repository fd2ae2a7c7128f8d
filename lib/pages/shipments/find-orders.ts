/** Finds the orders of the rows of a file, by invoice number or token. */

import { type Client, ProblemError } from '../../client/index.ts'
import { mapConcurrent } from '../../core/map-concurrent.ts'
import { concurrency } from '../orders/many.ts'
import { tokenIn } from '../orders/phrases.ts'
import { unlessMissing } from '../session/api.ts'
import type { Entry } from './lines.ts'
import type { Row } from './read-csv.ts'

/** No invoice number can be this text, such as one with control characters. */
const isInvalid = (error: unknown) => error instanceof ProblemError && error.status === 400

/** The order is read by itself after it was found, because the API returns its ETag only then. */
async function findOrder(api: Client, reference: string): Promise<Pick<Entry, 'order' | 'isAmbiguous'>> {
  if (!reference) return { order: null }
  const token = tokenIn(reference)
  const byToken = token && (await unlessMissing(api.orders.get({ token })))
  if (byToken) return { order: byToken }
  const { items, totalItems } = await api.orders.list({ invoiceNumber: reference, limit: 2 })
  const [found] = items
  if (!found || totalItems > 1) return { order: null, isAmbiguous: totalItems > 1 }
  return { order: await unlessMissing(api.orders.get({ token: found.token })) }
}

/** A row without tracking keeps that of its order. */
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

export function findOrders(api: Client, rows: readonly Row[], { onFound }: Options): Promise<Entry[]> {
  let count = 0
  return mapConcurrent(rows, concurrency, async row => {
    const entry = await entryOfRow(api, row)
    count += 1
    onFound(count)
    return entry
  })
}
