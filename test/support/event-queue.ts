/** Delivers the events that endpoints have put into the queue. Each test file has its own queue. */

import { handler as intake } from '../../functions/checkout/intake.ts'
import { deliverEventFiles } from '../../infra/local/checkout-queue.ts'
import { contextFor } from './store.ts'
import { newDirectory } from './temporary.ts'

/** Delivers the queued events. Returns a line with the reason for each event that became a dead letter. */
export async function deliverQueue(): Promise<string[]> {
  const letters: string[] = []
  process.env.DEAD_LETTERS_DIR ||= newDirectory()
  const invoke = (_name: string, event: unknown) => intake(event as never, contextFor())
  const directory = process.env.CHECKOUT_QUEUE_DIR ?? ''
  await deliverEventFiles({ directory, invoke, isPaused: async () => false, print: line => letters.push(line) })
  return letters
}
