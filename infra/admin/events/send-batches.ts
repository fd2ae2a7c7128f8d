/** Sends checkout events in batches, one or several at a time. */

import { batchesOf } from '../../../lib/core/batches.ts'
import type { FileEvent } from './event-files.ts'

export interface UnsentEvent {
  event: FileEvent
  reason: string
}

/** Sends one batch, and resolves with the events that were not accepted. */
export type SendBatch = (events: FileEvent[]) => Promise<UnsentEvent[]>

export interface SendResult {
  rejected: UnsentEvent[]
  /** The reason why sending stopped after `count` events; null if all events were sent. */
  stoppedBy: string | null
  /** The number of events that were sent, including rejected events, but without the group that stopped the sending. */
  count: number
}

export type SendEvents = (events: FileEvent[], onProgress: Settings['onProgress']) => Promise<SendResult>

interface Settings {
  send: SendBatch
  batchesAtOnce: number
  /** This function is called after each group of batches. `count` is the number of events sent so far. */
  onProgress: (count: number) => void
}

/**
 * Sends the batches in groups. If all events of a group are rejected, the cause is probably not in the events, so the
 * remaining groups are not sent.
 */
export async function sendBatches(batches: FileEvent[][], settings: Settings): Promise<SendResult> {
  const { send, batchesAtOnce, onProgress } = settings
  const result: SendResult = { rejected: [], stoppedBy: null, count: 0 }
  const groups = batchesOf(batches, { maxItems: batchesAtOnce })
  for (const group of groups) {
    const size = group.flat().length
    const unsent = (await Promise.all(group.map(send))).flat()
    if (unsent.length === size && group !== groups.at(-1)) return { ...result, stoppedBy: unsent[0]?.reason ?? '' }
    result.rejected.push(...unsent)
    result.count += size
    onProgress(result.count)
  }
  return result
}
