/** Reads one order, its currency or payment status, or whether it is completed. */

import type { OrderToken } from '../core/ids.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { versionCondition } from '../store/save.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { type CompletedOrderRow, hasContent, keyOf, OrderRow } from './entity.ts'
import { paymentStatusOf } from './payment.ts'

/** Returns the row even if the order is not completed yet, because other events of the order may create its row first. */
export async function findOrderRow({ account, mode }: Tenant, token: OrderToken, consistent = true) {
  const { data } = await OrderRow.get(keyOf({ account, mode }, token)).go({ consistent })
  return data
}

export async function loadOrderRow(tenant: Tenant, token: OrderToken, consistent = false): Promise<CompletedOrderRow> {
  const row = await findOrderRow(tenant, token, consistent)
  if (!hasContent(row)) throw new Problem('not_found')
  return row
}

export const readIsCompleted = async (tenant: Tenant, token: OrderToken): Promise<boolean> =>
  hasContent(await findOrderRow(tenant, token))

/** Returns null if the order is not completed yet. */
export const findOrderCurrency = async (tenant: Tenant, token: OrderToken): Promise<string | null> =>
  (await findOrderRow(tenant, token))?.content?.currency ?? null

/**
 * Returns the payment status, and a check to add to a transaction. The transaction fails if the order changes after
 * this function has read it.
 */
export async function readPaymentStatusWithGuard(tenant: Tenant, token: OrderToken) {
  const key = keyOf(tenant, token)
  const row = await findOrderRow(tenant, token)
  const isUnchanged: ExtraWrite = { entity: OrderRow, write: Row => Row.check(key).where(versionCondition(row)) }
  return { status: hasContent(row) ? paymentStatusOf(row) : null, isUnchanged }
}
