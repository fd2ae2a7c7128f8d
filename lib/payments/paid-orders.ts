/** The orders that payments are for: a gateway reports a refund with the id of the payment only. */

import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { PaymentRow, paymentKeyOf } from './entity.ts'

/** Longer than the ids of any gateway, and short enough for a key of the table. */
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

/** A payment may have several ids, in order of preference. */
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
