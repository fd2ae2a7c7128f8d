/** Sends checkout events to the bus of a stage in AWS. */

import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { busOutput } from '../../constants.ts'
import { batchesOf } from '../batches.ts'
import { readStackOutput } from '../stack-outputs.ts'
import { busEntry, entryBytes, maxCallBytes } from './event-files.ts'
import { type Send, type SendBatch, sendBatches, sendWithRetries } from './send-batches.ts'

const callsAtOnce = 8
const maxEntries = 10

export const toBus =
  (stage: string): Send =>
  async (events, onProgress) => {
    const client = new EventBridgeClient({})
    const EventBusName = await readStackOutput(stage, busOutput)
    const call: SendBatch = async batch => {
      const Entries = batch.map(event => ({ ...busEntry(event), EventBusName }))
      const { Entries: results = [] } = await client.send(new PutEventsCommand({ Entries }))
      return batch.flatMap((event, index) => {
        const { EventId, ErrorCode, ErrorMessage } = results[index] ?? {}
        return EventId ? [] : [{ event, reason: ErrorMessage ?? ErrorCode ?? 'AWS gave no reason.' }]
      })
    }
    const calls = batchesOf(events, { maxItems: maxEntries, maxSize: maxCallBytes, sizeOf: entryBytes })
    const send: SendBatch = batch => sendWithRetries(batch, call)
    return sendBatches(calls, { send, batchesAtOnce: callsAtOnce, onProgress })
  }
