/** Completed orders, their status and their digital goods. */

import * as accounts from '../accounts/index.ts'
import type { CustomerId, OrderToken } from '../core/ids.ts'
import { type Page, toPage } from '../core/page.ts'
import type { Slice } from '../core/slice.ts'
import type { Tenant } from '../core/tenant.ts'
import * as domains from '../domains/index.ts'
import { findEntries } from '../lists/find.ts'
import { loadEntities, presentRows } from '../lists/load-entities.ts'
import type { EntryRow } from '../store/list-entry.ts'
import { customerOrdersSlice } from './customer-orders.ts'
import { type CompletedOrderRow, keyOf, OrderRow } from './entity.ts'
import { listQueryOf } from './lists.ts'
import { loadOrderRow } from './load.ts'
import type { DigitalGood } from './nested-schemas.ts'
import { present, presentGoods } from './presenter.ts'
import { refund } from './refund.ts'
import type { Refund } from './refund-schemas.ts'
import { refundOf, refundsOf } from './refunds.ts'
import { Order, type OrderQuery } from './schemas.ts'

export {
  addRefund,
  addWithdrawal,
  changeStatus,
  complete,
  countDownload,
  failRefund,
  reassign,
  resolveWithdrawal,
} from './apply.ts'
export { type Capture, captureSteps } from './capture.ts'
export { type RefundOperation, refundSteps } from './complete-refund.ts'
export { isBuyer } from './content.ts'
export type { OrderRow, StockMovementRow } from './entity.ts'
export { erase, findErasedAt } from './erase.ts'
export { EventCustomField, EventItem } from './event-item.ts'
export {
  CompletedOrder,
  DigitalDownloaded,
  RefundCreated,
  RefundFailed,
  StatusChanged,
  WithdrawalCreated,
  WithdrawalResolved,
} from './events.ts'
export { requireStorable } from './limits.ts'
export {
  allSalesList,
  customerList,
  erasedListPrefixes,
  erasedListsOf,
  orderDefinition,
  productIdOfSale,
  salesList,
} from './lists.ts'
export { exists, readPayment } from './load.ts'
export { awaitedOperations, withoutOperation } from './operations.ts'
export type { PaymentStatus } from './statuses.ts'
export { maxMovements, type StockLine, type Tracking } from './stock-ledger.ts'
export {
  dueProductsOf,
  movementExists,
  movementsIn,
  movementsOf,
  recordMovements,
  removeMovements,
} from './stock-movements.ts'

export async function list(tenant: Tenant, query: OrderQuery): Promise<Page<Order>> {
  const { entries, total } = await findEntries(listQueryOf(tenant, query), query)
  return toPage(query, total, await loadOrders(tenant, entries))
}

export async function get(tenant: Tenant, token: OrderToken): Promise<Order> {
  return present(await loadOrderRow(tenant, token))
}

export { update } from './update.ts'

export async function digital(tenant: Tenant, token: OrderToken): Promise<DigitalGood[]> {
  const row = await loadOrderRow(tenant, token)
  const root = await downloadRoot(tenant)
  return presentGoods(row, fileGuid => `${root}/${token}/${encodeURIComponent(fileGuid)}`)
}

/** Consistent reads: a caller looks for the refund that was just made. */
export async function refunds(tenant: Tenant, token: OrderToken): Promise<Refund[]> {
  return refundsOf(await loadOrderRow(tenant, token, true))
}

export async function getRefund(tenant: Tenant, token: OrderToken, id: string): Promise<Refund> {
  return refundOf(await loadOrderRow(tenant, token, true), id)
}

export { refund }

/** The earlier forms of the same. */
export const refundsV1: typeof refunds = (...request) => refunds(...request)
export const getRefundV1: typeof getRefund = (...request) => getRefund(...request)
export const refundV1: typeof refund = (...request) => refund(...request)

export const listByCustomer = (
  tenant: Tenant,
  customerId: CustomerId,
  offset: number,
): Promise<Slice<Order>> =>
  customerOrdersSlice(tenant, { customerId, offset, ordersAt: entries => loadOrders(tenant, entries) })

/** The account's own setting, or else a folder of the default domain. */
async function downloadRoot(tenant: Tenant): Promise<string> {
  const { downloadsUrl } = await accounts.get(tenant.account)
  if (downloadsUrl) return downloadsUrl.replace(/\/+$/, '')
  const domain = await domains.find(tenant)
  return `${domain ? `https://${domain.domain}` : ''}/downloads`
}

async function loadOrders(tenant: Tenant, entries: readonly EntryRow[]): Promise<Order[]> {
  const rows = await loadEntities(entries, {
    entity: OrderRow,
    keyOf: id => keyOf(tenant, id),
    idOf: (row: CompletedOrderRow) => row.token,
  })
  return presentRows(rows, { schema: Order, present, idOf: ({ token }) => token })
}
