/** Defines stored orders: their lists, operations at the payment gateway, and personal data. */

import type { ObjectAwaitingOperations, PersonalObject } from '../store/stored-object.ts'
import { keyOf, OrderRow, rowVersion } from './entity.ts'
import { eraseOrder } from './erase-order.ts'
import { fixedLists, listEntriesOf, uncountedLists } from './lists.ts'
import { isUnderWay } from './stored-refunds.ts'

export const orderDefinition: PersonalObject<OrderRow> & ObjectAwaitingOperations<OrderRow> = {
  name: 'order',
  entity: OrderRow,
  rowVersion,
  keyOf: row => keyOf(row, row.token),
  rowsIn: (shard, options) => OrderRow.query.byToken(shard).go(options),
  listEntriesOf,
  fixedLists,
  uncountedLists,
  awaitedOperations,
  withoutOperation,
  personal: {
    customerOf: ({ customerId, content }) => ({ customerId, email: content?.email }),
    erase: (row, erasedAt) => eraseOrder(row, erasedAt),
  },
}

function awaitedOperations({ refunds, captureId }: OrderRow): Map<string, string> {
  const underWay = Object.entries(refunds).filter(([, refund]) => isUnderWay(refund))
  const awaited = new Map(underWay.map(([id]) => [id, 'refund']))
  return captureId ? awaited.set(captureId, 'capture') : awaited
}

/** Removes an operation that was settled or dropped. The amount of a removed refund can be refunded again. */
function withoutOperation<R extends OrderRow>(row: R, id: string): R {
  const { [id]: _, ...refunds } = row.refunds
  return { ...row, refunds, captureId: row.captureId === id ? undefined : row.captureId }
}
