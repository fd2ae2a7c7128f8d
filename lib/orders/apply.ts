/** What the checkout tells of orders, taken in whatever order and however often it arrives. */

import { isDeepStrictEqual } from 'node:util'
import { type EventStamp, isNewer, laterOf, mergeLatest, stampTime } from '../core/event-stamp.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { fullRange, readEntries } from '../lists/entries.ts'
import { idOfPosition } from '../lists/position.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { processOnce, wasProcessed } from '../store/processed-events.ts'
import { finishEntries, save } from '../store/save.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { type CompletedOrderRow, keyOf, OrderRow, orderDefinition } from './entity.ts'
import type { CompletedOrder } from './events.ts'
import type {
  DigitalDownloaded,
  StatusChanged,
  WithdrawalCreated,
  WithdrawalResolved,
} from './later-events.ts'
import { customerList } from './lists.ts'
import {
  fieldsOfCompletion,
  fieldsOfStatusChange,
  noWithdrawals,
  orderContentOf,
  withCreated,
  withResolved,
} from './rules.ts'
import { owed } from './stock-ledger.ts'

/** What an order is connected with. */
export interface Connections {
  customerId: string | undefined
  discountIds: string[]
  accountCurrency?: string
  /** Whether the stock of any of its products is kept, and has to be taken from. */
  hasStock: boolean
}

export async function complete(
  tenant: Tenant,
  told: CompletedOrder,
  stamp: EventStamp,
  connections: Connections,
): Promise<CompletedOrderRow> {
  const row = await upsertOrder(tenant, told.token, before =>
    applyCompletion(before, { told, stamp, connections }),
  )
  return row as CompletedOrderRow
}

interface Completion {
  told: CompletedOrder
  stamp: EventStamp
  connections: Connections
}

/** What an order is once its completion is heard of. */
export function applyCompletion(before: OrderRow, { told, stamp, connections }: Completion): OrderRow {
  const { hasStock, accountCurrency, ...connected } = connections
  const latest = mergeLatest(before.latest, fieldsOfCompletion(told), stamp)
  const content = orderContentOf(told, stamp)
  const modifiedAt = laterOf(before.modifiedAt, content.modificationDate)
  if (!isNewer(stamp, before.contentStamp)) return { ...before, latest, modifiedAt }
  const stock = owed(before, content, hasStock)
  return { ...before, ...connected, ...stock, latest, content, contentStamp: stamp, modifiedAt }
}

export const changeStatus = (tenant: Tenant, told: StatusChanged, stamp: EventStamp) =>
  upsertOrder(tenant, told.token, before => ({
    ...touched(before, stamp),
    latest: mergeLatest(before.latest, fieldsOfStatusChange(told), stamp),
  }))

export const addWithdrawal = (tenant: Tenant, told: WithdrawalCreated, stamp: EventStamp) =>
  upsertOrder(tenant, told.orderToken, before => ({
    ...touched(before, stamp),
    withdrawals: withCreated(before.withdrawals, told, stamp),
  }))

export const resolveWithdrawal = (tenant: Tenant, told: WithdrawalResolved, stamp: EventStamp) =>
  upsertOrder(tenant, told.orderToken, before => ({
    ...touched(before, stamp),
    withdrawals: withResolved(before.withdrawals, told, stamp),
  }))

/** Counting is not the same twice, so that the event itself is remembered. */
export async function countDownload(tenant: Tenant, told: DigitalDownloaded, eventId: string): Promise<void> {
  const { orderToken, fileGuid } = told
  const once = processOnce(tenant, eventId)
  const counted = (before: OrderRow) => ({
    ...before,
    downloads: { ...before.downloads, [fileGuid]: (before.downloads[fileGuid] ?? 0) + 1 },
  })
  await upsertOrder(tenant, orderToken, counted, [once])
}

/** The orders of one customer become another's. */
export async function reassignOrders(tenant: Tenant, from: string, to: string): Promise<void> {
  const list = { ...tenant, list: customerList(from) }
  const entries = await readEntries(list, { range: fullRange, consistent: true })
  const tokens = entries.map(({ position }) => idOfPosition(position))
  const handed = (before: OrderRow) => (before.customerId === from ? { ...before, customerId: to } : before)
  await mapConcurrent(tokens, handedAtOnce, token => upsertOrder(tenant, token, handed))
}
const handedAtOnce = 4

const touched = (row: OrderRow, stamp: EventStamp): OrderRow => ({
  ...row,
  modifiedAt: laterOf(row.modifiedAt, stampTime(stamp)),
})

/** An order that is not there yet begins with whatever is said of it first. */
function upsertOrder(
  tenant: Tenant,
  token: string,
  changed: (before: OrderRow) => OrderRow,
  besides: readonly ExtraWrite[] = [],
): Promise<OrderRow> {
  return retryOnConflict(async () => {
    const { data } = await OrderRow.get(keyOf(tenant, token)).go({ consistent: true })
    const before = data ?? emptyOrder(tenant, token)
    const after = changed(before)
    if (data && isDeepStrictEqual(after, data))
      return data.unfinished ? finishEntries(orderDefinition, data) : data
    try {
      return await save(orderDefinition, after, data, besides)
    } catch (fault) {
      if (besides.length > 0 && wasProcessed(fault)) return before
      throw fault
    }
  })
}

/** An order of which nothing has been said yet. */
export const emptyOrder = (tenant: Tenant, token: string): OrderRow => ({
  ...keyOf(tenant, token),
  version: 0,
  latest: {},
  withdrawals: noWithdrawals,
  downloads: {},
  modifiedAt: '',
  taken: 0,
})
