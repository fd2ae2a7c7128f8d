/** Receives the events that the checkout sends, and applies them to the table. README.md explains how. */

import type { SQSBatchResponse } from 'aws-lambda'
import * as accounts from '../accounts/index.ts'
import type { Account } from '../accounts/schemas.ts'
import { runWithDeadline } from '../core/deadline.ts'
import { eventStamp } from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import { isObject, parseJson } from '../core/json.ts'
import { countMetric, log, logFault } from '../core/log.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import { Problem } from '../core/problem.ts'
import * as orders from '../orders/index.ts'
import { checkoutHandlerOf } from './event-handlers.ts'
import { CheckoutEvent, parseEvent, suggestEventName } from './events.ts'
import { type FailedMessage, isPermanentFault, type Message, redeliverOrDeadLetter } from './failed-messages.ts'

export { applyReportsAwaitingOrder } from './complete-order.ts'
export { isKnownEventName, parseEvent, suggestEventName } from './events.ts'

/** The part of the Lambda's time that is reserved for scheduling retries and writing dead letters. */
const failureMilliseconds = 10_000

/** Applies a batch of events. An event that fails or takes too long does not affect the other events. */
export async function intake(messages: readonly Message[], remainingMilliseconds: number): Promise<SQSBatchResponse> {
  const milliseconds = remainingMilliseconds - failureMilliseconds
  const failures = await Promise.all(messages.map(message => applyMessage(message, milliseconds)))
  const repeated = await redeliverOrDeadLetter(failures.filter(failure => failure !== null))
  return { batchItemFailures: repeated.map(({ messageId }) => ({ itemIdentifier: messageId })) }
}

async function applyMessage(message: Message, milliseconds: number): Promise<FailedMessage | null> {
  try {
    await runWithDeadline(milliseconds, () => applyEvent(parseDetail(message.body)))
    return null
  } catch (fault) {
    logFailure(fault, message.messageId)
    return { message, fault }
  }
}

/**
 * The maximum size of an event. EventBridge accepts larger events. They are rejected here, because the size limits of
 * rows assume that an event has at most this size.
 */
const maxBytes = 256 * 1024

/** Returns the event without the envelope of EventBridge. */
function parseDetail(body: string): unknown {
  const event = parseJson(body, notJson)
  const detail = isObject(event) ? event.detail : undefined
  if (Buffer.byteLength(JSON.stringify(detail) ?? '') > maxBytes)
    throw new Problem('body_too_large', { message: 'The event must not exceed 256 KB.' })
  return detail
}

const notJson = () => new Problem('malformed_json', { message: 'The message is not valid JSON.' })

function logFailure(fault: unknown, messageId: string): void {
  if (isPermanentFault(fault))
    log.warn('A checkout event was rejected.', { messageId, reason: fault.message, faults: fault.errors })
  else logFault('A checkout event could not be applied.', fault, { messageId })
}

/** Applies an event. Throws one error that lists all faults of an invalid event. */
export async function applyEvent(event: unknown, { isHistory = false } = {}): Promise<void> {
  const store = await findAccount(event)
  const envelope = parseEvent(event, store !== null)
  const { id, account, mode, createdOn, content } = envelope
  const handler = checkoutHandlerOf(envelope.eventName)
  const stamp = eventStamp(createdOn, id)
  const tenant = { account, mode }
  if (handler && store) await handler({ tenant, store, content, stamp, eventId: id, isHistory })
  else ignoreUnknown(envelope)
}

/** Logs and counts an event that this API does not handle. An alarm reports the number of such events. */
function ignoreUnknown({ account, mode, id, eventName }: CheckoutEvent): void {
  const nearestName = suggestEventName(eventName)
  log.warn('An unknown checkout event was ignored.', { account, mode, id, eventName, nearestName })
  countMetric('UnknownEvents')
}

async function findAccount(event: unknown): Promise<Account | null> {
  const { data } = CheckoutEvent.pick({ account: true }).safeParse(event)
  return data ? accounts.findForEvent(data.account) : null
}

/**
 * Returns the token of the order to which an order event belongs, or undefined for any other event. The content of the
 * event must be valid.
 */
function tokenIn({ eventName, content }: CheckoutEvent): OrderToken | undefined {
  const { token, orderToken = token } = content as Partial<Record<'token' | 'orderToken', OrderToken>>
  return eventName.startsWith('order.') ? orderToken : undefined
}

const maxConcurrent = 10

/**
 * Returns the tokens of orders that have events but are not completed: their `order.completed` is neither stored nor in
 * `events`. The API does not show such orders.
 */
export async function findOrdersWithoutCompletion(events: readonly CheckoutEvent[]): Promise<OrderToken[]> {
  const keyOf = (event: CheckoutEvent) => `${event.account} ${event.mode} ${tokenIn(event)}`
  const completed = new Set(events.filter(({ eventName }) => eventName === 'order.completed').map(keyOf))
  const others = new Map(events.filter(event => !completed.has(keyOf(event))).map(event => [keyOf(event), event]))
  const awaited = await mapConcurrent([...others.values()], maxConcurrent, async event => {
    const token = tokenIn(event)
    return !token || (await orders.readIsCompleted(event, token)) ? [] : [token]
  })
  return awaited.flat()
}
