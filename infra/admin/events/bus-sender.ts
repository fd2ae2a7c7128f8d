/** Sends checkout events to the bus of a stage in AWS. */

import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { busCallsOf, putCheckoutEvents, putWithRetries } from '../../../lib/events/checkout-bus.ts'
import { stackOutputs } from '../../constants.ts'
import { commandErrorMessage } from '../../error-text.ts'
import { readStackOutput } from '../stack-outputs.ts'
import type { FileEvent } from './event-files.ts'
import { type SendEvents, sendBatches } from './send-batches.ts'

const callsAtOnce = 8

export const createBusSender =
  (stage: string): SendEvents =>
  async (events, onProgress) => {
    const client = new EventBridgeClient({})
    const bus = await readStackOutput(stage, stackOutputs.bus)
    const put = (batch: readonly FileEvent[]) =>
      putCheckoutEvents(batch, { client, bus }).catch(error =>
        batch.map(event => ({ event, reason: commandErrorMessage(error) })),
      )
    const send = (batch: readonly FileEvent[]) => putWithRetries(batch, put)
    return sendBatches(busCallsOf(events), { send, batchesAtOnce: callsAtOnce, onProgress })
  }
