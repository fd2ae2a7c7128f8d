/** Changes an order through the API, which may capture its payment. */

import { isDeepStrictEqual } from 'node:util'
import { timestamp } from '../core/clock.ts'
import { requireMatch } from '../core/etag.ts'
import { setNow } from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import { requireMetadataSize } from '../core/metadata.ts'
import type { Tenant } from '../core/tenant.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { save } from '../store/save.ts'
import { capture, reserveCapture } from './capture.ts'
import type { CompletedOrderRow } from './entity.ts'
import { orderDefinition } from './lists.ts'
import { loadOrderRow } from './load.ts'
import { paymentIdOf } from './payment.ts'
import { present } from './presenter.ts'
import { isCapture, type OrderFields, requireNoCapture } from './rules.ts'
import type { Order, OrderChange } from './schemas.ts'

interface Update {
  token: OrderToken
  change: OrderChange
  ifMatch?: string | undefined
}

export async function update(tenant: Tenant, { token, change, ifMatch }: Update): Promise<Order> {
  requireMetadataSize(change.metadata ?? null)
  const { row, operation } = await retryOnConflict(async () => {
    const before = await loadOrderRow(tenant, token, true)
    requireMatch(ifMatch, present(before))
    return saveChange(before, change)
  })
  if (!operation) return present(row)
  const captured = present(await capture(operation))
  const isSame = isDeepStrictEqual(operation.details.change, change)
  return isSame ? captured : update(tenant, { token, change, ifMatch })
}

/** One attempt. A change that captures the payment is reserved only. */
async function saveChange(before: CompletedOrderRow, change: OrderChange) {
  const transactionId = paymentIdOf(before)
  if (transactionId && isCapture(before, change))
    return { row: before, operation: await reserveCapture(before, transactionId, change) }
  requireNoCapture(before, change)
  const latest = setNow<OrderFields>(before.latest, change)
  const row: CompletedOrderRow = { ...before, latest, modifiedAt: timestamp() }
  await save(orderDefinition, row, before)
  return { row, operation: null }
}
