/** Changes a refund in the row of its order, and reports refunds that need somebody's attention. */

import { laterOf } from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import { count, log } from '../core/log.ts'
import type { Tenant } from '../core/tenant.ts'
import { keyOf, OrderRow } from '../orders/entity.ts'
import * as orders from '../orders/index.ts'
import { change } from '../store/change.ts'
import type { ExtraWrite } from '../store/transaction.ts'

export interface RefundKey {
  token: OrderToken
  id: string
}

export interface Change {
  refund: orders.StoredRefund
  /** When the order was modified; absent if callers cannot see the change yet. */
  modifiedAt?: string
  extraWrites?: readonly ExtraWrite[]
}

type Decide = (order: OrderRow, known: orders.StoredRefund | undefined) => Promise<Change> | Change

/** `decide` may be called several times. If the order has not arrived yet, its row is created. */
export async function changeRefund(tenant: Tenant, { token, id }: RefundKey, decide: Decide): Promise<OrderRow> {
  let known: orders.StoredRefund | undefined
  const order = await change(
    orders.orderDefinition,
    () => findOrder(tenant, token),
    async (found, alsoWrite) => {
      const before = found ?? orders.emptyOrder(tenant, token)
      known = before.refunds[id]
      const decided = await decide(before, known)
      alsoWrite(...(decided.extraWrites ?? []))
      return withChange(before, id, decided)
    },
  )
  reportChange(order, id, known)
  return order
}

async function findOrder(tenant: Tenant, token: OrderToken): Promise<OrderRow | null> {
  const { data } = await OrderRow.get(keyOf(tenant, token)).go({ consistent: true })
  return data
}

export const withChange = <R extends OrderRow>(order: R, id: string, { refund, modifiedAt = '' }: Change): R => ({
  ...order,
  refunds: { ...order.refunds, [id]: refund },
  modifiedAt: laterOf(order.modifiedAt, modifiedAt),
})

export function reportChange(order: OrderRow, id: string, known: orders.StoredRefund | undefined): void {
  const refund = order.refunds[id]
  if (!refund || !orders.isSettled(refund)) return
  const wasSettled = orders.isSettled(known)
  if (!wasSettled) count('Refunds', { mode: order.mode })
  if (!wasSettled || (refund.failure && !known?.failure)) reportRefund(order, id, refund)
}

function reportRefund(order: OrderRow, id: string, refund: orders.StoredRefund): void {
  const { account, mode, token } = order
  if (refund.failure) {
    const { status, reason } = refund.failure
    log.error('A refund that was accepted has failed.', { account, mode, token, id, status, reason })
    count('RefundsNotCounted')
  } else reportForeign(order, id, refund)
  /** The refunds made by this API are limited to what was paid, but those made elsewhere may exceed it. */
  if (orders.isComplete(order) && orders.amountLeft(order.refunds, orders.paidOf(order)) < 0)
    log.warn('The refunds of an order exceed what was paid.', { account, mode, token })
}

/** Refunds may arrive before their order is complete, and only then its currency is known. */
export function reportForeignRefunds(order: OrderRow): void {
  for (const [id, refund] of Object.entries(order.refunds))
    if (orders.isSettled(refund) && !refund.failure) reportForeign(order, id, refund)
}

function reportForeign(order: OrderRow, id: string, refund: orders.StoredRefund): void {
  if (!orders.isComplete(order) || !orders.isForeign(refund, order.content.currency)) return
  const { account, mode, token, content } = order
  log.error('A refund in another currency than its order does not count.', {
    account,
    mode,
    token,
    id,
    currency: refund.currency,
    orderCurrency: content.currency,
  })
  count('RefundsNotCounted')
}
