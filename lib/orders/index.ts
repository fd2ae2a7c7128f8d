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
import { Order, type OrderQuery } from './schemas.ts'

export {
  addWithdrawal,
  changeStatus,
  complete,
  countDownload,
  resolveWithdrawal,
} from './apply.ts'
export { type Capture, captureSaga } from './capture.ts'
export { emptyOrder } from './completion.ts'
export { isBuyer } from './content.ts'
export { type CompletedOrderRow, isComplete, type OrderRow, type StockMovementRow } from './entity.ts'
export { EventCustomField, EventItem } from './event-item.ts'
export {
  CompletedOrder,
  DigitalDownloaded,
  StatusChanged,
  WithdrawalCreated,
  WithdrawalResolved,
} from './events.ts'
export { requireStorable, requireValid } from './limits.ts'
export {
  allSalesList,
  customerList,
  erasedListPrefixes,
  erasedListsOf,
  productIdOfSale,
  salesList,
} from './lists.ts'
export { exists, loadOrderRow, readPayment } from './load.ts'
export { orderSaga, paymentRequest } from './operations.ts'
export { isPartlyCaptured, paidOf, paymentIdOf, paymentStatusOf } from './payment.ts'
export { presentRefund, presentWithdrawals } from './presenter.ts'
export {
  amountLeft,
  countedRefunds,
  effectiveRefunds,
  isForeign,
  isSettled,
  isUnderWay,
  type RefundFailure,
  type StoredRefund,
} from './refunds.ts'
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
export { orderDefinition } from './stored.ts'

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

export const listByCustomer = (tenant: Tenant, customerId: CustomerId, offset: number): Promise<Slice<Order>> =>
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
