/** Takes a refund back that the gateway had accepted: it has failed or was canceled, and its amount can be refunded again. */

import { isDeepStrictEqual } from 'node:util'
import type { Account } from '../accounts/schemas.ts'
import { isNewer, laterOf, stampTime } from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { save } from '../store/save.ts'
import { emptyOrder } from './completion.ts'
import { keyOf, OrderRow } from './entity.ts'
import { orderDefinition } from './lists.ts'
import { isUnderWay, type RefundFailure, type StoredRefund } from './refund-rules.ts'
import { reportRefund } from './report-refund.ts'
import { saveSettled } from './settle-refund.ts'

interface Failure {
  id: string
  failure: RefundFailure
  store: Account
}

/**
 * A failure is final at every gateway, so no other report of the refund undoes it, whenever it arrives. It may also be
 * reported before the refund itself, or before the gateway's answer to our request.
 */
export const takeBackRefund = (tenant: Tenant, token: OrderToken, { id, failure, store }: Failure) =>
  retryOnConflict(async () => {
    const { data } = await OrderRow.get(keyOf(tenant, token)).go({ consistent: true })
    const before = data ?? emptyOrder(tenant, token)
    const known = before.refunds[id]
    const failedAt = stampTime(failure.stamp)
    if (known && isUnderWay(known))
      return saveSettled(before, { id, refund: known, failure, settledAt: failedAt, store })
    const refund = { ...(known ?? unknownRefund(failedAt)), failure: firstOf(failure, known?.failure) }
    const refunds = { ...before.refunds, [id]: refund }
    const after = { ...before, refunds, modifiedAt: laterOf(before.modifiedAt, failedAt) }
    if (data && isDeepStrictEqual(after, data)) return data
    const row = await save(orderDefinition, after, data)
    if (!known?.failure) reportRefund(row, id)
    return row
  })

/** Several events may report one failure; the first of them counts, whichever arrives first. */
const firstOf = (failure: RefundFailure, known: RefundFailure | undefined) =>
  known && isNewer(failure.stamp, known.stamp) ? known : failure

/** Takes the place of a refund until it is reported, which may never be. */
const unknownRefund = (creationDate: string): StoredRefund => ({
  amount: 0,
  comment: null,
  status: null,
  taxes: [],
  notifyCustomer: false,
  refundedByPaymentGateway: true,
  creationDate,
})
