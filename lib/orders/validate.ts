/** Checks whether an order can be stored: the size of its row, and its public representation. */

import type { StampedEvent } from '../core/event-stamp.ts'
import { validationProblem } from '../core/problem.ts'
import { defaultTimeZone } from '../core/time-zone.ts'
import { parseInput } from '../core/validation.ts'
import { packedBytes } from '../store/attributes.ts'
import type { CompletedOrder } from './checkout-events.ts'
import { applyCompletion, emptyOrder } from './completion.ts'
import { hasContent, type OrderRow } from './entity.ts'
import { present } from './presenter.ts'
import { Order } from './schemas.ts'
import { fullLedger } from './stock-ledger.ts'

/**
 * The maximum size of each part of a row, in bytes after compression. DynamoDB limits a whole row to 400 KB. The part
 * `latest` includes the metadata, and the files of an import.
 */
const maxBytes = {
  content: 190_000,
  stockLedger: 50_000,
  latest: 110_000,
  withdrawals: 20_000,
  downloads: 10_000,
  refunds: 20_000,
}
const parts = Object.keys(maxBytes) as (keyof typeof maxBytes)[]

/**
 * Throws if the order cannot be stored. Callers run this check before they save the customer and the products of the
 * order.
 */
export function requireStorableEvent(event: StampedEvent<CompletedOrder>, accountCurrency: string): void {
  const context = {
    accountCurrency,
    timeZone: defaultTimeZone,
    customerId: undefined,
    discountIds: [],
    tracking: new Map(),
  }
  const row = applyCompletion(emptyOrder(event.tenant, event.content.token), event, context)
  requireStorableRow({ ...row, stockLedger: row.content ? fullLedger(row.content) : {} })
}

/** Throws if the order is too large for a row, or if its public representation does not match the schema. */
export function requireStorableRow(row: OrderRow): void {
  const tooLarge = parts.filter(part => packedBytes(row[part] ?? null) > maxBytes[part])
  if (tooLarge.length > 0)
    throw validationProblem(
      Object.fromEntries(
        tooLarge.map(part => [part, [`must have at most ${maxBytes[part] / 1000} KB when compressed`]]),
      ),
    )
  if (hasContent(row)) parseInput(Order, present(row), 'the order')
}
