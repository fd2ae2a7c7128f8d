/** Reads the refunds of an order. */

import { Problem } from '../core/problem.ts'
import type { CompletedOrderRow, OrderRow } from './entity.ts'
import { presentWithdrawal } from './presenter.ts'
import { presentOrderRefund } from './refund-presenter.ts'
import { isSettled, type StoredRefund, settledRefunds } from './refund-rules.ts'
import type { Refund } from './refund-schemas.ts'
import { type CurrentWithdrawal, withdrawalsIn } from './rules.ts'

export const refundsOf = (row: CompletedOrderRow): Refund[] =>
  settledRefunds(row.refunds).map(([id, refund]) => presentRefund(row, id, refund))

export function refundOf(row: CompletedOrderRow, id: string): Refund {
  const refund = row.refunds[id]
  if (!refund || !isSettled(refund)) throw new Problem('not_found')
  return presentRefund(row, id, refund)
}

/** The ids of the operations at the gateway that an order waits for: refunds, and the capture of its payment. */
export function operationIdsOf({ refunds, captureId }: OrderRow): string[] {
  const underWay = Object.entries(refunds).filter(([, refund]) => !isSettled(refund))
  return [...underWay.map(([id]) => id), ...(captureId ? [captureId] : [])]
}

/** The amount that was reserved for a refund can be refunded again. */
export function withoutOperation(row: OrderRow, id: string): OrderRow {
  const { [id]: _, ...refunds } = row.refunds
  return { ...row, refunds, captureId: row.captureId === id ? undefined : row.captureId }
}

const isNotRefused = ({ resolution }: CurrentWithdrawal) => resolution !== 'Refused'

function presentRefund(row: CompletedOrderRow, id: string, refund: StoredRefund): Refund {
  const { token, withdrawals, content } = row
  const { currency } = content
  return {
    ...presentOrderRefund(refund, { id, token, currency }),
    withdrawals: withdrawalsIn(withdrawals)
      .filter(isNotRefused)
      .map(one => presentWithdrawal(one, currency)),
  }
}
