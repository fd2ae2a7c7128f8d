/** What the checkout tells of orders, taken in whatever order and however often it arrives. */

import { isDeepStrictEqual } from 'node:util'
import { inLanes } from '../kit/lanes.ts'
import { isNewer, later, newest, type Stamp, timeOf } from '../kit/stamp.ts'
import type { Tenant } from '../kit/tenant.ts'
import { everything, readEntries } from '../lists/entries.ts'
import { idAt } from '../lists/position.ts'
import { finish, save } from '../store/save.ts'
import { takenOnce, wasTaken } from '../store/taken.ts'
import { onFreshData } from '../store/write.ts'
import type { Beside } from '../store/writing.ts'
import { type CompleteRow, keyOf, OrderRow, orderKind } from './entity.ts'
import { customerList } from './lists.ts'
import { contentOf, factsIn, factsOf, noWithdrawals, withCreated, withResolved } from './rules.ts'
import type { CompletedOrder } from './told.ts'
import type { Downloaded, StatusChanged, WithdrawalCreated, WithdrawalResolved } from './told-since.ts'
import { owed } from './turnover.ts'

/** What an order is connected with. */
export interface Connections {
  customerId: string | undefined
  discountIds: string[]
  /** Whether the stock of any of its products is kept, and has to be taken from. */
  hasStock: boolean
}

export async function complete(
  tenant: Tenant,
  told: CompletedOrder,
  stamp: Stamp,
  connections: Connections,
): Promise<CompleteRow> {
  const row = await change(tenant, told.token, before => completed(before, { told, stamp, connections }))
  return row as CompleteRow
}

interface Completion {
  told: CompletedOrder
  stamp: Stamp
  connections: Connections
}

/** What an order is once its completion is heard of. */
export function completed(before: OrderRow, { told, stamp, connections }: Completion): OrderRow {
  const { hasStock, ...connected } = connections
  const facts = newest(before.facts, factsIn(told), stamp)
  const content = contentOf(told, stamp)
  const modifiedAt = later(before.modifiedAt, content.modificationDate)
  if (!isNewer(stamp, before.contentStamp)) return { ...before, facts, modifiedAt }
  const stock = owed(before, content, hasStock)
  return { ...before, ...connected, ...stock, facts, content, contentStamp: stamp, modifiedAt }
}

export const changeStatus = (tenant: Tenant, told: StatusChanged, stamp: Stamp) =>
  change(tenant, told.token, before => ({
    ...touched(before, stamp),
    facts: newest(before.facts, factsOf(told), stamp),
  }))

export const addWithdrawal = (tenant: Tenant, told: WithdrawalCreated, stamp: Stamp) =>
  change(tenant, told.orderToken, before => ({
    ...touched(before, stamp),
    withdrawals: withCreated(before.withdrawals, told, stamp),
  }))

export const resolveWithdrawal = (tenant: Tenant, told: WithdrawalResolved, stamp: Stamp) =>
  change(tenant, told.orderToken, before => ({
    ...touched(before, stamp),
    withdrawals: withResolved(before.withdrawals, told, stamp),
  }))

/** Counting is not the same twice, so that the event itself is remembered. */
export async function countDownload(tenant: Tenant, told: Downloaded, eventId: string): Promise<void> {
  const { orderToken, fileGuid } = told
  const once = takenOnce(tenant, eventId)
  const counted = (before: OrderRow) => ({
    ...before,
    downloads: { ...before.downloads, [fileGuid]: (before.downloads[fileGuid] ?? 0) + 1 },
  })
  await change(tenant, orderToken, counted, [once])
}

/** The orders of one customer become another's. */
export async function handOver(tenant: Tenant, from: string, to: string): Promise<void> {
  const list = { ...tenant, list: customerList(from) }
  const entries = await readEntries(list, { range: everything, consistent: true })
  const tokens = entries.map(({ position }) => idAt(position))
  const handed = (before: OrderRow) => (before.customerId === from ? { ...before, customerId: to } : before)
  await inLanes(tokens, handedAtOnce, token => change(tenant, token, handed))
}
const handedAtOnce = 4

const touched = (row: OrderRow, stamp: Stamp): OrderRow => ({
  ...row,
  modifiedAt: later(row.modifiedAt, timeOf(stamp)),
})

/** An order that is not there yet begins with whatever is said of it first. */
function change(
  tenant: Tenant,
  token: string,
  changed: (before: OrderRow) => OrderRow,
  besides: readonly Beside[] = [],
): Promise<OrderRow> {
  return onFreshData(async () => {
    const { data } = await OrderRow.get(keyOf(tenant, token)).go({ consistent: true })
    const before = data ?? untold(tenant, token)
    const after = changed(before)
    if (data && isDeepStrictEqual(after, data)) return data.unfinished ? finish(orderKind, data) : data
    try {
      return await save(orderKind, after, data, besides)
    } catch (fault) {
      if (besides.length > 0 && wasTaken(fault)) return before
      throw fault
    }
  })
}

/** An order of which nothing has been said yet. */
export const untold = (tenant: Tenant, token: string): OrderRow => ({
  ...keyOf(tenant, token),
  version: 0,
  facts: {},
  withdrawals: noWithdrawals,
  downloads: {},
  modifiedAt: '',
  taken: 0,
})
