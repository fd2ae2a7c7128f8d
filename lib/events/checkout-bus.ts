/** Puts checkout events on the bus of a stage in AWS. */

import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { checkoutSource } from '../core/aws-names.ts'
import { batchesOf } from '../core/batches.ts'

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
