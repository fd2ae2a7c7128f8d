/** Hands checkout events over in batches, several at once, and what was refused again, as a queue does. */

import { setTimeout as pause } from 'node:timers/promises'
import { mapConcurrent } from '../../lib/core/map-concurrent.ts'
import { maxReceiveCount } from '../constants.ts'
import type { WrittenEvent } from './events.ts'

/** An event that was not taken, and why. */
export interface Unsent {
  event: WrittenEvent
  reason: string
}

/** Takes events, but for those it tells. */
export type SendBatch = (events: WrittenEvent[]) => Promise<Unsent[]>

const batchesAtOnce = 8
/** In milliseconds; every further pause is twice as long. */
const firstPause = 100

export async function sendBatches(batches: readonly WrittenEvent[][], hand: SendBatch): Promise<Unsent[]> {
  const unsent = await mapConcurrent(batches, batchesAtOnce, batch => insist(batch, hand))
  return unsent.flat()
}

async function insist(events: WrittenEvent[], hand: SendBatch, handed = 1): Promise<Unsent[]> {
  const unsent = await hand(events)
  if (unsent.length === 0 || handed === maxReceiveCount) return unsent
  await pause(firstPause * 2 ** (handed - 1))
  return insist(
    unsent.map(({ event }) => event),
    hand,
    handed + 1,
  )
}
