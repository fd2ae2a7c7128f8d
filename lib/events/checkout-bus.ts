/** Puts checkout events on the bus of a stage in AWS. */

import { setTimeout as sleep } from 'node:timers/promises'
import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { checkoutSource } from '../core/aws-names.ts'
import { batchesOf } from '../core/batches.ts'
import { millisecondsLeft } from '../core/deadline.ts'
import { maxReceiveCount } from '../core/queue-retries.ts'

export interface CheckoutBusEvent {
  eventName: string
  json: unknown
}

/** EventBridge limits the number of entries in one call. */
const maxEntries = 10
/** The maximum size of all entries in one call, in bytes. Larger events are rejected before they are put on the bus. */
export const maxPutEventsBytes = 256 * 1024

const toBusEntry = ({ json, eventName }: CheckoutBusEvent) => ({
  Source: checkoutSource,
  DetailType: eventName,
  Detail: JSON.stringify(json),
})

/** Counts the bytes of an entry as EventBridge does. */
export const busEntryBytes = (event: CheckoutBusEvent) => Buffer.byteLength(Object.values(toBusEntry(event)).join(''))

/** Divides events into calls that do not exceed these limits. */
export const busCallsOf = <E extends CheckoutBusEvent>(events: readonly E[]): E[][] =>
  batchesOf(events, { maxItems: maxEntries, maxSize: maxPutEventsBytes, sizeOf: busEntryBytes })

interface Destination {
  client: EventBridgeClient
  /** The ARN of the bus. */
  bus: string
}

/** Returns the events that EventBridge did not accept, each with the reason. */
export async function putCheckoutEvents<E extends CheckoutBusEvent>(
  events: readonly E[],
  { client, bus }: Destination,
) {
  const Entries = events.map(event => ({ ...toBusEntry(event), EventBusName: bus }))
  const { Entries: results = [] } = await client.send(new PutEventsCommand({ Entries }))
  return events.flatMap((event, index) => {
    const { EventId, ErrorCode, ErrorMessage } = results[index] ?? {}
    return EventId ? [] : [{ event, reason: ErrorMessage ?? ErrorCode ?? 'AWS gave no reason.' }]
  })
}

/** The first pause before a repetition, in milliseconds. Each later pause is twice as long. */
const firstPause = 100
/** The next attempt begins only if this much time is left after the pause, so that a reply can still be sent. */
const attemptMilliseconds = 5000

/**
 * Calls `put`, which returns the events that were not accepted, and calls it again with these events. An event that
 * arrives twice has only one effect. Returns what the last attempt did not put.
 */
export async function putWithRetries<E extends CheckoutBusEvent, Unsent extends { event: E }>(
  events: readonly E[],
  put: (events: readonly E[]) => Promise<Unsent[]>,
  attempts = 1,
): Promise<Unsent[]> {
  const unsent = await put(events)
  const pause = firstPause * 2 ** (attempts - 1)
  const isLast = attempts === maxReceiveCount || millisecondsLeft() < pause + attemptMilliseconds
  if (unsent.length === 0 || isLast) return unsent
  await sleep(pause)
  const rest = unsent.map(({ event }) => event)
  return putWithRetries(rest, put, attempts + 1)
}
