/** The operations at the payment gateway that an order waits for: refunds, and the capture of its payment. */

import type { OrderRow } from './entity.ts'
import { isUnderWay } from './refund-rules.ts'

/** Their kinds by id. */
export function awaitedOperations({ refunds, captureId }: OrderRow): Map<string, string> {
  const underWay = Object.entries(refunds).filter(([, refund]) => isUnderWay(refund))
  const awaited = new Map(underWay.map(([id]) => [id, 'refund']))
  return captureId ? awaited.set(captureId, 'capture') : awaited
}

/** The amount that was reserved for a refund can be refunded again. */
export function withoutOperation(row: OrderRow, id: string): OrderRow {
  const { [id]: _, ...refunds } = row.refunds
  return { ...row, refunds, captureId: row.captureId === id ? undefined : row.captureId }
}
