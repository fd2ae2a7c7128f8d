/** Finds the order that a payment is for, since a gateway reports a refund with only the id of its payment. */

import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { PaymentRow, paymentKeyOf } from './entity.ts'

/** No gateway has longer ids, and this length fits into a key of the table. */
const maxIdLength = 255

export const isPaymentId = (transactionId: string | null): transactionId is string =>
  !!transactionId && transactionId.length <= maxIdLength

export async function rememberPayment(
  tenant: Tenant,
  transactionId: string | null,
  orderToken: OrderToken,
): Promise<void> {
  if (!isPaymentId(transactionId)) return
  await PaymentRow.put({ ...paymentKeyOf(tenant, transactionId), orderToken }).go()
}

/** The ids of one payment are tried in order, as a payment may have several. */
export async function findOrderOfPayment(
  tenant: Tenant,
  transactionIds: readonly string[],
): Promise<OrderToken | null> {
  for (const transactionId of transactionIds) {
    const { data } = await PaymentRow.get(paymentKeyOf(tenant, transactionId)).go({ consistent: true })
    if (data) return data.orderToken
  }
  return null
}
