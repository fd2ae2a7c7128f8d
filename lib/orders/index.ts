/** Completed orders, their status and their digital goods. */

import * as accounts from '../accounts/index.ts'
import { timestamp } from '../core/clock.ts'
import { requireMatch } from '../core/etag.ts'
import { setNow } from '../core/event-stamp.ts'
import type { CustomerId, OrderToken } from '../core/ids.ts'
import { requireMetadataSize } from '../core/metadata.ts'
import { type Page, toPage } from '../core/page.ts'
import { Problem } from '../core/problem.ts'
import type { Slice } from '../core/slice.ts'
import type { Tenant } from '../core/tenant.ts'
import * as domains from '../domains/index.ts'
import { findEntries } from '../lists/find.ts'
import { loadEntities, presentRows } from '../lists/load-entities.ts'
import { retryOnConflict } from '../store/conflict.ts'
import type { EntryRow } from '../store/list-entry.ts'
import { save } from '../store/save.ts'
import { customerOrdersSlice } from './customer-orders.ts'
import { type CompletedOrderRow, isComplete, keyOf, OrderRow } from './entity.ts'
import { listQueryOf, orderDefinition } from './lists.ts'
import type { DigitalGood } from './nested-schemas.ts'
import { present, presentGoods } from './presenter.ts'
import { isCapture, type OrderFields } from './rules.ts'
import { Order, type OrderChange, type OrderQuery } from './schemas.ts'

export {
  addWithdrawal,
  changeStatus,
  complete,
  countDownload,
  reassignOrders,
  resolveWithdrawal,
} from './apply.ts'
export { EventCustomField, EventItem } from './event-item.ts'
export {
  CompletedOrder,
  DigitalDownloaded,
  StatusChanged,
  WithdrawalCreated,
  WithdrawalResolved,
} from './events.ts'
export { requireStorable } from './limits.ts'
export {
  allSalesList,
  customerList,
  orderDefinition,
  productIdOfSale,
  salesList,
  usagesList,
} from './lists.ts'
export {
  applyMovements,
  type StockLedger,
  type StockLine,
  type StockMovement,
  stockMovements,
} from './stock-ledger.ts'

export async function list(tenant: Tenant, query: OrderQuery): Promise<Page<Order>> {
  const { entries, total } = await findEntries(listQueryOf(tenant, query), query)
  return toPage(query, total, await loadOrders(tenant, entries))
}

export async function get(tenant: Tenant, token: OrderToken): Promise<Order> {
  return present(await fetch(tenant, token))
}

interface UpdateRequest {
  token: OrderToken
  wanted: OrderChange
  ifMatch: string | undefined
}

/** An authorized payment cannot be marked as paid yet, since no gateway is there to capture it. */
export async function update(tenant: Tenant, { token, wanted, ifMatch }: UpdateRequest): Promise<Order> {
  requireMetadataSize(wanted.metadata ?? null)
  return retryOnConflict(async () => {
    const before = await fetch(tenant, token, true)
    requireMatch(ifMatch, present(before))
    if (isCapture(before.latest, wanted)) throw new Problem('gateway_not_connected')
    const latest = setNow<OrderFields>(before.latest, wanted)
    const after: CompletedOrderRow = { ...before, latest, modifiedAt: timestamp() }
    await save(orderDefinition, after, before)
    return present(after)
  })
}

export async function digital(tenant: Tenant, token: OrderToken): Promise<DigitalGood[]> {
  const row = await fetch(tenant, token)
  const root = await downloadRoot(tenant)
  return presentGoods(row, fileGuid => `${root}/${token}/${encodeURIComponent(fileGuid)}`)
}

export const ofCustomer = (tenant: Tenant, customerId: CustomerId, offset: number): Promise<Slice<Order>> =>
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

/** Only writers need a consistent read. */
async function fetch(tenant: Tenant, token: OrderToken, consistent = false): Promise<CompletedOrderRow> {
  const { data } = await OrderRow.get(keyOf(tenant, token)).go({ consistent })
  if (!isComplete(data)) throw new Problem('not_found')
  return data
}
