/**
 * Runs an operation at a payment gateway as a saga: it is reserved in the row that waits for it, sent, and settled in
 * that row or dropped. Every step may be repeated, by this process or another.
 */

import { Problem } from '../core/problem.ts'
import { change } from '../store/change.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { save } from '../store/save.ts'
import type { AwaitingObject, ListedRow } from '../store/stored-object.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import type { Succeeded } from './gateway.ts'
import {
  dropOperationWrite,
  dropUnlessRepeated,
  type Operation,
  removeOperation,
  startOperationWrite,
} from './operations.ts'
import { type OperationOutcome, type OperationSteps, performOperation } from './perform-operation.ts'

/** The texts for a caller whose operation was not completed. */
interface Texts {
  /** A sentence such as `Nothing was refunded.` */
  nothingDone: string
  underWay: string
  retryAfterSeconds: number
  /** Additional members of the problem's body. */
  extensions?: Record<string, string>
}

/** The parts of a saga that differ between kinds of operations. */
export interface Saga<Row extends ListedRow, O extends Operation> {
  definition: AwaitingObject<Row>
  /** Reads the row that waits for the operation, with a consistent read. */
  load: (operation: O) => Promise<Row>
  isSettled: (row: Row, id: string) => boolean
  /** Records what the gateway did, even if the operation was dropped meanwhile. */
  settle: (operation: O, result: Succeeded) => Promise<Row>
  textsOf: (operation: O) => Texts
}

export interface Reservation<Row, O extends Operation> {
  row: Row
  /** The operation to send, new or taken over; absent if the gateway is not needed. */
  operation?: O | undefined
}

interface Decision<Row, O extends Operation> extends Partial<Reservation<Row, O>> {
  extraWrites?: readonly ExtraWrite[] | undefined
}

/** Saves the row that `decide` returns, together with a new operation. `decide` may be called several times. */
export async function reserveOperation<Row extends ListedRow, Before extends Row, O extends Operation>(
  { definition }: Saga<Row, O>,
  load: () => Promise<Before>,
  decide: (before: Before) => Promise<Decision<Row, O>>,
): Promise<Reservation<Row, O>> {
  const decided: Decision<Row, O> = {}
  const row: Row = await change<Row, Before, Row | null>(definition, load, async (before, alsoWrite) => {
    const { row = null, operation, extraWrites = [] } = await decide(before)
    decided.operation = operation
    alsoWrite(...extraWrites, ...(operation?.attempts === 1 ? [startOperationWrite(operation)] : []))
    return row
  })
  return { row, operation: decided.operation }
}

/** Sends the operation, and returns the row after the gateway has answered. */
export async function performReserved<Row extends ListedRow, O extends Operation>(
  saga: Saga<Row, O>,
  { row, operation }: Reservation<Row, O>,
): Promise<Row> {
  if (!operation) return row
  return resultOf(await performOperation(operation, operationStepsOf(saga, operation)), saga.textsOf(operation))
}

function resultOf<T>(outcome: OperationOutcome<T>, texts: Texts): T {
  switch (outcome.state) {
    case 'settled':
      return outcome.value
    case 'refused':
      throw new Problem('gateway_refused', { message: `The payment gateway refused: ${outcome.reason}` })
    case 'unreachable':
      throw timeout(`${outcome.reason ?? 'The payment gateway could not be reached.'} ${texts.nothingDone}`, texts)
    case 'unavailable':
      throw timeout(`The payment gateway that was asked is no longer connected. ${texts.underWay}`, texts)
    case 'under way':
      throw timeout(`The payment gateway did not answer in time. ${texts.underWay}`, texts)
  }
}

const timeout = (message: string, { retryAfterSeconds, extensions = {} }: Texts) =>
  new Problem('gateway_timeout', { message, headers: { 'Retry-After': String(retryAfterSeconds) }, extensions })

export const operationStepsOf = <Row extends ListedRow, O extends Operation>(
  saga: Saga<Row, O>,
  operation: O,
): OperationSteps<Row> => ({ settle: result => saga.settle(operation, result), drop: () => drop(saga, operation) })

/** Returns false if another process has sent the request again, or has settled the operation. */
const drop = <Row extends ListedRow, O extends Operation>(
  { definition, load, isSettled }: Saga<Row, O>,
  operation: O,
): Promise<boolean> =>
  retryOnConflict(async () => {
    const { id } = operation.request
    const before = await load(operation)
    if (isSettled(before, id)) return false
    if (!definition.awaitedOperations(before).has(id)) return removeOperation(operation)
    const after = definition.withoutOperation(before, id)
    return dropUnlessRepeated(() => save(definition, after, before, [dropOperationWrite(operation)]))
  })
