/** The operations at the payment gateway that an order waits for: refunds, and the capture of its payment. */

import type { OrderToken } from '../core/ids.ts'
import type { Operation, PaymentRequest } from '../payments/index.ts'
import type { CompletedOrderRow } from './entity.ts'
import { loadOrderRow } from './load.ts'
import { orderDefinition } from './stored.ts'

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
}
