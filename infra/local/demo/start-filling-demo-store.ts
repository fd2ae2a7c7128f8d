/** Fills the demo store in the background, because filling it takes about a minute. */

import { existsSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { CheckoutEvent } from '../../../lib/checkout/events.ts'
import * as products from '../../../lib/products/index.ts'
import * as refunds from '../../../lib/refunds/index.ts'
import { pathsIn } from '../data-directory.ts'
import type { Invoke } from '../lambda.ts'
import { documentedEvents, sendToCheckout } from './events.ts'
import { demoRefunds, demoTenant, inventories } from './objects.ts'

/** This many events are sent at once. A larger batch would slow down requests to the API. */
const batchSize = 6

const progressSteps = 5

/**
 * When filling stops, the process waits at most this many milliseconds for events that are being sent. Slower events
 * are sent again at the next start.
 */
const stopTimeout = 300

/**
 * Returns the time at which the file of the demo key was written. The dates of demo events are relative to this time,
 * so that an event that is sent again has the same date.
 */
export const readDemoCreationDate = (directory: string): Date => statSync(pathsIn(directory).demoKey).mtime

interface Fill {
  events: readonly CheckoutEvent[]
  invoke: Invoke
  /** The data directory, in which a file records that the demo store is filled. */
  directory: string
  print: (line: string) => void
}

/**
 * Starts to fill the demo store, unless it is already filled. Returns a function that stops filling. If filling was
 * stopped, the next start sends all events again. Repeated events have no effect.
 */
export function startFillingDemoStore(fill: Fill): () => Promise<void> {
  const note = pathsIn(fill.directory).demoFilled
  if (existsSync(note)) return async () => {}
  const stopping = new AbortController()
  fill.print(`The demo store is being filled in the background: ${fill.events.length} events.`)
  const filling = sendAll(fill, stopping.signal)
    .then(() => writeFileSync(note, ''))
    .then(() => fill.print(summaryOf([...documentedEvents, ...fill.events])))
    .catch(error => stopping.signal.aborted || fill.print(`The demo store could not be filled: ${error}`))
  return async () => {
    stopping.abort()
    await Promise.race([filling, pause(stopTimeout)])
  }
}

async function sendAll({ events, invoke, print }: Fill, signal: AbortSignal): Promise<void> {
  for (let sent = 0; sent < events.length; sent += batchSize) {
    signal.throwIfAborted()
    printProgress(sent, events.length, print)
    await sendToCheckout(events.slice(sent, sent + batchSize), invoke)
  }
  for (const [id, change] of Object.entries(inventories))
    await products.update(demoTenant, { id, change, ifMatch: undefined })
  for (const refund of demoRefunds) await refunds.create(demoTenant, refund)
}

/** Prints a line when about 20, 40, 60 and 80 per cent of the events are sent. */
function printProgress(sent: number, total: number, print: Fill['print']): void {
  const sentOfStep = sent % Math.ceil(total / progressSteps)
  if (sent > 0 && sentOfStep < batchSize) print(`The demo store: ${sent} of ${total} events.`)
}

function summaryOf(events: readonly CheckoutEvent[]): string {
  const countOf = (pattern: RegExp) => events.filter(({ eventName }) => pattern.test(eventName)).length
  const [orders, carts] = [countOf(/order\.completed|invoice\.payment/), countOf(/cart\.updated/)]
  const subscriptions = countOf(/subscription\.created/)
  return `The demo store is filled: ${orders} orders, ${carts} open carts, ${subscriptions} subscriptions.`
}
