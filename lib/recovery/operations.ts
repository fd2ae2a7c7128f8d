/**
 * Resumes interrupted captures, refunds and changes of subscriptions. If an operation cannot be resumed, a person can
 * settle or drop it. Settling and dropping change only rows of the table, and move no money.
 */

import * as accounts from '../accounts/index.ts'
import { now } from '../core/clock.ts'
import { millisecondsLeft } from '../core/deadline.ts'
import { logFault, recordMilliseconds } from '../core/log.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { MinorUnits } from '../core/money.ts'
import { Problem } from '../core/problem.ts'
import type { Mode, Tenant } from '../core/tenant.ts'
import * as orders from '../orders/index.ts'
import * as payments from '../payments/index.ts'
import * as refunds from '../refunds/index.ts'
import { Conflict } from '../store/conditional-write.ts'
import * as subscriptions from '../subscriptions/index.ts'

/** The maximum number of operations that one run resumes. The next run continues. */
const maxOperations = 100
const concurrency = 10
/**
 * The minimum time that must be left to resume an operation. A lookup and a request at the gateway may take 20 seconds
 * together, and other tasks run afterwards.
 */
const reservedMilliseconds = 35_000

export async function resumeOperations(
  pending: AsyncIterable<payments.Operation> | Iterable<payments.Operation> = payments.pendingOperationsOfAllStores(),
): Promise<void> {
  const oldest: Partial<Record<Mode, payments.Operation>> = {}
  const due: payments.Operation[] = []
  for await (const operation of pending) {
    oldest[operation.request.tenant.mode] ??= operation
    if (due.length < maxOperations && Date.parse(operation.dueAt) <= now().getTime()) due.push(operation)
    if (due.length === maxOperations && oldest.Live) break
  }
  recordMilliseconds('PendingPaymentAge', oldest.Live ? ageOf(oldest.Live) : 0)
  if (oldest.Test) recordMilliseconds('PendingTestPaymentAge', ageOf(oldest.Test))
  await mapConcurrent(due, concurrency, async operation => {
    if (millisecondsLeft() >= reservedMilliseconds) await resume(operation)
  })
}

const ageOf = ({ createdAt }: payments.Operation) => now().getTime() - Date.parse(createdAt)

/**
 * Resumes an operation. A failure is only logged, so that the other operations are still resumed. Later runs try the
 * operation again, at growing intervals.
 */
async function resume({ request, attempts }: payments.Operation): Promise<void> {
  const { tenant, id, kind } = request
  try {
    const operation = await payments.takeOverOperation(tenant, id, attempts)
    await payments.performOperation(await sagaOf(operation), operation)
  } catch (fault) {
    /** A Conflict means that the operation has ended, or that another process has just taken it over. */
    if (fault instanceof Conflict) return
    logFault('A payment operation could not be completed.', fault, { ...tenant, id, kind })
  }
}

async function sagaOf({ request: { kind, tenant } }: payments.Operation): Promise<payments.Saga> {
  switch (kind) {
    case 'refund':
      return refunds.refundSaga(await accounts.get(tenant.account))
    case 'capture':
      return orders.captureSaga
    default:
      return subscriptions.changeSaga
  }
}

export interface OperationInspection {
  operation: payments.Operation
  /** The result that the gateway reports now. It is null if the gateway has not performed the operation. */
  result: Awaited<ReturnType<typeof payments.findResultAtGateway>>
}

export async function inspectOperation(tenant: Tenant, id: string): Promise<OperationInspection | null> {
  const operation = await payments.findOperation(tenant, id)
  return operation && { operation, result: await payments.findResultAtGateway(operation) }
}

/**
 * Settles an operation that the gateway has performed. `charged` is the amount that the gateway has charged for the
 * change of a subscription. This amount is used only if `result` does not report a success.
 */
export async function settleOperation({ operation, result }: OperationInspection, charged?: MinorUnits): Promise<void> {
  requireNoRequest(operation)
  if (result === null) throw contradiction('has not done this: drop it, or let recovery.run ask for it')
  const saga = await sagaOf(operation)
  await saga.settle(
    operation,
    result.state === 'succeeded' ? result : { state: 'succeeded', ...(charged && { charged }) },
  )
}

/** Drops an operation that the gateway has not performed. */
export async function dropOperation({ operation, result }: OperationInspection): Promise<void> {
  requireNoRequest(operation)
  if (result?.state === 'succeeded') throw contradiction('has done this: settle it')
  if (await payments.dropOperation(await sagaOf(operation), operation)) return
  throw new Problem('state_conflict', { message: 'The request was sent again meanwhile. Nothing was changed.' })
}

/** Throws if a process may still be waiting for the gateway's reply to the operation. */
function requireNoRequest(operation: payments.Operation): void {
  if (now().getTime() - payments.requestSentAt(operation) > payments.takeoverMilliseconds) return
  const message = 'The request was sent less than a minute ago. Repeat the command in a minute.'
  throw new Problem('state_conflict', { message })
}

const contradiction = (text: string) =>
  new Problem('state_conflict', { message: `The payment gateway says that it ${text}. Nothing was changed.` })
