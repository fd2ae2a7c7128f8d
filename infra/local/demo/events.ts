/** The checkout events of the demo store: samples, and recorded events whose dates are moved to the present. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckoutEvent } from '../../../lib/checkout/events.ts'
import { deliverEvents, messageOf } from '../checkout-queue.ts'
import type { Invoke } from '../lambda.ts'
import { demoAccountNumber } from './objects.ts'

/** The time at which the file was recorded, just after its last events. */
const recordedAt = Date.parse('2026-11-15T20:00:00.000Z')

const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Returns the recorded events, with all dates moved by the same amount, so that the data looks recent at `now`. */
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

/** Reads a sample event. The slash of `v3/…` is a dash in the name of the file. */
const readSample = (eventName: string): CheckoutEvent =>
  JSON.parse(readFileSync(join(samples, `${eventName.replace('/', '-')}.json`), 'utf8'))

/** These samples are sent to the demo store. A developer can send the other samples, and see what they change. */
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

/** The sample of `customers.remove` deletes this customer. */
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

/** Returns the sample event with the id of another subscription. */
function otherSubscription(eventName: string, number: number): CheckoutEvent {
  const event = readSample(eventName)
  const content = { ...(event.content as object), id: `01980000-0000-7000-8000-000000005b0${number}` }
  return { ...event, id: `${event.id}-${number}`, content }
}

/** The sample of `subscriptions.resume` resumes subscription 2, and that of `subscriptions.cancel` cancels number 3. */
const subscriptionsToChange = [
  otherSubscription('subscription.created', 2),
  otherSubscription('subscription.paused', 2),
  otherSubscription('subscription.created', 3),
]

/** The events with fixed dates. They create the objects that the documentation shows. */
export const documentedEvents: CheckoutEvent[] = [
  ...eventNames.map(readSample),
  ...subscriptionsToChange,
  customerToRemove,
]

/** Sends events to the checkout Lambda, as its queue would. */
export async function sendToCheckout(events: readonly CheckoutEvent[], invoke: Invoke): Promise<void> {
  const named = events.map(event => ({ ...messageOf(event.eventName, event), event }))
  const rejected = await deliverEvents(named, invoke)
  if (rejected.length === 0) return
  const reasons = new Map(rejected.map(({ id, reason }) => [id, reason]))
  const sentences = named
    .filter(({ id }) => reasons.has(id))
    .map(({ id, event }) => `${event.eventName} ${event.id}: ${reasons.get(id)}`)
  throw new Error(`The checkout rejected ${sentences.join(', ')}`)
}
