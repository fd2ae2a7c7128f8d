/** Which orders can be stored: those that fit into a row, and whose public form fits its schema. */

import type { EventStamp } from '../core/event-stamp.ts'
import { toJson } from '../core/json.ts'
import { validationProblem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import { packJson } from '../store/attributes.ts'
import { applyCompletion, emptyOrder } from './completion.ts'
import { isComplete, type OrderRow } from './entity.ts'
import type { CompletedOrder } from './events.ts'
import { present } from './presenter.ts'
import { Order } from './schemas.ts'
import { fullLedger } from './stock-ledger.ts'

/** The share of each part in the 400 KB of a row, in bytes, compressed. `latest` includes the metadata. */
const maxBytes = {
  content: 190_000,
  stockLedger: 50_000,
  latest: 110_000,
  withdrawals: 20_000,
  downloads: 10_000,
  refunds: 20_000,
}
const parts = Object.keys(maxBytes) as (keyof typeof maxBytes)[]

/** Checks an order before anything of it, its customer and its products is saved. */
export function requireStorable(
  tenant: Tenant,
  order: CompletedOrder,
  stamp: EventStamp,
  accountCurrency: string,
): void {
  const context = { accountCurrency, customerId: undefined, discountIds: [], tracking: new Map() }
  const row = applyCompletion(emptyOrder(tenant, order.token), { order, stamp, context })
  requireValid({ ...row, stockLedger: row.content ? fullLedger(row.content) : {} })
}

export function requireValid(row: OrderRow): void {
  const tooLarge = parts.filter(part => Buffer.byteLength(packJson(toJson(row[part] ?? null))) > maxBytes[part])
  if (tooLarge.length > 0)
    throw validationProblem(
      Object.fromEntries(
        tooLarge.map(part => [part, [`must have at most ${maxBytes[part] / 1000} KB when compressed`]]),
      ),
    )
  if (isComplete(row)) parseInput(Order, present(row), 'the order')
}
