/** Sends the request of a reserved operation, then settles or drops the operation. Every step may be repeated. */

import { now } from '../core/clock.ts'
import { millisecondsLeft } from '../core/deadline.ts'
import { env } from '../core/env.ts'
import { countMetric, log, logFault } from '../core/log.ts'
import { Problem } from '../core/problem.ts'
import { retryOnConflict } from '../store/conditional-write.ts'
import { save } from '../store/save.ts'
import type { VersionedRow } from '../store/stored-object.ts'
import { connectGatewayOfOperation, isSameGateway } from './connect-gateway.ts'
import { type GatewayResult, refused, type Unavailable } from './gateway.ts'
import { meaningOfFault } from './gateway-faults.ts'
import {
  dropOperationWrite,
  dropUnawaitedOperation,
  dropUnlessRepeated,
  type Operation,
  recordGatewayOfOperation,
  takeoverMilliseconds,
} from './operations.ts'
import type { Reservation, Saga, SagaTexts } from './saga.ts'

type OperationOutcome<Row> =
  | { state: 'settled'; row: Row }
  /** This process has not ended the operation. The caller or the recovery worker can resume it. */
  | { state: 'under way' }
  | Exclude<GatewayResult, { state: 'succeeded' | 'unknown' }>

/**
 * Returns the row of the settled operation, or the reserved row if there is no operation. Throws a problem if the
 * operation is not settled.
 */
export async function performOperationOrThrow<Row extends VersionedRow, O extends Operation>(
  saga: Saga<Row, O>,
  { row, operation }: Reservation<Row, O>,
): Promise<Row> {
  if (!operation) return row
  return rowOf(await performOperation(saga, operation), saga.textsOf(operation))
}

function rowOf<Row>(outcome: OperationOutcome<Row>, texts: SagaTexts): Row {
  switch (outcome.state) {
    case 'settled':
      return outcome.row
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

const timeout = (message: string, { retryAfterSeconds, extensions = {} }: SagaTexts) =>
  new Problem('gateway_timeout', { message, headers: { 'Retry-After': String(retryAfterSeconds) }, extensions })

export async function performOperation<Row extends VersionedRow, O extends Operation>(
  saga: Saga<Row, O>,
  operation: O,
): Promise<OperationOutcome<Row>> {
  const result = await ask(operation)
  countMetric('GatewayAnswers', { mode: operation.request.tenant.mode, result: answerOf(result) })
  if (result.state === 'succeeded') return { state: 'settled', row: await saga.settle(operation, result) }
  log.warn('A payment gateway did not do what was asked.', { ...idsOf(operation), ...result })
  if (result.state === 'unavailable') return reportUnavailable(operation, result)
  if (result.state === 'unknown') return { state: 'under way' }
  if (result.state === 'unreachable' && !isAlone(operation)) return { state: 'under way' }
  return (await dropOperation(saga, operation)) ? result : { state: 'under way' }
}

/**
 * Drops a reserved operation. Returns false if another process has sent the request again, or has settled the
 * operation.
 */
export const dropOperation = <Row extends VersionedRow, O extends Operation>(
  { definition, load, isSettled }: Saga<Row, O>,
  operation: O,
): Promise<boolean> =>
  retryOnConflict(async () => {
    const { id } = operation.request
    const before = await load(operation)
    if (isSettled(before, id)) return false
    if (!definition.awaitedOperations(before).has(id)) return dropUnawaitedOperation(operation)
    const after = definition.withoutOperation(before, id)
    return dropUnlessRepeated(() => save(definition, after, before, [dropOperationWrite(operation)]))
  })

/**
 * Returns the result as it is counted in the metric. A rejected key counts as `unavailable`, so that the alarm is
 * raised and somebody replaces the key.
 */
const answerOf = (result: GatewayResult) =>
  result.state === 'unreachable' && result.reason ? 'unavailable' : result.state

const idsOf = ({ request: { tenant, id, kind } }: Operation) => ({ ...tenant, id, kind })

/** Logs the details that the runbook needs when the alarm for unavailable gateways is raised. */
function reportUnavailable(operation: Operation, result: Unavailable): Unavailable {
  const message = `A payment operation has lost its gateway. See "${runbookSection}" in infra/RUNBOOK.md.`
  log.error(message, { ...idsOf(operation), gateway: operation.gateway?.kind, reason: result.reason })
  return result
}

const runbookSection = 'An operation has lost its gateway'

/**
 * The maximum time that it takes to store the gateway's answer. The gateway is asked only if the Lambda has this time
 * left after the gateway's timeout. If a slow lookup then uses up this time, the recovery worker stores the answer.
 */
const settleMilliseconds = 5000

async function ask(operation: Operation): Promise<GatewayResult> {
  if (millisecondsLeft() < env.gatewayTimeout + settleMilliseconds) return { state: 'unknown' }
  const gateway = await connectGatewayOfOperation(operation)
  if ('state' in gateway) return gateway
  const isElsewhere = !isSameGateway(operation.gateway, gateway.identity)
  /**
   * The result is looked up before a request is repeated, because a gateway deletes idempotency keys after some time,
   * and another gateway does not know them.
   */
  const known = operation.attempts > 1 || isElsewhere ? await gateway.findResult(operation.request) : null
  if (known) return known
  if (isElsewhere && !(await recordGatewayOfOperation(operation, gateway.identity))) return { state: 'unknown' }
  return gateway.send(operation.request).catch(fault => resultOfFault(fault, operation))
}

/**
 * Returns `refused` for a fault in our code or the SDK, because the operation would otherwise stay under way for ever.
 * Throws any other fault.
 */
function resultOfFault(fault: unknown, operation: Operation): GatewayResult {
  if (meaningOfFault(fault) !== 'local') throw fault
  logFault('A payment operation is dropped, as the gateway could not be asked.', fault, idsOf(operation))
  return refused('The request could not be sent to it.')
}

/**
 * Asks the gateway for the result of an operation, without sending the request of the operation again. Returns null if
 * the gateway has not carried the request out.
 */
export async function findResultAtGateway(operation: Operation): Promise<GatewayResult | null> {
  const gateway = await connectGatewayOfOperation(operation)
  return 'state' in gateway ? gateway : gateway.findResult(operation.request)
}

/** Returns true if no other process can still be waiting for the gateway's answer to this request. */
const isAlone = ({ previousAt }: Operation) =>
  previousAt === undefined || now().getTime() - previousAt > takeoverMilliseconds
