/** Sends the events of the demo store to the checkout Lambda, as its queue would. */

import { deliver, messageOf } from '../checkout-queue.ts'
import type { Invoke } from '../lambda.ts'
import type { DemoEvent } from './events.ts'

export async function send(events: readonly DemoEvent[], invoke: Invoke): Promise<void> {
  const named = events.map(event => ({ ...messageOf(event.eventName, event), event }))
  const rejected = await deliver(named, invoke)
  if (rejected.length === 0) return
  const reasons = new Map(rejected.map(({ id, reason }) => [id, reason]))
  const sentences = named
    .filter(({ id }) => reasons.has(id))
    .map(({ id, event }) => `${event.eventName} ${event.id}: ${reasons.get(id)}`)
  throw new Error(`The checkout rejected ${sentences.join(', ')}`)
}
