/** Stops and continues the delivery of checkout events from their queue to their Lambda in AWS. */

import { GetEventSourceMappingCommand, LambdaClient, UpdateEventSourceMappingCommand } from '@aws-sdk/client-lambda'
import { queueOutputs } from '../../constants.ts'
import { readStackOutput } from '../stack-outputs.ts'

const mappingOf = (stage: string) => readStackOutput(stage, queueOutputs.checkoutMapping)

/**
 * Enables the event source mapping, or disables it if `Enabled` is false. While the mapping is disabled, events wait in
 * the queue without using up their delivery attempts. AWS needs up to a minute for the change.
 */
export async function setCheckoutQueueDelivery(stage: string, Enabled: boolean): Promise<void> {
  const UUID = await mappingOf(stage)
  await new LambdaClient({}).send(new UpdateEventSourceMappingCommand({ UUID, Enabled }))
}

/** Returns the state of the event source mapping, such as `Enabled` or `Disabling`. */
export async function readCheckoutQueueDelivery(stage: string): Promise<string> {
  const UUID = await mappingOf(stage)
  const { State = 'unknown' } = await new LambdaClient({}).send(new GetEventSourceMappingCommand({ UUID }))
  return State
}
