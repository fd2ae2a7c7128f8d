/** Reads and updates completed orders, and lists their digital goods. */

import { isDeepStrictEqual } from 'node:util'
import * as accounts from '../accounts/index.ts'
import { batchesOf } from '../core/batches.ts'
import { timestamp } from '../core/clock.ts'
import { requireMatch } from '../core/etag.ts'
import { mergeLatestNow } from '../core/event-stamp.ts'
import type { CustomerId, OrderToken } from '../core/ids.ts'
import { requireMetadataSize } from '../core/metadata.ts'
import { maxReplyBytes, maxSliceItems, type Page, replyBytes, type Slice, toPage } from '../core/paging.ts'
import type { Tenant } from '../core/tenant.ts'
import * as domains from '../domains/index.ts'
import { readEntryPage } from '../lists/entry-page.ts'
import { findEntries } from '../lists/find-entries.ts'
import { loadEntities, presentValidRows } from '../lists/load-entities.ts'
import { idOfPosition } from '../lists/position.ts'
import { createTallyCache } from '../lists/tally.ts'
import { performOperationOrThrow, type Reservation, reserveOperation } from '../payments/index.ts'
import type { EntryRow } from '../store/list-entry.ts'
import { type CaptureOperation, captureSaga, prepareCapture, requireNotPartlyCaptured } from './capture.ts'
import { type CompletedOrderRow, keyOf, OrderRow } from './entity.ts'
import { customerList, isEntryInProgress, listQueryOf } from './lists.ts'
import { loadOrderRow } from './load.ts'
import type { DigitalGood } from './nested-schemas.ts'
import { paymentIdOf, paymentStatusOf } from './payment.ts'
import { present, presentDigitalGoods } from './presenter.ts'
import { capturesPayment, type OrderFields, requireNoCaptureUnderWay } from './rules.ts'
import { Order, type OrderChange, type OrderQuery } from './schemas.ts'

export { addWithdrawal, changeStatus, complete, countDownload, resolveWithdrawal } from './apply.ts'
export { captureSaga, gatewayRequestForOrder, orderSagaBase } from './capture.ts'
export {
  CompletedOrder,
  EventCustomField,
  EventItem,
  WithdrawalCreated,
} from './checkout-events.ts'
export { emptyOrder } from './completion.ts'
export { buyerOfEvent, summaryAmountFields, totalOf, withDerivedPrices } from './content.ts'
export { type CompletedOrderRow, hasContent, type OrderRow, type StockMovementRow } from './entity.ts'
export {
  datesOfImportedOrder,
  ImportedGood,
  ImportedOrder,
  importOrder,
  type OrderImport,
  requireImportable,
} from './import.ts'
export { customerList, personalListPrefixes, personalListsOf } from './lists.ts'
export { findOrderCurrency, findOrderRow, loadOrderRow, readIsCompleted, readPaymentStatusWithGuard } from './load.ts'
export { isPartlyCaptured, paidOf, paymentIdOf, paymentStatusOf } from './payment.ts'
export { presentRefund, presentWithdrawals } from './presenter.ts'
export {
  allSalesLists,
  productIdOfSaleEntry,
  productSalesList,
  recoveredCartsKind,
  salesByCountryKind,
  salesByCurrencyKind,
} from './sales-lists.ts'
export { failureFieldOf, isOfGateway, mergeReport, withEarlierStamp } from './same-refund.ts'
export type { PaymentStatus } from './statuses.ts'
export { maxMovements, type StockLine, type StockTracking } from './stock-ledger.ts'
export {
  lanesOfOrder,
  movementExists,
  productsWithUnrecordedMovements,
  readMovementPages,
  readMovementsInLane,
  recordMissingMovements,
  removeMovements,
} from './stock-movements.ts'
export { eraseOrder, type IsFreeText, orderDefinition } from './stored-object.ts'
export {
  effectiveRefunds,
  isInOtherCurrency,
  isSettled,
  isUnderWay,
  keyOfRefund,
  type RefundFailure,
  refundableAmount,
  type StoredRefund,
  settledRefunds,
} from './stored-refunds.ts'
export { requireStorableEvent, requireStorableRow } from './validate.ts'

export async function list(tenant: Tenant, query: OrderQuery): Promise<Page<Order>> {
  const { entries, total } = await findEntries(listQueryOf(tenant, query), query)
  return toPage(query, total, await loadOrders(tenant, entries))
}

