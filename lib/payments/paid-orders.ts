/**
 * Finds the order that a payment is for, since a gateway reports a refund with only the id of its payment. Stores
 * refunds, and failures of refunds, that are reported before the order arrives.
 */

import { epochSeconds } from '../core/clock.ts'
import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { batchDelete } from '../store/batch.ts'
import { type EarlyRefund, EarlyRefundRow, PaymentRow, paymentKeyOf } from './entity.ts'

/** No gateway has longer ids, and this length fits into a key of the table. */
const maxIdLength = 255

const isPaymentId = (transactionId: string | null): transactionId is string =>
  !!transactionId && transactionId.length <= maxIdLength

export async function rememberPayment(
  tenant: Tenant,
  transactionId: string | null,
  orderToken: OrderToken,
): Promise<void> {
  if (!isPaymentId(transactionId)) return
  await PaymentRow.put({ ...paymentKeyOf(tenant, transactionId), orderToken }).go()
}

/** Writes nothing if the order of the payment is known, as for an order that is imported again. */
export async function rememberPaymentOnce(tenant: Tenant, transactionId: string | null, token: OrderToken) {
  if (!isPaymentId(transactionId)) return
  const known = await findOrderOfPayment(tenant, [transactionId])
  if (known !== token) await rememberPayment(tenant, transactionId, token)
}

/** A payment may have several ids, which are tried in order. */
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

export const refundFailedEvent = 'order.refund.failed'

/** This lifetime is longer than the event of an order can stay in the dead-letter queue. */
const lifetimeSeconds = 60 * 24 * 3600

/** A refund and its failure have separate rows, as either may arrive first. */
const rowIdOf = ({ eventName, content }: EarlyRefund) =>
  eventName === refundFailedEvent ? `${content.id} ${refundFailedEvent}` : content.id

/** Stores the event under each id of the payment, as the order may contain any of these ids. */
export async function keepEarlyRefund(
  tenant: Tenant,
  transactionIds: readonly string[],
  event: EarlyRefund,
): Promise<void> {
  const expiresAt = epochSeconds() + lifetimeSeconds
  for (const transactionId of transactionIds) {
    const row = { ...paymentKeyOf(tenant, transactionId), refundId: rowIdOf(event), event, expiresAt }
    await EarlyRefundRow.put(row).go()
  }
}

export async function earlyRefundsOf(tenant: Tenant, transactionId: string | null): Promise<EarlyRefund[]> {
  if (!isPaymentId(transactionId)) return []
  const { data } = await EarlyRefundRow.query
    .byTransaction(paymentKeyOf(tenant, transactionId))
    .go({ pages: 'all', consistent: true })
  return data.filter(row => row.transactionId === transactionId).map(({ event }) => event)
}

export const removeEarlyRefunds = (tenant: Tenant, transactionId: string, refunds: readonly EarlyRefund[]) =>
  batchDelete(
    EarlyRefundRow,
    refunds.map(refund => ({ ...paymentKeyOf(tenant, transactionId), refundId: rowIdOf(refund) })),
  )
