/** Fills the demo store in the background, as that takes up to a minute. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mapConcurrent } from '../../../lib/core/map-concurrent.ts'
import * as orders from '../../../lib/orders/index.ts'
import * as products from '../../../lib/products/index.ts'
import { messageBatchSize } from '../../constants.ts'
import type { Invoke } from '../lambda.ts'
import type { DemoEvent } from './events.ts'
import { inventories } from './inventories.ts'
import { demoTenant, refunds } from './objects.ts'
import { documentedEvents } from './samples.ts'
import { send } from './send.ts'

/** More would slow down requests to the API meanwhile. */
const batchesAtOnce = 3

/** The date to which the demo events move: chosen once, so that an event sent again is the same event. */
export function demoDate(directory: string): Date {
  const file = join(directory, 'demo-date')
  const stored = existsSync(file) ? Date.parse(readFileSync(file, 'utf8')) : Number.NaN
  if (!Number.isNaN(stored)) return new Date(stored)
  const now = new Date()
  writeFileSync(file, now.toISOString())
  return now
}

interface Fill {
  events: readonly DemoEvent[]
  invoke: Invoke
  /** Where it is noted that the demo store is filled. */
  directory: string
  print: (line: string) => void
}

/** Returns what stops it. An event sent twice changes nothing, so the next start simply sends all of them again. */
export function fillDemo(fill: Fill): () => Promise<void> {
  const note = join(fill.directory, 'demo-filled')
  if (existsSync(note)) return async () => {}
  const stopping = new AbortController()
  fill.print('The demo store is being filled in the background.')
  const filling = sendAll(fill, stopping.signal)
    .then(() => writeFileSync(note, ''))
    .then(() => fill.print(summaryOf([...documentedEvents, ...fill.events])))
    .catch(error => stopping.signal.aborted || fill.print(`The demo store could not be filled: ${error}`))
  return async () => {
    stopping.abort()
    await filling
  }
}

async function sendAll({ events, invoke }: Fill, signal: AbortSignal): Promise<void> {
  const batches = Array.from({ length: Math.ceil(events.length / messageBatchSize) }, (_, index) =>
    events.slice(index * messageBatchSize, (index + 1) * messageBatchSize),
  )
  await mapConcurrent(batches, batchesAtOnce, async batch => {
    signal.throwIfAborted()
    await send(batch, invoke)
  })
  for (const [id, change] of Object.entries(inventories))
    await products.update(demoTenant, { id, change, ifMatch: undefined })
  for (const refund of refunds) await orders.refund(demoTenant, refund)
}

function summaryOf(events: readonly DemoEvent[]): string {
  const countOf = (pattern: RegExp) => events.filter(({ eventName }) => pattern.test(eventName)).length
  const [orders, carts] = [countOf(/order\.completed|invoice\.payment/), countOf(/cart\.updated/)]
  const subscriptions = countOf(/subscription\.created/)
  return `The demo store is filled: ${orders} orders, ${carts} open carts, ${subscriptions} subscriptions.`
}
