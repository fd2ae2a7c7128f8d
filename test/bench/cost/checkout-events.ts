/** Measures each sample of a checkout event, in the order of their dates, in a store that does not know its objects yet. */

import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { messageOf, sqsRecordOf } from '../../../infra/local/checkout-queue.ts'
import type { CheckoutEvent } from '../../../lib/checkout/events.ts'
import { startProgress } from '../progress.ts'
import type { Measurement } from './endpoints.ts'
import { archives } from './fixed.ts'
import { requireSuccess, runLambda, runStreamWorkers } from './lambda.ts'
import { addUse, useOfEvent } from './use.ts'

const directory = 'events/checkout'

const samples: CheckoutEvent[] = readdirSync(directory)
  .filter(file => file !== 'intake.json')
  .map(file => JSON.parse(readFileSync(`${directory}/${file}`, 'utf8')))
  .map(event => ({ ...event, mode: 'Live' as const }))
  .toSorted((one, other) => Date.parse(one.createdOn) - Date.parse(other.createdOn))

const sampleOf = (name: string) => {
  const sample = samples.find(({ eventName }) => eventName === name)
  if (!sample) throw new Error(`There is no sample of ${name}.`)
  return sample
}

interface EventToMeasure {
  name: string
  event: CheckoutEvent
  /** Sent before, and not measured. */
  before?: CheckoutEvent[]
}

/** The same event about another object. */
function withOtherId(event: CheckoutEvent, id: string, otherId: string): CheckoutEvent {
  const text = JSON.stringify({ ...event, id: `${event.id}-other` })
  return JSON.parse(text.replaceAll(id, otherId))
}

const contentOf = <T>({ content }: CheckoutEvent) => content as T

/** The products and the buyer of an order are usually known. */
function anotherOrder(): CheckoutEvent {
  const order = sampleOf('order.completed')
  return withOtherId(order, contentOf<{ token: string }>(order).token, randomUUID())
}

/** The buyer changes the quantity. */
function changedCart(): CheckoutEvent {
  const cart = sampleOf('cart.updated')
  const { items, ...content } = contentOf<{ items: { quantity: number }[] }>(cart)
  const changed = items.map(item => ({ ...item, quantity: item.quantity + 1 }))
  const createdOn = new Date(Date.parse(cart.createdOn) + 60_000).toISOString()
  return { ...cart, id: `${cart.id}-changed`, createdOn, content: { ...content, items: changed } }
}

/** Cancelling ends the sample subscription, so another one finishes. */
function finishedSubscription(event: CheckoutEvent): EventToMeasure {
  const { id } = contentOf<{ subscription: { id: string } }>(event).subscription
  const otherId = randomUUID()
  const created = withOtherId(sampleOf('v3/subscription.created'), id, otherId)
  return { name: event.eventName, event: withOtherId(event, id, otherId), before: [created] }
}

function eventsToMeasure(): EventToMeasure[] {
  return samples.flatMap(event => {
    const name = event.eventName
    if (name === 'order.completed') return [{ name, event, before: [anotherOrder()] }]
    if (name === 'cart.updated')
      return [
        { name, event },
        { name: `${name}, again`, event: changedCart() },
      ]
    return [name.endsWith('.finished') ? finishedSubscription(event) : { name, event }]
  })
}

export async function measureEvents(): Promise<Measurement[]> {
  const events = eventsToMeasure()
  const bar = startProgress('measuring checkout events', events.length)
  const measurements: Measurement[] = []
  for (const { name, event, before = [] } of events) {
    for (const earlier of before) await measureEvent(name, earlier)
    measurements.push(await measureEvent(name, event))
    bar.update(measurements.length)
  }
  bar.end()
  return measurements
}

async function measureEvent(name: string, event: CheckoutEvent): Promise<Measurement> {
  const { result, cost, records } = await runLambda('checkout.intake', {
    Records: [sqsRecordOf(messageOf(event.eventName, event))],
  })
  requireSuccess(`checkout.intake with ${name}`, result)
  const bytes = Buffer.byteLength(JSON.stringify(event))
  const failures = records.length > 0 ? [] : ['changes nothing']
  const own = { ...cost, use: addUse(cost.use, useOfEvent(bytes, archives)) }
  return { name, own, workers: await runStreamWorkers(records), failures }
}
