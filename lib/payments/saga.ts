/**
 * How something is asked of a payment gateway: reserved in the row that waits for it, asked for, and settled in the row or
 * dropped. Every step may be repeated, by this process or another.
 */

import { Problem } from '../core/problem.ts'
import { change } from '../store/change.ts'
import { retryOnConflict } from '../store/conflict.ts'
import type { EntityDefinition, ListedRow } from '../store/entity-definition.ts'
import { save } from '../store/save.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import type { Succeeded } from './gateway.ts'
import {
  dropOperation,
  dropUnlessRepeated,
  type Operation,
  removeOperation,
  startOperation,
} from './operations.ts'
import { type Outcome, perform, type Steps } from './perform.ts'

/** What a caller is told if the gateway has not done it. */
interface Texts {
  /** Such as `Nothing was refunded.` */
  nothingDone: string
  underWay: string
  retryAfterSeconds: number
  /** Additional members of the problem's body. */
  extensions?: Record<string, string>
}

/** What is special about one kind of operation. */
export interface Saga<Row extends ListedRow, O extends Operation> {
  definition: EntityDefinition<Row>
  /** The row that waits for the operation, read consistently. */
  load: (operation: O) => Promise<Row>
  awaitedOperations: (row: Row) => Map<string, string>
  /** The row without what was reserved. */
  withoutOperation: (row: Row, id: string) => Row
  isSettled: (row: Row, id: string) => boolean
  /** Records what the gateway did, also if the operation was dropped meanwhile. */
  settle: (operation: O, result: Succeeded) => Promise<Row>
  textsOf: (operation: O) => Texts
}

export interface Reservation<Row, O extends Operation> {
  row: Row
  /** What to ask for, new or taken over; absent if the gateway is not needed. */
  operation?: O | undefined
}

interface Decision<Row, O extends Operation> extends Partial<Reservation<Row, O>> {
  extraWrites?: readonly ExtraWrite[] | undefined
}

/** Saves the row that was decided, and a new operation with it. `decide` may be called several times. */
export async function reserve<Row extends ListedRow, Before extends Row, O extends Operation>(
  { definition }: Saga<Row, O>,
  load: () => Promise<Before>,
  decide: (before: Before) => Promise<Decision<Row, O>>,
): Promise<Reservation<Row, O>> {
  const decided: Decision<Row, O> = {}
  const row: Row = await change<Row, Before, Row | null>(definition, load, async (before, alsoWrite) => {
    const { row = null, operation, extraWrites = [] } = await decide(before)
    decided.operation = operation
    alsoWrite(...extraWrites, ...(operation?.attempts === 1 ? [startOperation(operation)] : []))
    return row
  })
  return { row, operation: decided.operation }
}

/** The row after the gateway has answered. */
export async function ask<Row extends ListedRow, O extends Operation>(
  saga: Saga<Row, O>,
  { row, operation }: Reservation<Row, O>,
): Promise<Row> {
  if (!operation) return row
  return resultOf(await perform(operation, stepsOf(saga, operation)), saga.textsOf(operation))
}

function resultOf<T>(outcome: Outcome<T>, texts: Texts): T {
  switch (outcome.state) {
    case 'settled':
      return outcome.value
    case 'refused':
      throw new Problem('gateway_refused', { message: `The payment gateway refused: ${outcome.reason}` })
    case 'unreachable':
      throw timeout(
        `${outcome.reason ?? 'The payment gateway could not be reached.'} ${texts.nothingDone}`,
        texts,
      )
    case 'unavailable':
      throw timeout(`The payment gateway that was asked is no longer connected. ${texts.underWay}`, texts)
    case 'under way':
      throw timeout(`The payment gateway did not answer in time. ${texts.underWay}`, texts)
  }
}

const timeout = (message: string, { retryAfterSeconds, extensions = {} }: Texts) =>
  new Problem('gateway_timeout', {
    message,
    headers: { 'Retry-After': String(retryAfterSeconds) },
    extensions,
  })

export const stepsOf = <Row extends ListedRow, O extends Operation>(
  saga: Saga<Row, O>,
  operation: O,
): Steps<Row> => ({ settle: result => saga.settle(operation, result), drop: () => drop(saga, operation) })

/** False if another process has sent the request again, or has settled it. */
const drop = <Row extends ListedRow, O extends Operation>(
  { definition, load, isSettled, awaitedOperations, withoutOperation }: Saga<Row, O>,
  operation: O,
): Promise<boolean> =>
  retryOnConflict(async () => {
    const { id } = operation.request
    const before = await load(operation)
    if (isSettled(before, id)) return false
    if (!awaitedOperations(before).has(id)) return removeOperation(operation)
    const after = withoutOperation(before, id)
    return dropUnlessRepeated(() => save(definition, after, before, [dropOperation(operation)]))
  })
