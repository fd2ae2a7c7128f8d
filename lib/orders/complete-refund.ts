/** Settles or drops a refund that was reserved. Every step may be repeated, by this process or another. */

import type { Account } from '../accounts/schemas.ts'
import { timestamp } from '../core/clock.ts'
import { eventStamp } from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import {
  dropOperation,
  dropUnlessRepeated,
  type Operation,
  type PaymentRequest,
  removeOperation,
  type Steps,
} from '../payments/index.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { save } from '../store/save.ts'
import type { CompletedOrderRow } from './entity.ts'
import { orderDefinition } from './lists.ts'
import { loadOrderRow } from './load.ts'
import { withoutOperation } from './operations.ts'
import { isSettled, type StoredRefund } from './refund-rules.ts'
import { settleRefund } from './settle-refund.ts'

interface RefundDetails {
  refund: StoredRefund
}

export type RefundOperation = Operation<RefundDetails, PaymentRequest>

export const refundSteps = (operation: RefundOperation, store: Account): Steps<CompletedOrderRow> => ({
  settle: async ({ failure: failed }) => {
    const { tenant, id, order } = operation.request
    const settledAt = timestamp()
    const failure = failed && { ...failed, stamp: eventStamp(settledAt, id) }
    const settlement = { id, refund: operation.details.refund, settledAt, store, ...(failure && { failure }) }
    return (await settleRefund(tenant, order as OrderToken, settlement)) as CompletedOrderRow
  },
  drop: () => dropRefund(operation),
})

/** False if another process has sent the request again, or has settled it. */
const dropRefund = (operation: RefundOperation): Promise<boolean> =>
  retryOnConflict(async () => {
    const { tenant, id, order } = operation.request
    const before = await loadOrderRow(tenant, order as OrderToken, true)
    const reserved = before.refunds[id]
    if (!reserved || reserved.failure) return removeOperation(operation)
    if (isSettled(reserved)) return false
    const after = withoutOperation(before, id)
    return dropUnlessRepeated(() => save(orderDefinition, after, before, [dropOperation(operation)]))
  })
