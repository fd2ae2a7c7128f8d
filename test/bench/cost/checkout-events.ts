/**
 * Measures each sample of a checkout event. The samples are sent in the order of their dates, to a store that does not
 * have their objects yet.
 */

import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { sqsRecordOf, toQueueMessage } from '../../../infra/local/deliver-checkout-messages.ts'
import type { CheckoutEvent } from '../../../lib/checkout/events.ts'
import { changedCart, deliveredOrder, orderOfCart } from '../later-events.ts'
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
  /** Events that are sent before `event`. Their cost is not reported. */
  before?: CheckoutEvent[]
}

/** Returns the same event about another object, whose id is `otherId`. */
function withOtherId(event: CheckoutEvent, id: string, otherId: string): CheckoutEvent {
  const text = JSON.stringify({ ...event, id: `${event.id}-other` })
  return JSON.parse(text.replaceAll(id, otherId))
}

const contentOf = <T>({ content }: CheckoutEvent) => content as T

/**
 * Returns the sample event about another order or cart. It is sent before the sample, so that the store already has the
 * sample's products, and an order's buyer, as a store in use usually does.
 */
function another(name: 'order.completed' | 'cart.updated'): CheckoutEvent {
  const sample = sampleOf(name)
  return withOtherId(sample, contentOf<{ token: string }>(sample).token, randomUUID())
}

/** Returns `event` about a new subscription, because an earlier sample cancels the one that the samples share. */
function finishedSubscription(event: CheckoutEvent): EventToMeasure {
  const { id } = contentOf<{ subscription: { id: string } }>(event).subscription
  const otherId = randomUUID()
  const created = withOtherId(sampleOf('v3/subscription.created'), id, otherId)
  return { name: event.eventName, event: withOtherId(event, id, otherId), before: [created] }
}

function eventsToMeasure(): EventToMeasure[] {
  return samples.flatMap(event => {
    const name = event.eventName
    if (name === 'order.completed') return [{ name, event, before: [another(name)] }]
    if (name === 'cart.updated')
      return [
        { name: `${name}, of new products`, event: another(name) },
        { name, event },
        { name: `${name}, again`, event: changedCart(event) },
        { name: 'order.completed, of a cart', event: orderOfCart(sampleOf('order.completed'), event) },
      ]
    if (name === 'order.status.changed')
      return [
        { name, event },
        { name: `${name}, again`, event: deliveredOrder(event) },
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
    Records: [sqsRecordOf(toQueueMessage(event.eventName, event))],
  })
  requireSuccess(`checkout.intake with ${name}`, result)
  const bytes = Buffer.byteLength(JSON.stringify(event))
  const failures = records.length > 0 ? [] : ['changes nothing']
  const own = { ...cost, use: addUse(cost.use, useOfEvent(bytes, archives)) }
  return { name, own, workers: await runStreamWorkers(records), failures }
}