export async function get(tenant: Tenant, token: OrderToken): Promise<Order> {
  return present(await loadOrderRow(tenant, token))
}

interface Update {
  token: OrderToken
  change: OrderChange
  ifMatch?: string | undefined
}

export async function update(tenant: Tenant, { token, change, ifMatch }: Update): Promise<Order> {
  requireMetadataSize(change.metadata ?? null)
  const load = () => loadOrderRow(tenant, token, true)
  const reservation = await reserveOperation(captureSaga, load, async before => {
    requireMatch(ifMatch, present(before))
    return decide(before, change)
  })
  const row = await performOperationOrThrow(captureSaga, reservation)
  const { operation } = reservation
  if (operation) requireNotPartlyCaptured(row)
  const isSame = !operation || isDeepStrictEqual(operation.details.change, change)
  return isSame ? present(row) : update(tenant, { token, change, ifMatch })
}

/**
 * Returns the row with the change. If the change captures the payment, returns a prepared capture instead, and the
 * change is applied when the capture is settled. The present payment status is not set again, because a client may send
 * back what it has read, and a `Refunded` that was set would not follow the refunds any more.
 */
async function decide(
  before: CompletedOrderRow,
  sent: OrderChange,
): Promise<Reservation<CompletedOrderRow, CaptureOperation>> {
  const transactionId = paymentIdOf(before)
  if (transactionId && capturesPayment(before, sent)) return prepareCapture(before, transactionId, sent)
  const { paymentStatus, ...others } = sent
  const change = paymentStatus === paymentStatusOf(before) ? others : sent
  requireNoCaptureUnderWay(before, change)
  return { row: { ...before, latest: mergeLatestNow<OrderFields>(before.latest, change), modifiedAt: timestamp() } }
}

export async function digital(tenant: Tenant, token: OrderToken): Promise<DigitalGood[]> {
  const row = await loadOrderRow(tenant, token)
  const root = await downloadRoot(tenant)
  return presentDigitalGoods(row, fileGuid => `${root}/${token}/${encodeURIComponent(fileGuid)}`)
}

/** The number of orders that are loaded at a time. It is low, because a few large orders may already fill a reply. */
const batchSize = 100

/** Returns at most `maxSliceItems` orders of one customer, newest first, and only as many as fit into one reply. */
export async function listByCustomer(tenant: Tenant, customerId: CustomerId, offset: number): Promise<Slice<Order>> {
  const list = { ...tenant, list: customerList(customerId) }
  const { entries, total } = await readEntryPage(createTallyCache(list), {
    offset,
    limit: maxSliceItems,
    direction: 'backwards',
  })
  const items: Order[] = []
  let bytesLeft = maxReplyBytes
  let next = offset
  for await (const order of loadInBatches(tenant, entries)) {
    bytesLeft -= order ? replyBytes(order) : 0
    if (bytesLeft < 0 && items.length > 0) break
    if (order) items.push(order)
    next++
  }
  return { items, next: next < total ? { offset: String(next) } : null }
}

/** Yields the order of each list entry; undefined if the order is `InProgress` again, or if its row is invalid. */
async function* loadInBatches(tenant: Tenant, entries: readonly EntryRow[]) {
  for (const batch of batchesOf(entries, { maxItems: batchSize })) {
    const orders = await loadOrders(
      tenant,
      batch.filter(entry => !isEntryInProgress(entry)),
    )
    const byToken = new Map(orders.map(order => [order.token, order]))
    for (const { position } of batch) yield byToken.get(idOfPosition(position))
  }
}

/**
 * Returns the account's download URL. If the account has none, returns the folder `/downloads` on the default domain.
 */
async function downloadRoot(tenant: Tenant): Promise<string> {
  const { downloadsUrl } = await accounts.get(tenant.account)
  if (downloadsUrl) return downloadsUrl.replace(/\/+$/, '')
  const domain = await domains.findDefault(tenant)
  return `${domain ? `https://${domain.domain}` : ''}/downloads`
}

async function loadOrders(tenant: Tenant, entries: readonly EntryRow[]): Promise<Order[]> {
  const rows = await loadEntities<CompletedOrderRow>(entries, {
    entity: OrderRow,
    keyOf: token => keyOf(tenant, token),
  })
  return presentValidRows(rows, { schema: Order, present })
}
