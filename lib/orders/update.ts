/** Changes an order through the API, which may capture its payment. */

import { isDeepStrictEqual } from 'node:util'
import { timestamp } from '../core/clock.ts'
import { requireMatch } from '../core/etag.ts'
import { setNow } from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import { requireMetadataSize } from '../core/metadata.ts'
import type { Tenant } from '../core/tenant.ts'
import { ask, type Reservation, reserve } from '../payments/index.ts'
import { type Capture, captureSaga, requireCaptured, reserveCapture } from './capture.ts'
import type { CompletedOrderRow } from './entity.ts'
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
  const load = () => loadOrderRow(tenant, token, true)
  const reservation = await reserve(captureSaga, load, async before => {
    requireMatch(ifMatch, present(before))
    return decide(before, change)
  })
  const row = await ask(captureSaga, reservation)
  const { operation } = reservation
  if (operation) requireCaptured(row)
  const isSame = !operation || isDeepStrictEqual(operation.details.change, change)
  return isSame ? present(row) : update(tenant, { token, change, ifMatch })
}

/** A change that captures the payment is reserved only. */
async function decide(
  before: CompletedOrderRow,
  change: OrderChange,
): Promise<Reservation<CompletedOrderRow, Capture>> {
  const transactionId = paymentIdOf(before)
  if (transactionId && isCapture(before, change)) return reserveCapture(before, transactionId, change)
  requireNoCapture(before, change)
  return { row: { ...before, latest: setNow<OrderFields>(before.latest, change), modifiedAt: timestamp() } }
}
