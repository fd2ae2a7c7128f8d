/** Checkout events: how a store's data gets in. */

import type { SQSBatchResponse, SQSRecord } from 'aws-lambda'
import * as accounts from '../accounts/index.ts'
import type { Account } from '../accounts/schemas.ts'
import { eventStamp } from '../core/event-stamp.ts'
import { log, logFault } from '../core/log.ts'
import { Problem } from '../core/problem.ts'
import { parseInput } from '../core/validation.ts'
import { eventHandlerOf } from './apply.ts'
import { CheckoutEvent } from './events.ts'

/** Every event by itself: one that fails holds up no other, comes again, and ends with the dead letters. */
export async function intake(records: readonly SQSRecord[]): Promise<SQSBatchResponse> {
  const failed = await Promise.all(records.map(failureOf))
  return { batchItemFailures: failed.flat().map(itemIdentifier => ({ itemIdentifier })) }
}

async function failureOf({ messageId, body }: SQSRecord): Promise<string[]> {
  try {
    await applyEvent(detailIn(body))
    return []
  } catch (fault) {
    tellOf(fault, messageId)
    return [messageId]
  }
}

/** What the parser says of a body repeats some of it, and does not belong in a log. */
function detailIn(body: string): unknown {
  try {
    return JSON.parse(body)?.detail
  } catch {
    throw new Problem('malformed_json', { message: 'The message is not valid JSON.' })
  }
}

function tellOf(fault: unknown, messageId: string): void {
  if (fault instanceof Problem)
    log.warn('A checkout event was refused.', { messageId, reason: fault.message, faults: fault.errors })
  else logFault('A checkout event could not be taken.', fault, { messageId })
}

/** Refuses an event with all of its faults at once; taken twice, it changes nothing the second time. */
export async function applyEvent(event: unknown): Promise<void> {
  const store = await storeOf(event)
  const { effect, envelope } = parseEvent(event, store !== null)
  const { id, eventName, account, mode, createdOn, content } = envelope
  const told = { tenant: { account, mode }, content, stamp: eventStamp(createdOn, id), eventId: id }
  if (effect && store) await effect.happen({ ...told, store })
  else log.info('An unknown checkout event was passed over.', { eventName, id })
}

async function storeOf(event: unknown): Promise<Account | null> {
  const { data } = CheckoutEvent.pick({ account: true }).safeParse(event)
  return data ? accounts.find(data.account) : null
}

/** The event as it is understood; all of its faults are named by their place in the whole of it. */
export function parseEvent(event: unknown, isOurs = true) {
  const named = CheckoutEvent.pick({ eventName: true }).safeParse(event)
  const effect = named.data && eventHandlerOf(named.data.eventName)
  const { account, content } = CheckoutEvent.shape
  const shape = CheckoutEvent.extend({
    account: isOurs ? account : account.refine(() => false, { error: 'is no account of ours' }),
    content: effect?.content ?? content,
  })
  return { effect, envelope: parseInput(shape, event, 'the event') }
}
