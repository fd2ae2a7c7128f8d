/** Creates and reads refunds of orders. */

import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import * as orders from '../orders/index.ts'
import { create } from './create.ts'
import { present, presentSettledRefund } from './presenter.ts'
import type { Refund } from './schemas.ts'

export { record, recordFailure } from './apply.ts'
export { raiseCreditNoteCounter, setNextCreditNoteNumber } from './credit-notes.ts'
export { ImportedRefund, toStoredRefunds } from './import.ts'
export { logRefundsInOtherCurrency, type RefundOperation, refundSaga } from './save-refund.ts'

/** Lists refunds with a consistent read, because a caller may list them right after creating a refund. */
export async function list(tenant: Tenant, token: OrderToken): Promise<Refund[]> {
  const order = await orders.loadOrderRow(tenant, token, true)
  const counted = orders.settledRefunds(order.refunds, order.content.currency)
  return counted.map(([id, refund]) => present(order, id, refund))
}

export async function get(tenant: Tenant, token: OrderToken, id: string): Promise<Refund> {
  return presentSettledRefund(await orders.loadOrderRow(tenant, token, true), id)
}

export { create }

export const listV1: typeof list = (...request) => list(...request)
export const getV1: typeof get = (...request) => get(...request)
export const createV1: typeof create = (...request) => create(...request)
