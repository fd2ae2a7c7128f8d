/**
 * Makes many distinct events from the samples of checkout events. The ids, the e-mail address and the invoice number
 * are different for each buyer.
 */

import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { CheckoutEvent } from '../../../lib/checkout/events.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'

const directory = 'events/checkout'

const samples = readdirSync(directory)
  .filter(file => file !== 'intake.json')
  .map(file => JSON.parse(readFileSync(`${directory}/${file}`, 'utf8')) as CheckoutEvent)

const guid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Returns the id that replaces `id` in all events of the buyer. */
function otherGuid(id: string, buyer: number): string {
  const digits = hash('sha256', `${id} ${buyer}`)
  return id.slice(0, 14) + digits.slice(0, 4) + id.slice(18, 24) + digits.slice(4, 16)
}

export interface EventOfBuyer extends Tenant {
  buyer: number
}

/** Returns an event of a buyer, as the checkout would send it. */
export function eventOf(name: string, { account, mode, buyer }: EventOfBuyer): CheckoutEvent {
  const sample = samples.find(({ eventName }) => eventName === name)
  if (!sample) throw new Error(`There is no sample of ${name}.`)
  const text = JSON.stringify(sample.content)
    .replaceAll(guid, id => otherGuid(id, buyer))
    .replaceAll(/[\w.]+@example\.com/g, `buyer-${buyer}@example.com`)
    .replaceAll(/INV-\d+/g, `INV-${buyer}`)
  const createdOn = new Date(Date.parse(sample.createdOn) + buyer).toISOString()
  return { ...sample, id: `${name}-${buyer}`, account, mode, createdOn, content: JSON.parse(text) }
}
