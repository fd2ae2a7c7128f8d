/** Sends events to the checkout Lambda as its queue would, and sends again those that failed. */

import type { SQSBatchResponse } from 'aws-lambda'
import { checkoutSource, maxReceiveCount } from '../../constants.ts'
import type { Invoke } from '../lambda.ts'
import type { DemoEvent } from './events.ts'

const recordOf = (event: DemoEvent) => ({
  ...{ messageId: event.id, eventSource: 'aws:sqs' },
  body: JSON.stringify({ 'detail-type': event.eventName, source: checkoutSource, detail: event }),
})

interface Attempt {
  failed: readonly DemoEvent[]
  error?: unknown
}

async function attempt(events: readonly DemoEvent[], invoke: Invoke): Promise<Attempt> {
  try {
    const result = await invoke('checkout.intake', { Records: events.map(recordOf) })
    const { batchItemFailures } = result as SQSBatchResponse
    const failedIds = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
    return { failed: events.filter(({ id }) => failedIds.has(id)) }
  } catch (error) {
    return { failed: events, error }
  }
}

export async function send(events: readonly DemoEvent[], invoke: Invoke, attempts = 1): Promise<void> {
  const { failed, error } = await attempt(events, invoke)
  if (failed.length === 0) return
  const names = failed.map(({ id, eventName }) => `${eventName} ${id}`).join(', ')
  if (attempts === maxReceiveCount) throw new Error(`The checkout rejected ${names}.`, { cause: error })
  await send(failed, invoke, attempts + 1)
}
