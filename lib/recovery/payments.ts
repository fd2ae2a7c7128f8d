/** Completes captures, refunds and changes of subscriptions whose process has ended in the middle. */

import * as accounts from '../accounts/index.ts'
import { now } from '../core/clock.ts'
import { millisecondsLeft } from '../core/deadline.ts'
import { logFault, recordMilliseconds } from '../core/log.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import * as orders from '../orders/index.ts'
import {
  connectGateway,
  isPaymentRequest,
  type Operation,
  pendingOperations,
  takeOver,
} from '../payments/index.ts'
import { Conflict } from '../store/conflict.ts'
import * as subscriptions from '../subscriptions/index.ts'

/** Completed in one run, if there is time for all; the next one goes on. */
const maxOperations = 100
const concurrency = 10
/** A gateway that does not answer takes 20 seconds for an operation; the rest is for the tasks that follow. */
const reservedMilliseconds = 35_000

export async function completePayments(
  pending: AsyncIterable<Operation> | Iterable<Operation> = pendingOperations(),
): Promise<void> {
  let oldest: string | undefined
  const due: Operation[] = []
  for await (const operation of pending) {
    oldest ??= operation.createdAt
    if (Date.parse(operation.dueAt) <= now().getTime()) due.push(operation)
    if (due.length === maxOperations) break
  }
  recordMilliseconds('PendingPaymentAge', oldest ? now().getTime() - Date.parse(oldest) : 0)
  await mapConcurrent(due, concurrency, async operation => {
    if (millisecondsLeft() >= reservedMilliseconds) await complete(operation)
  })
}

/** A fault costs one operation, which is tried again later and later. */
async function complete({ request, attempts }: Operation): Promise<void> {
  const { tenant, id, kind } = request
  try {
    const operation = await takeOver(tenant, id, attempts)
    const store = await accounts.get(tenant.account)
    const gateway = await connectGateway(store, tenant.mode)
    if (!gateway) throw new Error('The gateway is not connected.')
    await (isPaymentRequest(operation.request)
      ? orders.completePayment(operation, { store, gateway })
      : subscriptions.completeChange(operation as subscriptions.ChangeOperation, gateway))
  } catch (fault) {
    /** It has ended, or another process has just taken it over. */
    if (fault instanceof Conflict) return
    logFault('A payment operation could not be completed.', fault, { ...tenant, id, kind })
  }
}
