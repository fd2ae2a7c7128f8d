/** The operations at the payment gateway that an order waits for: refunds, and the capture of its payment. */

import type { OrderToken } from '../core/ids.ts'
import {
  dropOperation,
  dropUnlessRepeated,
  type Operation,
  type PaymentRequest,
  removeOperation,
} from '../payments/index.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { save } from '../store/save.ts'
import type { CompletedOrderRow, OrderRow } from './entity.ts'
import { orderDefinition } from './lists.ts'
import { loadOrderRow } from './load.ts'
import { isUnderWay } from './refunds.ts'

/** Their kinds by id. */
export function awaitedOperations({ refunds, captureId }: OrderRow): Map<string, string> {
  const underWay = Object.entries(refunds).filter(([, refund]) => isUnderWay(refund))
  const awaited = new Map(underWay.map(([id]) => [id, 'refund']))
  return captureId ? awaited.set(captureId, 'capture') : awaited
}

/** The amount that was reserved for a refund can be refunded again. */
export function withoutOperation(row: OrderRow, id: string): OrderRow {
  const { [id]: _, ...refunds } = row.refunds
  return { ...row, refunds, captureId: row.captureId === id ? undefined : row.captureId }
}

/** What to ask of the gateway about the payment of an order. */
export const paymentRequest = (
  { account, mode, token, content }: CompletedOrderRow,
  asked: Pick<PaymentRequest, 'kind' | 'id' | 'transactionId' | 'amount'>,
): PaymentRequest => ({
  ...asked,
  order: token,
  paymentAmount: content.finalGrandTotal,
  currency: content.currency,
  tenant: { account, mode },
})

/** Releases what was reserved. False if another process has sent the request again, or has settled it. */
export const releaseOperation = (
  operation: Operation<unknown, PaymentRequest>,
  isSettled: (row: OrderRow) => boolean,
): Promise<boolean> =>
  retryOnConflict(async () => {
    const { tenant, id, order } = operation.request
    const before = await loadOrderRow(tenant, order as OrderToken, true)
    if (isSettled(before)) return false
    if (!awaitedOperations(before).has(id)) return removeOperation(operation)
    const after = withoutOperation(before, id)
    return dropUnlessRepeated(() => save(orderDefinition, after, before, [dropOperation(operation)]))
  })
