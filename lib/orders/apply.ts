/** Applies checkout events to orders. Events may arrive in any sequence and more than once. */

import { isDeepStrictEqual } from 'node:util'
import { type EventStamp, laterOf, type StampedEvent, stampTime } from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import { countMetric } from '../core/log.ts'
import type { Tenant } from '../core/tenant.ts'
import { changeByKey } from '../store/change.ts'
import { processedEventWrite } from '../store/processed-events.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import type {
  CompletedOrder,
  DigitalDownloaded,
  StatusChanged,
  WithdrawalCreated,
  WithdrawalResolved,
} from './checkout-events.ts'
import { applyCompletion, emptyOrder, type OrderContext } from './completion.ts'
import { type CompletedOrderRow, hasContent, type OrderRow } from './entity.ts'
import { downloadCount, mergeStatusChange, replaceStatus, withResolution, withWithdrawal } from './rules.ts'
import { newMovementWrites } from './stock-movements.ts'
import { eraseAddedData, type IsFreeText, orderDefinition } from './stored-object.ts'
import { requireStorableRow } from './validate.ts'

export async function complete(
  event: StampedEvent<CompletedOrder>,
  context: OrderContext,
): Promise<{ order: CompletedOrderRow; isNew: boolean }> {
  const { tenant, content } = event
  let isNew = false
  const change = (before: OrderRow) => {
    isNew = !hasContent(before)
    return applyCompletion(before, event, context)
  }
  const row = await upsertOrder(tenant, content.token, change, {
    extraWritesOf: (before, after) => newMovementWrites(before, after, context.tracking),
    isFreeText: context.isFreeText,
  })
  if (isNew) countMetric('Orders', { mode: tenant.mode })
  return { order: row as CompletedOrderRow, isNew }
}

export const changeStatus = ({ tenant, content, stamp }: StampedEvent<StatusChanged>) =>
  upsertOrder(tenant, content.token, before => ({
    ...modifiedBy(before, stamp),
    latest: mergeStatusChange(before.latest, content, stamp),
  }))

export const addWithdrawal = ({ tenant, content, stamp }: StampedEvent<WithdrawalCreated>) =>
  upsertOrder(tenant, content.orderToken, before => ({
    ...modifiedBy(before, stamp),
    withdrawals: withWithdrawal(before.withdrawals, content, stamp),
  }))

export const resolveWithdrawal = ({ tenant, content, stamp }: StampedEvent<WithdrawalResolved>) =>
  upsertOrder(tenant, content.orderToken, before => ({
    ...modifiedBy(before, stamp),
    withdrawals: withResolution(before.withdrawals, content, stamp),
  }))

interface Download extends StampedEvent<DigitalDownloaded> {
  eventId: string
}

/**
 * Increments the number of downloads of a file. Also stores the event id, so that a repeated event does not count the
 * download again.
 */
export function countDownload({ tenant, content, eventId }: Download): Promise<OrderRow> {
  const { orderToken, fileGuid } = content
  const addOne = (before: OrderRow) => ({
    ...before,
    downloads: { ...before.downloads, [fileGuid]: downloadCount(before.downloads, fileGuid) + 1 },
  })
  return upsertOrder(tenant, orderToken, addOne, { extraWritesOf: () => [processedEventWrite(tenant, eventId)] })
}

const modifiedBy = (row: OrderRow, stamp: EventStamp): OrderRow => ({
  ...row,
  modifiedAt: laterOf(row.modifiedAt, stampTime(stamp)),
})

interface UpsertOptions {
  extraWritesOf?: (before: OrderRow, after: OrderRow) => ExtraWrite[]
  isFreeText?: IsFreeText | undefined
}

/** Updates the row of an order. The first event of an order creates the row. */
function upsertOrder(
  tenant: Tenant,
  token: OrderToken,
  change: (before: OrderRow) => OrderRow,
  { extraWritesOf = () => [], isFreeText }: UpsertOptions = {},
): Promise<OrderRow> {
  return changeByKey(orderDefinition, { ...tenant, token }, (found, alsoWrite) => {
    const before = found ?? emptyOrder(tenant, token)
    const after = eraseAddedData(replaceStatus(change(before)), before, isFreeText)
    if (found && isDeepStrictEqual(after, found)) return found
    requireStorableRow(after)
    alsoWrite(...extraWritesOf(before, after))
    return after
  })
}
