/** The checkout events with which the demo store begins: they create what the sample requests ask for. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoEvent } from './events.ts'

const samples = join(import.meta.dirname, '../../../events/checkout')

/** A file name cannot contain the slash of `v3/…`. */
const readSample = (eventName: string): DemoEvent =>
  JSON.parse(readFileSync(join(samples, `${eventName.replace('/', '-')}.json`), 'utf8'))

/** The other samples are not sent, so that a developer can send one and see what it changes. */
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
const customerToRemove: DemoEvent = {
  id: '01980000-0000-7000-8000-0000000e0502',
  eventName: 'customer.updated',
  account: 1001,
  mode: 'Test',
  createdOn: '2026-10-02T11:24:00.000Z',
  content: {
    id: '01980000-0000-7000-8000-0000000c0502',
    email: 'ole.petersen@example.com',
    creationDate: '2026-10-02T11:24:00Z',
    status: 'Confirmed',
  },
}

const subscriptionId = (number: number) => `01980000-0000-7000-8000-000000005b0${number}`

/** The subscription of a sample event, as another one. */
function otherSubscription(eventName: string, number: number): DemoEvent {
  const event = readSample(eventName)
  const content = { ...(event.content as object), id: subscriptionId(number) }
  return { ...event, id: `${event.id}-${number}`, content }
}

/** The sample of `subscriptions.resume` resumes the first, and that of `subscriptions.cancel` cancels the second. */
const subscriptionsToChange = [
  otherSubscription('subscription.created', 2),
  otherSubscription('subscription.paused', 2),
  otherSubscription('subscription.created', 3),
]

/** Their dates are fixed: the documentation shows the same objects. */
export const documentedEvents: DemoEvent[] = [...eventNames.map(readSample), ...subscriptionsToChange, customerToRemove]
