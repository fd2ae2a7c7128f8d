/** Drops an operation of an order: what was reserved is released. */

import { dropOperation, type Operation } from '../payments/index.ts'
import { Conflict } from '../store/conflict.ts'
import { save } from '../store/save.ts'
import type { CompletedOrderRow } from './entity.ts'
import { orderDefinition } from './lists.ts'

/** False if another process has sent the request again: the operation is theirs. */
export async function saveDropped(
  after: CompletedOrderRow,
  before: CompletedOrderRow,
  operation: Operation,
): Promise<boolean> {
  try {
    await save(orderDefinition, after, before, [dropOperation(operation)])
    return true
  } catch (fault) {
    if (fault instanceof Conflict && fault.failedConditions.at(-1)) return false
    throw fault
  }
}
