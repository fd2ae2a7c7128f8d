/** Completes captures, refunds and changes of subscriptions whose process has ended in the middle. */

import * as accounts from '../accounts/index.ts'
import { now } from '../core/clock.ts'
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

/** Completed in one run; the next one goes on. */
const maxOperations = 100
/** A gateway that does not answer takes 10 seconds for each. */
const concurrency = 10

export async function completePayments(pending = pendingOperations()): Promise<void> {
  let oldest: string | undefined
  const due: Operation[] = []
  for await (const operation of pending) {
    oldest ??= operation.createdAt
    if (Date.parse(operation.dueAt) <= now().getTime()) due.push(operation)
    if (due.length === maxOperations) break
  }
  recordMilliseconds('PendingPaymentAge', oldest ? now().getTime() - Date.parse(oldest) : 0)
  await mapConcurrent(due, concurrency, complete)
}

/** A fault costs one operation, which is tried again later and later. */
async function complete({ request }: Operation): Promise<void> {
  const { tenant, id, kind } = request
  try {
    const operation = await takeOver(tenant, id)
    const store = await accounts.get(tenant.account)
    const gateway = await connectGateway(store, tenant.mode)
    if (!gateway) throw new Error('The gateway is not connected.')
    await (isPaymentRequest(operation.request)
      ? orders.completePayment(operation, { store, gateway })
      : subscriptions.completeChange(operation as subscriptions.ChangeOperation, gateway))
  } catch (fault) {
    /** It has ended, or another process has just taken it over. */
    if (fault instanceof Conflict) return
    logFault('A payment operation could not be completed.', fault, { id, kind })
  }
}
