/** What of an order can be stored: a row has at most 400 KB, of which each part has a share. */

import type { EventStamp } from '../core/event-stamp.ts'
import { toJson } from '../core/json.ts'
import { validationProblem } from '../core/problem.ts'
import { packJson } from '../store/attributes.ts'
import { orderContentOf } from './content.ts'
import type { OrderRow } from './entity.ts'
import type { CompletedOrder } from './events.ts'
import { fieldsOfCompletion } from './rules.ts'
import { fullLedger } from './stock-ledger.ts'

/** In bytes, compressed. `latest` includes the metadata. */
const maxBytes = {
  content: 190_000,
  stockLedger: 50_000,
  latest: 110_000,
  withdrawals: 20_000,
  downloads: 10_000,
}
type Part = keyof typeof maxBytes

/** Refuses an order that is too large before anything is stored of it, its customer and its products. */
export function requireStorable(order: CompletedOrder, stamp: EventStamp, accountCurrency: string): void {
  const content = orderContentOf(order, stamp, accountCurrency)
  requireFits({ content, stockLedger: fullLedger(content), latest: fieldsOfCompletion(order) })
}

export function requireFits(parts: Partial<Record<Part, unknown>> | OrderRow): void {
  const tooLarge = Object.entries(maxBytes).filter(
    ([part, max]) => Buffer.byteLength(packJson(toJson(parts[part as Part] ?? null))) > max,
  )
  if (tooLarge.length > 0)
    throw validationProblem(
      Object.fromEntries(
        tooLarge.map(([part, max]) => [part, [`must have at most ${max / 1000} KB when compressed`]]),
      ),
    )
}
