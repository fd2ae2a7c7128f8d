/**
 * Finds the order of a payment, because Stripe reports refunds and disputes without the order. If the order has not
 * arrived yet, stores the report until it arrives.
 */

import { log } from '../core/log.ts'
import type { Tenant } from '../core/tenant.ts'
import { findOrderOfPayment, storeReportAwaitingOrder } from '../payments/index.ts'
import type { ConvertedEvent, ReportOfPayment } from './conversion.ts'

/** The two ids that Stripe sends for a payment. The order may have stored either id. */
export interface Payment {
  payment_intent?: string | null | undefined
  charge?: string | null | undefined
}

/**
 * Adds the token of the order to the content of the report. If the order has not arrived yet, the report is stored
 * until the order arrives.
 */
export async function addOrderOrStoreReport(
  tenant: Tenant,
  { payment_intent, charge }: Payment,
  reported: ReportOfPayment,
): Promise<ConvertedEvent[]> {
  const paymentIds = [payment_intent, charge].filter(paymentId => typeof paymentId === 'string')
  const orderToken = await findOrder(tenant, paymentIds, reported)
  if (orderToken) return [{ ...reported, content: { ...reported.content, token: orderToken, orderToken } }]
  log.info('A report about a payment is kept until its order arrives.', { ...tenant, object: reported.content.id })
  return []
}

/** Searches again after storing the report, because the order may have arrived meanwhile. */
async function findOrder(tenant: Tenant, paymentIds: string[], reported: ReportOfPayment) {
  const known = await findOrderOfPayment(tenant, paymentIds)
  if (known) return known
  await storeReportAwaitingOrder(tenant, paymentIds, reported)
  return findOrderOfPayment(tenant, paymentIds)
}
