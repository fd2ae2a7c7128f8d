/** Sends checkout events to the bus of a stage in AWS. */

import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { stackOutputs } from '../../constants.ts'
import { batchesOf } from '../batches.ts'
import { readStackOutput } from '../stack-outputs.ts'
import { busEntryBytes, maxPutEventsBytes, toBusEntry } from './event-files.ts'
import { type SendBatch, type SendEvents, sendBatches, sendWithRetries } from './send-batches.ts'

const callsAtOnce = 8
const maxEntries = 10

export const createBusSender =
  (stage: string): SendEvents =>
  async (events, onProgress) => {
    const client = new EventBridgeClient({})
    const EventBusName = await readStackOutput(stage, stackOutputs.bus)
    const call: SendBatch = async batch => {
      const Entries = batch.map(event => ({ ...toBusEntry(event), EventBusName }))
      const { Entries: results = [] } = await client.send(new PutEventsCommand({ Entries }))
      return batch.flatMap((event, index) => {
        const { EventId, ErrorCode, ErrorMessage } = results[index] ?? {}
        return EventId ? [] : [{ event, reason: ErrorMessage ?? ErrorCode ?? 'AWS gave no reason.' }]
      })
    }
    const calls = batchesOf(events, { maxItems: maxEntries, maxSize: maxPutEventsBytes, sizeOf: busEntryBytes })
    const send: SendBatch = batch => sendWithRetries(batch, call)
    return sendBatches(calls, { send, batchesAtOnce: callsAtOnce, onProgress })
  }
