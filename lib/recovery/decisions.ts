/** Lets a person settle or drop an operation that cannot complete by itself. No money is moved by it. */

import { now } from '../core/clock.ts'
import type { MinorUnits } from '../core/money.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { findOperation, findResult, type Operation, sentAt, takeoverMilliseconds } from '../payments/index.ts'
import { stepsOf } from './payments.ts'

export interface Inspection {
  operation: Operation
  /** The result that the gateway reports now; null if it has done nothing. */
  result: Awaited<ReturnType<typeof findResult>>
}

/** Returns null if there is no such operation. */
export async function inspect(tenant: Tenant, id: string): Promise<Inspection | null> {
  const operation = await findOperation(tenant, id)
  return operation && { operation, result: await findResult(operation) }
}

/**
 * Settles an operation that the gateway has done. `charged` is the amount charged at once, used only if the gateway
 * does not report the result itself.
 */
export async function settle({ operation, result }: Inspection, charged?: MinorUnits): Promise<void> {
  requireNoRequest(operation)
  if (result === null) throw contradiction('has not done this: drop it, or let recovery.run ask for it')
  const { settle } = await stepsOf(operation)
  await settle(result.state === 'succeeded' ? result : { state: 'succeeded', ...(charged && { charged }) })
}

/** Drops an operation that the gateway has not done. */
export async function drop({ operation, result }: Inspection): Promise<void> {
  requireNoRequest(operation)
  if (result?.state === 'succeeded') throw contradiction('has done this: settle it')
  const { drop } = await stepsOf(operation)
  if (await drop()) return
  throw new Problem('state_conflict', { message: 'The request was sent again meanwhile. Nothing was changed.' })
}

/** Nobody may decide while a process can still wait for the answer to its request. */
function requireNoRequest(operation: Operation): void {
  if (now().getTime() - sentAt(operation) > takeoverMilliseconds) return
  const message = 'The request was sent less than a minute ago. Repeat the command in a minute.'
  throw new Problem('state_conflict', { message })
}

const contradiction = (text: string) =>
  new Problem('state_conflict', { message: `The payment gateway says that it ${text}. Nothing was changed.` })
