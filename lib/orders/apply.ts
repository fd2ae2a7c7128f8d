/** Applies checkout events to orders. Events may arrive in any order and more than once. */

import { isDeepStrictEqual } from 'node:util'
import { type EventStamp, laterOf, mergeLatest, stampTime } from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import { countMetric } from '../core/log.ts'
import type { Tenant } from '../core/tenant.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { processedEventWrite, wasProcessed } from '../store/processed-events.ts'
import { finishEntries, save } from '../store/save.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { applyCompletion, emptyOrder, type OrderContext, requireValid } from './completion.ts'
import { type CompletedOrderRow, isComplete, keyOf, OrderRow } from './entity.ts'
import type {
  CompletedOrder,
  DigitalDownloaded,
  StatusChanged,
  WithdrawalCreated,
  WithdrawalResolved,
} from './events.ts'
import { fieldsOfStatusChange, withCreated, withResolved } from './rules.ts'
import { movementWrites } from './stock-movements.ts'
import { keepErased, orderDefinition } from './stored.ts'

export async function complete(
  tenant: Tenant,
  order: CompletedOrder,
  stamp: EventStamp,
  context: OrderContext,
): Promise<{ order: CompletedOrderRow; isNew: boolean }> {
  let isNew = false
  const change = (before: OrderRow) => {
    isNew = !isComplete(before)
    return applyCompletion(before, { order, stamp, context })
  }
  const row = await upsertOrder(tenant, order.token, change, movementWrites)
  if (isNew) countMetric('Orders', { mode: tenant.mode })
  return { order: row as CompletedOrderRow, isNew }
}

export const changeStatus = (tenant: Tenant, event: StatusChanged, stamp: EventStamp) =>
  upsertOrder(tenant, event.token, before => ({
    ...modifiedBy(before, stamp),
    latest: mergeLatest(before.latest, fieldsOfStatusChange(event), stamp),
  }))

export const addWithdrawal = (tenant: Tenant, event: WithdrawalCreated, stamp: EventStamp) =>
  upsertOrder(tenant, event.orderToken, before => ({
    ...modifiedBy(before, stamp),
    withdrawals: withCreated(before.withdrawals, event, stamp),
  }))

export const resolveWithdrawal = (tenant: Tenant, event: WithdrawalResolved, stamp: EventStamp) =>
  upsertOrder(tenant, event.orderToken, before => ({
    ...modifiedBy(before, stamp),
    withdrawals: withResolved(before.withdrawals, event, stamp),
  }))

/** Stores the event id, as the counter alone cannot tell a repeated event from a new one. */
export async function countDownload(tenant: Tenant, event: DigitalDownloaded, eventId: string): Promise<void> {
  const { orderToken, fileGuid } = event
  const addOne = (before: OrderRow) => ({
    ...before,
    downloads: { ...before.downloads, [fileGuid]: (before.downloads[fileGuid] ?? 0) + 1 },
  })
  await upsertOrder(tenant, orderToken, addOne, () => [processedEventWrite(tenant, eventId)])
}

const modifiedBy = (row: OrderRow, stamp: EventStamp): OrderRow => ({
  ...row,
  modifiedAt: laterOf(row.modifiedAt, stampTime(stamp)),
})

/** Updates the row of an order, or creates it if no event of the order has arrived before. */
function upsertOrder(
  tenant: Tenant,
  token: OrderToken,
  change: (before: OrderRow) => OrderRow,
  extraWritesOf: (before: OrderRow, after: OrderRow) => ExtraWrite[] = () => [],
): Promise<OrderRow> {
  return retryOnConflict(async () => {
    const { data } = await OrderRow.get(keyOf(tenant, token)).go({ consistent: true })
    const before = data ?? emptyOrder(tenant, token)
    const after = keepErased(change(before), before)
    if (data && isDeepStrictEqual(after, data)) return data.unfinished ? finishEntries(orderDefinition, data) : data
    requireValid(after)
    const extraWrites = extraWritesOf(before, after)
    try {
      return await save(orderDefinition, after, data, extraWrites)
    } catch (fault) {
      if (extraWrites.length > 0 && wasProcessed(fault)) return before
      throw fault
    }
  })
}
