/** Sends checkout events to the bus of a stage in AWS. */

import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { busCallsOf, putCheckoutEvents } from '../../../lib/events/checkout-bus.ts'
import { stackOutputs } from '../../constants.ts'
import { readStackOutput } from '../stack-outputs.ts'
import { type SendBatch, type SendEvents, sendBatches, sendWithRetries } from './send-batches.ts'

const callsAtOnce = 8

export const createBusSender =
  (stage: string): SendEvents =>
  async (events, onProgress) => {
    const client = new EventBridgeClient({})
    const bus = await readStackOutput(stage, stackOutputs.bus)
    const send: SendBatch = batch => sendWithRetries(batch, events => putCheckoutEvents(events, { client, bus }))
    return sendBatches(busCallsOf(events), { send, batchesAtOnce: callsAtOnce, onProgress })
  }
