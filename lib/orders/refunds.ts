/** The refunds of an order in their public form, each with the withdrawals of the order. */

import { Problem } from '../core/problem.ts'
import type { CompletedOrderRow } from './entity.ts'
import { presentWithdrawal } from './presenter.ts'
import { presentOrderRefund } from './refund-presenter.ts'
import { countedRefunds, isSettled, type StoredRefund } from './refund-rules.ts'
import type { Refund } from './refund-schemas.ts'
import { type CurrentWithdrawal, withdrawalsIn } from './rules.ts'

export const refundsOf = (row: CompletedOrderRow): Refund[] =>
  countedRefunds(row.refunds, row.content.currency).map(([id, refund]) => presentRefund(row, id, refund))

/** Also one that was taken back. */
export function refundOf(row: CompletedOrderRow, id: string): Refund {
  const refund = row.refunds[id]
  if (!refund || !isSettled(refund)) throw new Problem('not_found')
  return presentRefund(row, id, refund)
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
