/** Finds the orders that events refer to and that are not complete yet. Their data is kept but not shown. */

import type { OrderToken } from '../core/ids.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import * as orders from '../orders/index.ts'
import type { CheckoutEvent } from './events.ts'

interface NamedOrder extends Tenant {
  token: OrderToken
  isCompleted: boolean
}

/** Returns null for an event that refers to no order. The content has been parsed before. */
function orderOf({ account, mode, eventName, content }: CheckoutEvent): NamedOrder | null {
  const { token, orderToken = token } = content as Partial<Record<'token' | 'orderToken', OrderToken>>
  if (!eventName.startsWith('order.') || !orderToken) return null
  return { account, mode, token: orderToken, isCompleted: eventName === 'order.completed' }
}

const keyOf = ({ account, mode, token }: NamedOrder) => `${account} ${mode} ${token}`

const maxConcurrent = 10

/** The given events may not be applied yet, and one of them may complete the order that another one refers to. */
export async function awaitedOrders(events: readonly CheckoutEvent[]): Promise<OrderToken[]> {
  const named = events.map(orderOf).filter(order => order !== null)
  const completed = new Set(named.filter(({ isCompleted }) => isCompleted).map(keyOf))
  const others = new Map(named.filter(order => !completed.has(keyOf(order))).map(order => [keyOf(order), order]))
  const awaited = await mapConcurrent([...others.values()], maxConcurrent, async ({ token, ...tenant }) =>
    (await orders.exists(tenant, token)) ? [] : [token],
  )
  return awaited.flat()
}
