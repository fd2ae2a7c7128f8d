/** Performs an operation that was reserved: asks the gateway, and settles or drops it. Every step may be repeated. */

import { now } from '../core/clock.ts'
import { millisecondsLeft } from '../core/deadline.ts'
import { env } from '../core/env.ts'
import { count, log } from '../core/log.ts'
import type { Gateway, GatewayResult, Succeeded } from './gateway.ts'
import { type Operation, takeoverMilliseconds } from './operations.ts'

interface Steps<T> {
  /** Records what the gateway did, also if the operation was dropped meanwhile. */
  settle: (result: Succeeded) => Promise<T>
  /** Releases what was reserved; false if another process has sent the request again. */
  drop: () => Promise<boolean>
}

export type Outcome<T> =
  | { state: 'settled'; value: T }
  | { state: 'refused'; reason: string }
  /** Nothing has happened, and nothing will. */
  | { state: 'unreachable' }
  /** The recovery worker, or whoever repeats it, completes it. */
  | { state: 'under way' }

export async function perform<T>(
  gateway: Gateway,
  operation: Operation,
  { settle, drop }: Steps<T>,
): Promise<Outcome<T>> {
  const result = await ask(gateway, operation)
  count('GatewayAnswers', { result: result.state })
  if (result.state === 'succeeded') return { state: 'settled', value: await settle(result) }
  log.warn('A payment gateway did not do what was asked.', { ...idsOf(operation), ...result })
  if (result.state === 'unknown') return { state: 'under way' }
  if (result.state === 'unreachable' && !isAlone(operation)) return { state: 'under way' }
  return (await drop()) ? result : { state: 'under way' }
}

const idsOf = ({ request: { tenant, id, kind } }: Operation) => ({ ...tenant, id, kind })

/** What settling takes at most, so that an invocation never ends between the gateway's answer and its record. */
const settleMilliseconds = 5000

/** An idempotency key does not live for ever, so a repeated request is looked up first. */
async function ask(gateway: Gateway, { request, attempts }: Operation): Promise<GatewayResult> {
  if (millisecondsLeft() < env.gatewayTimeout + settleMilliseconds) return { state: 'unknown' }
  if (attempts === 1) return gateway.send(request)
  return (await gateway.findResult(request)) ?? gateway.send(request)
}

/** Whether no other process can still wait for the gateway: the one that sent the request before has ended by now. */
const isAlone = ({ previousAt }: Operation) =>
  previousAt === undefined || now().getTime() - previousAt > takeoverMilliseconds
