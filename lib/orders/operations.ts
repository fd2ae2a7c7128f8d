/** The operations at the payment gateway that an order waits for: refunds, and the capture of its payment. */

import type { OrderToken } from '../core/ids.ts'
import type { Operation, PaymentRequest } from '../payments/index.ts'
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
export function withoutOperation<R extends OrderRow>(row: R, id: string): R {
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

/** What refunds and captures have in common. */
export const orderSaga = {
  definition: orderDefinition,
  load: ({ request }: Operation<unknown, PaymentRequest>) =>
    loadOrderRow(request.tenant, request.order as OrderToken, true),
  awaitedOperations,
  withoutOperation,
}
