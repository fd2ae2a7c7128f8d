/** The orders of one customer, newest first: as many as fit into one reply. */

import type { CustomerId } from '../core/ids.ts'
import { jsonBytes } from '../core/json.ts'
import { maxReplyBytes } from '../core/page.ts'
import { maxSliceItems, type Slice } from '../core/slice.ts'
import type { Tenant } from '../core/tenant.ts'
import { readPage } from '../lists/page.ts'
import { idOfPosition } from '../lists/position.ts'
import { talliesOf } from '../lists/tally.ts'
import type { EntryRow } from '../store/list-entry.ts'
import { customerList, isInProgress } from './lists.ts'
import type { Order } from './schemas.ts'

/** Orders may be large: the reply is often full before all of them are loaded. */
const batchSize = 100

interface Options {
  customerId: CustomerId
  offset: number
  ordersAt: (entries: readonly EntryRow[]) => Promise<Order[]>
}

export async function customerOrdersSlice(tenant: Tenant, options: Options): Promise<Slice<Order>> {
  const { customerId, offset, ordersAt } = options
  const list = { ...tenant, list: customerList(customerId) }
  const { entries, total } = await readPage(talliesOf(list), { offset, limit: maxSliceItems, direction: 'backwards' })
  const items: Order[] = []
  let bytesLeft = maxReplyBytes
  let next = offset
  for await (const order of loadInBatches(entries, ordersAt)) {
    bytesLeft -= order ? jsonBytes(order) : 0
    if (bytesLeft < 0 && items.length > 0) break
    if (order) items.push(order)
    next++
  }
  return { items, next: next < total ? { offset: String(next) } : null }
}

/** One result for each entry; undefined where the order is in progress again. */
async function* loadInBatches(entries: readonly EntryRow[], ordersAt: Options['ordersAt']) {
  for (let start = 0; start < entries.length; start += batchSize) {
    const batch = entries.slice(start, start + batchSize)
    const orders = await ordersAt(batch.filter(entry => !isInProgress(entry)))
    const byToken = new Map(orders.map(order => [order.token, order]))
    for (const { position } of batch) yield byToken.get(idOfPosition(position))
  }
}
