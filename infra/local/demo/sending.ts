/** Hands the demo store's events to the checkout's Lambda, as its queue would. */

import { checkoutSource, maxReceiveCount } from '../../constants.ts'
import type { Invoke } from '../lambda.ts'
import type { DemoEvent } from './event.ts'

const recordOf = (event: DemoEvent) => ({
  ...{ messageId: event.id, eventSource: 'aws:sqs' },
  body: JSON.stringify({ 'detail-type': event.eventName, source: checkoutSource, detail: event }),
})

interface Outcome {
  rest: readonly DemoEvent[]
  fault?: unknown
}

async function attempt(events: readonly DemoEvent[], invoke: Invoke): Promise<Outcome> {
  try {
    const result = await invoke('checkout.intake', { Records: events.map(recordOf) })
    const { batchItemFailures } = result as { batchItemFailures: { itemIdentifier: string }[] }
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
    return { rest: events.filter(({ id }) => failed.has(id)) }
  } catch (fault) {
    return { rest: events, fault }
  }
}

/** Those that fail come again, as from the queue. */
export async function send(events: readonly DemoEvent[], invoke: Invoke, tried = 1): Promise<void> {
  const { rest, fault } = await attempt(events, invoke)
  if (rest.length === 0) return
  const names = rest.map(({ id, eventName }) => `${eventName} ${id}`).join(', ')
  if (tried === maxReceiveCount) throw new Error(`The checkout did not take ${names}.`, { cause: fault })
  await send(rest, invoke, tried + 1)
}
