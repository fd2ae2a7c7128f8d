/**
 * Defines the saga of an operation at a payment gateway. The operation is reserved in a row, for example the row of an
 * order. Then its request is sent to the gateway, and the operation is settled in this row, or dropped. This file also
 * contains the first step, the reservation.
 */

import { change } from '../store/change.ts'
import type { ObjectAwaitingOperations, VersionedRow } from '../store/stored-object.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import type { Succeeded } from './gateway.ts'
import { newOperationWrite, type Operation } from './operations.ts'

/** The texts for a caller whose operation was not settled. */
export interface SagaTexts {
  /** A sentence such as `Nothing was refunded.` */
  nothingDone: string
  underWay: string
  retryAfterSeconds: number
  /** Additional members of the problem's body. */
  extensions?: Record<string, string>
}

/**
 * The parts of a saga that depend on the kind of operation. Functions are declared as methods, not as properties with
 * function types. TypeScript compares the parameters of methods less strictly, so a saga of a specific row and
 * operation can be used where a `Saga` without type arguments is expected.
 */
export interface Saga<Row extends VersionedRow = VersionedRow, O extends Operation = Operation> {
  definition: ObjectAwaitingOperations<Row>
  /** Reads the row that waits for the operation. The read must be consistent. */
  load(operation: O): Promise<Row>
  isSettled(row: Row, id: string): boolean
  /** Records what the gateway did, even if the operation was dropped meanwhile. */
  settle(operation: O, result: Succeeded): Promise<Row>
  textsOf(operation: O): SagaTexts
}

export interface Reservation<Row, O extends Operation> {
  row: Row
  /** The new or resumed operation. It is absent if the gateway is not needed. */
  operation?: O | undefined
}

interface Decision<Row, O extends Operation> extends Partial<Reservation<Row, O>> {
  extraWrites?: readonly ExtraWrite[] | undefined
}

/**
 * Saves the row that `decide` returns, and the operation if it is new. After a write conflict, `decide` is called
 * again.
 */
export async function reserveOperation<Row extends VersionedRow, Before extends Row, O extends Operation>(
  { definition }: Saga<Row, O>,
  load: () => Promise<Before>,
  decide: (before: Before) => Promise<Decision<Row, O>>,
): Promise<Reservation<Row, O>> {
  const decided: Decision<Row, O> = {}
  const row: Row = await change<Row, Before, Row | null>(definition, load, async (before, alsoWrite) => {
    const { row = null, operation, extraWrites = [] } = await decide(before)
    decided.operation = operation
    alsoWrite(...extraWrites, ...(operation?.attempts === 1 ? [newOperationWrite(operation)] : []))
    return row
  })
  return { row, operation: decided.operation }
}
