/** Reads one order, its currency or payment status, or whether it is completed. */

import type { OrderToken } from '../core/ids.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { versionCondition } from '../store/save.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { type CompletedOrderRow, hasContent, keyOf, OrderRow } from './entity.ts'
import { paymentStatusOf } from './payment.ts'

export async function loadOrderRow(tenant: Tenant, token: OrderToken, consistent = false): Promise<CompletedOrderRow> {
  const { data } = await OrderRow.get(keyOf(tenant, token)).go({ consistent })
  if (!hasContent(data)) throw new Problem('not_found')
  return data
}

/**
 * Returns whether the order is completed. Its row may exist before the completion, because other events also create it.
 */
export async function readIsCompleted({ account, mode }: Tenant, token: OrderToken): Promise<boolean> {
  const { data } = await OrderRow.get(keyOf({ account, mode }, token)).go({ consistent: true })
  return hasContent(data)
}

/** Returns null if the order is not completed yet. */
export async function findOrderCurrency(tenant: Tenant, token: OrderToken): Promise<string | null> {
  const { data } = await OrderRow.get(keyOf(tenant, token)).go({ consistent: true })
  return data?.content?.currency ?? null
}

/**
 * Returns the payment status, and a check to add to a transaction. The transaction fails if the order changes after
 * this function has read it.
 */
export async function readPaymentStatusWithGuard(tenant: Tenant, token: OrderToken) {
  const key = keyOf(tenant, token)
  const { data } = await OrderRow.get(key).go({ consistent: true })
  const isUnchanged: ExtraWrite = { entity: OrderRow, write: Row => Row.check(key).where(versionCondition(data)) }
  return { status: hasContent(data) ? paymentStatusOf(data) : null, isUnchanged }
}
