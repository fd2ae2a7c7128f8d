/** Sends checkout events in batches, several at once, and retries those that failed as a queue does. */

import { setTimeout as pause } from 'node:timers/promises'
import { mapConcurrent } from '../../lib/core/map-concurrent.ts'
import { maxReceiveCount } from '../constants.ts'
import type { FileEvent } from './events.ts'

/** An event that was not accepted, and why. */
export interface Unsent {
  event: FileEvent
  reason: string
}

/** Sends events, and resolves with those that were not accepted. */
export type SendBatch = (events: FileEvent[]) => Promise<Unsent[]>

const batchesAtOnce = 8
/** In milliseconds; every further pause is twice as long. */
const firstPause = 100

export async function sendBatches(batches: readonly FileEvent[][], send: SendBatch): Promise<Unsent[]> {
  const unsent = await mapConcurrent(batches, batchesAtOnce, batch => sendWithRetries(batch, send))
  return unsent.flat()
}

async function sendWithRetries(events: FileEvent[], send: SendBatch, attempts = 1): Promise<Unsent[]> {
  const unsent = await send(events)
  if (unsent.length === 0 || attempts === maxReceiveCount) return unsent
  await pause(firstPause * 2 ** (attempts - 1))
  return sendWithRetries(
    unsent.map(({ event }) => event),
    send,
    attempts + 1,
  )
}
