/** Stores and finds the order of a payment, because reports of a gateway contain only the id of the payment. */

import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { PaymentRow, paymentKeyOf } from './entity.ts'

/** The maximum length of a payment's id. No gateway has longer ids, and this length fits into a key. */
const maxIdLength = 255

export const isPaymentId = (transactionId: string | null): transactionId is string =>
  !!transactionId && transactionId.length <= maxIdLength

export async function saveOrderOfPayment(
  tenant: Tenant,
  transactionId: string | null,
  orderToken: OrderToken,
): Promise<void> {
  if (!isPaymentId(transactionId)) return
  await PaymentRow.put({ ...paymentKeyOf(tenant, transactionId), orderToken }).go()
}

/** Stores the order of a payment, unless the same order is already stored, for example by an earlier import. */
export async function saveOrderOfPaymentIfNew(tenant: Tenant, transactionId: string | null, token: OrderToken) {
  if (!isPaymentId(transactionId)) return
  const known = await findOrderOfPayment(tenant, [transactionId])
  if (known !== token) await saveOrderOfPayment(tenant, transactionId, token)
}

/**
 * Finds the order of a payment that has one or more ids. Returns the order of the first id for which an order is
 * stored.
 */
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
