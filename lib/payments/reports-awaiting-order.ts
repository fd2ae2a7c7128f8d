/**
 * Stores the gateway's reports of refunds and disputes that arrive before the order of the payment. The reports are
 * applied when the order arrives.
 */

import { epochSeconds } from '../core/clock.ts'
import type { Tenant } from '../core/tenant.ts'
import { batchDelete } from '../store/batch.ts'
import { paymentKeyOf, type ReportAwaitingOrder, ReportAwaitingOrderRow } from './entity.ts'
import { isPaymentId } from './order-of-payment.ts'

export const refundCreatedEventName = 'order.refund.created'
export const refundFailedEventName = 'order.refund.failed'

/**
 * The time after which a report expires. The event of its order may wait in the dead-letter queue for 14 days, so a
 * report is kept longer than 14 days.
 */
const lifetimeSeconds = 60 * 24 * 3600

/**
 * Returns the id of the report's row. The reports of a refund and of its failure contain the same id, and either may
 * arrive first. They get different rows, so that neither overwrites the other.
 */
const rowIdOf = ({ eventName, content }: ReportAwaitingOrder) =>
  eventName === refundCreatedEventName ? content.id : `${content.id} ${eventName}`

/** Stores the report under each id of the payment, because the order may contain any of these ids. */
export async function storeReportAwaitingOrder(
  tenant: Tenant,
  transactionIds: readonly string[],
  event: ReportAwaitingOrder,
): Promise<void> {
  const expiresAt = epochSeconds() + lifetimeSeconds
  for (const transactionId of transactionIds) {
    const row = { ...paymentKeyOf(tenant, transactionId), refundId: rowIdOf(event), event, expiresAt }
    await ReportAwaitingOrderRow.put(row).go()
  }
}

export async function readReportsAwaitingOrder(
  tenant: Tenant,
  transactionId: string | null,
): Promise<ReportAwaitingOrder[]> {
  if (!isPaymentId(transactionId)) return []
  const { data } = await ReportAwaitingOrderRow.query
    .byTransaction(paymentKeyOf(tenant, transactionId))
    .go({ pages: 'all', consistent: true })
  return data.filter(row => row.transactionId === transactionId).map(({ event }) => event)
}

export const removeReportsAwaitingOrder = (
  tenant: Tenant,
  transactionId: string,
  reports: readonly ReportAwaitingOrder[],
) =>
  batchDelete(
    ReportAwaitingOrderRow,
    reports.map(report => ({ ...paymentKeyOf(tenant, transactionId), refundId: rowIdOf(report) })),
  )
