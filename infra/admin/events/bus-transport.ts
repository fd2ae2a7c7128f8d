/** Sends checkout events to the bus of a stage in AWS. */

import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { busOfStage } from '../stage.ts'
import { busEntry, entryBytes, maxCallBytes, maxEntries } from './bus-entry.ts'
import type { FileEvent } from './event-files.ts'
import { type Send, type SendBatch, sendBatches, sendWithRetries } from './send-batches.ts'

const callsAtOnce = 8

export function toBus(stage: string): Send {
  const client = new EventBridgeClient({})
  return async (events, onProgress) => {
    const call = sendTo(await busOfStage(stage), client)
    const send: SendBatch = batch => sendWithRetries(batch, call)
    return sendBatches(callsOf(events), { send, batchesAtOnce: callsAtOnce, onProgress })
  }
}

/** Divides the events into as few calls as their limits allow. */
function callsOf(events: FileEvent[]): FileEvent[][] {
  const calls: FileEvent[][] = []
  let bytes = 0
  for (const event of events) {
    const last = calls.at(-1)
    bytes += entryBytes(event)
    if (last && last.length < maxEntries && bytes <= maxCallBytes) last.push(event)
    else {
      calls.push([event])
      bytes = entryBytes(event)
    }
  }
  return calls
}

const sendTo =
  (EventBusName: string, client: EventBridgeClient): SendBatch =>
  async events => {
    const entries = events.map(event => ({ ...busEntry(event), EventBusName }))
    const { Entries: results = [] } = await client.send(new PutEventsCommand({ Entries: entries }))
    return events.flatMap((event, index) => {
      const { EventId, ErrorCode, ErrorMessage } = results[index] ?? {}
      return EventId ? [] : [{ event, reason: ErrorMessage ?? ErrorCode ?? 'AWS gave no reason.' }]
    })
  }
