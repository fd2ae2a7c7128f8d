/** Refunds that a gateway reported before the orders of their payments arrived. */

import { epochSeconds } from '../core/clock.ts'
import type { Tenant } from '../core/tenant.ts'
import { batchDelete } from '../store/batch.ts'
import { type EarlyRefund, EarlyRefundRow, paymentKeyOf } from './entity.ts'
import { isPaymentId } from './paid-orders.ts'

/** Longer than the event of an order may be a dead letter. */
const lifetimeSeconds = 60 * 24 * 3600

/** Under each id of the payment, as the order may know any of them. */
export async function keepEarlyRefund(
  tenant: Tenant,
  transactionIds: readonly string[],
  event: EarlyRefund,
): Promise<void> {
  const expiresAt = epochSeconds() + lifetimeSeconds
  for (const transactionId of transactionIds) {
    const row = { ...paymentKeyOf(tenant, transactionId), refundId: event.content.id, event, expiresAt }
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
    refunds.map(({ content }) => ({ ...paymentKeyOf(tenant, transactionId), refundId: content.id })),
  )
