/** The checkout events with which the demo store begins: they make what the sample requests speak of. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DemoEvent, eventAt } from './event.ts'

const samples = join(import.meta.dirname, '../../../events/checkout')

/** A file's name cannot hold the slash of `v3/…`. */
const readSample = (eventName: string): DemoEvent =>
  JSON.parse(readFileSync(join(samples, `${eventName.replace('/', '-')}.json`), 'utf8'))

/** The other samples are left for whoever wants to send one and see what it changes. */
const told = [
  'customer.updated',
  'customer.session.created',
  'order.completed',
  'order.status.changed',
  'order.withdrawal.created',
  'order.digital.downloaded',
  'cart.updated',
  'subscription.created',
  'subscription.invoice.created',
  'v3/subscription.created',
  'v3/subscription.invoice.payment.succeeded',
]

/** A customer to be deleted: nothing else is known of them. */
const passingCustomer = eventAt(Date.parse('2026-10-02T11:24:00Z'), 'customer.updated', {
  id: '01980000-0000-7000-8000-0000000c0502',
  email: 'ole.petersen@example.com',
  creationDate: '2026-10-02T11:24:00Z',
  status: 'Confirmed',
})

export const sampleEvents: DemoEvent[] = [...told.map(readSample), passingCustomer]

/** When it was completed, and the number of its invoice: other orders' numbers leave room for it. */
export const sampleOrderTime = Date.parse(readSample('order.completed').createdOn)
export const sampleInvoice = 1279
