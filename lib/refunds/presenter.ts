/** Converts a stored refund to its public representation, with the withdrawals of its order that were not refused. */

import { Problem } from '../core/problem.ts'
import * as orders from '../orders/index.ts'
import type { Refund } from './schemas.ts'

export const present = (order: orders.CompletedOrderRow, id: string, refund: orders.StoredRefund): Refund => ({
  ...orders.presentRefund(order, id, refund),
  withdrawals: orders.presentWithdrawals(order).filter(({ resolution }) => resolution !== 'Refused'),
})

/** Throws `not_found` if the refund was never settled. A refund that failed after its settlement is returned. */
export function presentSettledRefund(order: orders.OrderRow, id: string): Refund {
  const key = orders.keyOfRefund(order.refunds, id)
  const refund = order.refunds[key]
  if (!orders.hasContent(order) || !refund || !orders.isSettled(refund)) throw new Problem('not_found')
  return present(order, key, refund)
}
