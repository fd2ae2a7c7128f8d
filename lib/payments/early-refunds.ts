/** Stores refunds, and their failures, that a gateway reported before the orders of their payments arrived. */

import { epochSeconds } from '../core/clock.ts'
import type { Tenant } from '../core/tenant.ts'
import { batchDelete } from '../store/batch.ts'
import { type EarlyRefund, EarlyRefundRow, paymentKeyOf } from './entity.ts'
import { isPaymentId } from './paid-orders.ts'

/** The name of the checkout event that takes a refund back. */
export const refundFailed = 'order.refund.failed'

/** This lifetime is longer than the event of an order can stay in the dead-letter queue. */
const lifetimeSeconds = 60 * 24 * 3600

/** A refund and its failure have separate rows, as either may arrive first. Earlier versions stored only refunds. */
const rowIdOf = ({ eventName, content }: EarlyRefund) =>
  eventName === refundFailed ? `${content.id} ${refundFailed}` : content.id

/** Stores the event under each id of the payment, as the order may have any of them. */
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
