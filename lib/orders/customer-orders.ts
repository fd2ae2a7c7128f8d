/** The orders of one customer, newest first, as many as one reply holds. */

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

/** So many are fetched at once: orders may be large. */
const atOnce = 100

interface Wish {
  customerId: string
  offset: number
  ordersAt: (entries: readonly EntryRow[]) => Promise<Order[]>
}

export async function customerOrdersSlice(tenant: Tenant, wish: Wish): Promise<Slice<Order>> {
  const { customerId, offset, ordersAt } = wish
  const list = { ...tenant, list: customerList(customerId) }
  const { entries, total } = await readPage(talliesOf(list), {
    offset,
    limit: maxSliceItems,
    direction: 'backwards',
  })
  const items: Order[] = []
  let room = maxReplyBytes
  let next = offset
  for await (const order of inTurn(entries, ordersAt)) {
    room -= order ? jsonBytes(order) : 0
    if (room < 0 && items.length > 0) break
    if (order) items.push(order)
    next++
  }
  return { items, next: next < total ? { offset: String(next) } : null }
}

/** One for each entry; nothing where the order is in progress again. */
async function* inTurn(entries: readonly EntryRow[], ordersAt: Wish['ordersAt']) {
  for (let start = 0; start < entries.length; start += atOnce) {
    const some = entries.slice(start, start + atOnce)
    const orders = await ordersAt(some.filter(entry => !isInProgress(entry)))
    const byToken = new Map(orders.map(order => [order.token, order]))
    for (const { position } of some) yield byToken.get(idOfPosition(position))
  }
}
