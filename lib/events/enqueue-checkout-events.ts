/** Puts checkout events into the queue of the checkout worker: through the bus in AWS, or as files on one machine. */

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { timestamp } from '../core/clock.ts'
import { env } from '../core/env.ts'
import { log, logFault } from '../core/log.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import { writePrivateFile } from '../core/private-file.ts'
import { Problem } from '../core/problem.ts'
import { lazyClient, sdkTimeouts } from '../core/sdk-client.ts'
import { busCallsOf, type CheckoutBusEvent, putCheckoutEvents, putWithRetries } from './checkout-bus.ts'

/**
 * Throws `unavailable` if some events could not be put into the queue. The caller can then send all events again,
 * because the second arrival of an event changes nothing.
 */
export async function enqueueCheckoutEvents(events: readonly CheckoutBusEvent[]): Promise<void> {
  const { checkoutBus: bus, checkoutQueueDirectory: directory } = env
  if (events.length === 0) return
  if (bus) await putOnBus(events, bus)
  else if (directory) await writePrivateFile(queueFileIn(directory), JSON.stringify(events))
  else throw new Error('Neither CHECKOUT_BUS nor CHECKOUT_QUEUE_DIR is set.')
}

/** All events of a request are in one file, so that either all or none are queued. The file names sort by time. */
const queueFileIn = (directory: string) => join(directory, `${timestamp().replaceAll(':', '-')}-${randomUUID()}.json`)

const connection = lazyClient(() => new EventBridgeClient(sdkTimeouts))

const callsAtOnce = 8

async function putOnBus(events: readonly CheckoutBusEvent[], bus: string): Promise<void> {
  const put = (call: readonly CheckoutBusEvent[]) => tryToPut(call, bus)
  const unsent = (await mapConcurrent(busCallsOf(events), callsAtOnce, call => putWithRetries(call, put))).flat()
  if (unsent.length === 0) return
  const count = `${unsent.length} of ${events.length} events`
  throw new Problem('unavailable', {
    message: `${count} could not be queued. Send all of them again: an event that arrives twice changes nothing.`,
    headers: { 'Retry-After': '5' },
  })
}

/** Returns the events that were not accepted. */
async function tryToPut(events: readonly CheckoutBusEvent[], bus: string): Promise<{ event: CheckoutBusEvent }[]> {
  try {
    const unsent = await putCheckoutEvents(events, { client: connection(), bus })
    for (const { reason } of unsent) log.warn('An event could not be put on the bus.', { reason })
    return unsent
  } catch (fault) {
    logFault('Events could not be put on the bus.', fault)
    return events.map(event => ({ event }))
  }
}
