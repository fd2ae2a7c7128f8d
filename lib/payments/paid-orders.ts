/**
 * Finds the order that a payment is for, because a gateway's report of a refund or a dispute contains only the id of
 * the payment. If such a report arrives before the order, the report is stored until the order arrives.
 */

import { epochSeconds } from '../core/clock.ts'
import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { batchDelete } from '../store/batch.ts'
import { type EarlyReport, EarlyReportRow, PaymentRow, paymentKeyOf } from './entity.ts'

/** No gateway has longer ids, and an id of this length fits into a key of the table. */
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

/** Writes nothing if the order of the payment is stored already, for example because the order is imported again. */
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

export const refundCreatedEvent = 'order.refund.created'
export const refundFailedEvent = 'order.refund.failed'

/** An early report is stored for longer than the event of its order can stay in the dead-letter queue. */
const lifetimeSeconds = 60 * 24 * 3600

/** A refund and its failure get different rows, because the two reports may arrive in any order. */
const rowIdOf = ({ eventName, content }: EarlyReport) =>
  eventName === refundCreatedEvent ? content.id : `${content.id} ${eventName}`

/** Stores the event under each id of the payment, as the order may contain any of these ids. */
export async function keepEarlyReport(
  tenant: Tenant,
  transactionIds: readonly string[],
  event: EarlyReport,
): Promise<void> {
  const expiresAt = epochSeconds() + lifetimeSeconds
  for (const transactionId of transactionIds) {
    const row = { ...paymentKeyOf(tenant, transactionId), refundId: rowIdOf(event), event, expiresAt }
    await EarlyReportRow.put(row).go()
  }
}

export async function earlyReportsOf(tenant: Tenant, transactionId: string | null): Promise<EarlyReport[]> {
  if (!isPaymentId(transactionId)) return []
  const { data } = await EarlyReportRow.query
    .byTransaction(paymentKeyOf(tenant, transactionId))
    .go({ pages: 'all', consistent: true })
  return data.filter(row => row.transactionId === transactionId).map(({ event }) => event)
}

export const removeEarlyReports = (tenant: Tenant, transactionId: string, reports: readonly EarlyReport[]) =>
  batchDelete(
    EarlyReportRow,
    reports.map(report => ({ ...paymentKeyOf(tenant, transactionId), refundId: rowIdOf(report) })),
  )
