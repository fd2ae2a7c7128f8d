/**
 * Creates the checkout events of the demo store from samples, and from recorded events whose dates are moved to the
 * present.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckoutEvent } from '../../../lib/checkout/events.ts'
import { deliverMessages, toQueueMessage } from '../deliver-checkout-messages.ts'
import type { Invoke } from '../lambda.ts'
import { demoAccountNumber } from './objects.ts'

/** The time of the last event in `events.ndjson`. */
const recordedAt = Date.parse('2026-11-15T20:00:00.000Z')

const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Moves all dates of the recorded events by the same number of milliseconds, so that the last event is at `now`. */
export function demoEvents(now: Date): CheckoutEvent[] {
  const offset = now.getTime() - recordedAt
  const moved = (_key: string, value: unknown) =>
    typeof value === 'string' && isoDate.test(value) ? new Date(Date.parse(value) + offset).toISOString() : value
  const lines = readFileSync(join(import.meta.dirname, 'events.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map(line => JSON.parse(line, moved))
}

const samples = join(import.meta.dirname, '../../../events/checkout')

/** Reads a sample. In its file name, a dash replaces the slash of an event name such as `v3/subscription.created`. */
const readSample = (eventName: string): CheckoutEvent =>
  JSON.parse(readFileSync(join(samples, `${eventName.replace('/', '-')}.json`), 'utf8'))

/** These sample events create objects of the demo store. Developers can send the other sample events themselves. */
const eventNames = [
  'customer.updated',
  'customer.session.created',
  'order.completed',
  'order.status.changed',
  'order.withdrawal.created',
  'order.refund.created',
  'order.digital.downloaded',
  'cart.updated',
  'subscription.created',
  'subscription.invoice.created',
  'v3/subscription.created',
  'v3/subscription.invoice.payment.succeeded',
]

/** The sample request of `customers.remove` deletes this customer. */
const customerToRemove: CheckoutEvent = {
  id: '01980000-0000-7000-8000-0000000e0502',
  eventName: 'customer.updated',
  account: demoAccountNumber,
  mode: 'Test',
  createdOn: '2026-10-02T11:24:00.000Z',
  content: {
    id: '01980000-0000-7000-8000-0000000c0502',
    email: 'ole.petersen@example.com',
    creationDate: '2026-10-02T11:24:00Z',
    status: 'Confirmed',
  },
}

/** Returns a copy of the sample event for another subscription, whose id ends with `number`. */
function otherSubscription(eventName: string, number: number): CheckoutEvent {
  const event = readSample(eventName)
  const content = { ...(event.content as object), id: `01980000-0000-7000-8000-000000005b0${number}` }
  return { ...event, id: `${event.id}-${number}`, content }
}

/** Sample requests resume subscription 2 and cancel subscription 3. */
const subscriptionsToChange = [
  otherSubscription('subscription.created', 2),
  otherSubscription('subscription.paused', 2),
  otherSubscription('subscription.created', 3),
]

/** These events have fixed dates, and create the objects that the documentation shows. */
export const documentedEvents: CheckoutEvent[] = [
  ...eventNames.map(readSample),
  ...subscriptionsToChange,
  customerToRemove,
]

/** Sends events directly to the Lambda `checkout.intake`. Throws if the Lambda rejects an event. */
export async function sendToCheckout(events: readonly CheckoutEvent[], invoke: Invoke): Promise<void> {
  const named = events.map(event => ({ ...toQueueMessage(event.eventName, event), event }))
  const rejected = await deliverMessages(named, invoke)
  if (rejected.length === 0) return
  const reasons = new Map(rejected.map(({ id, reason }) => [id, reason]))
  const sentences = named
    .filter(({ id }) => reasons.has(id))
    .map(({ id, event }) => `${event.eventName} ${event.id}: ${reasons.get(id)}`)
  throw new Error(`The checkout rejected ${sentences.join(', ')}`)
}
