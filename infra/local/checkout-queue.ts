/**
 * Delivers the checkout events that the local API has stored as files. In AWS, EventBridge and SQS deliver these
 * events.
 */

import { readFileSync, rmSync } from 'node:fs'
import { batchesOf } from '../../lib/core/batches.ts'
import type { CheckoutBusEvent } from '../../lib/events/checkout-bus.ts'
import { messageBatchSize } from '../constants.ts'
import { abortablePause, startBackgroundTask } from './background-tasks.ts'
import { deliverMessages, toQueueMessage } from './deliver-checkout-messages.ts'
import { jsonFilesIn } from './json-files.ts'
import type { Invoke } from './lambda.ts'

interface Options {
  /** The directory in which each file has the events of one request. */
  directory: string
  invoke: Invoke
  /**
   * This function is called before each file is delivered. If it returns true, the remaining files are delivered later.
   */
  isPaused: () => Promise<boolean>
  print: (line: string) => void
}

const pollMilliseconds = 100
/** The pause after an error such as a full disk. */
const errorMilliseconds = 5000

/**
 * Starts to deliver events in the background. The files that are left when `stop` is called are delivered at the next
 * start.
 */
export const startQueuedEventDelivery = (options: Options) =>
  startBackgroundTask(async signal => {
    while (!signal.aborted) {
      const isDone = await tryToDeliver(options, signal)
      await abortablePause(isDone ? pollMilliseconds : errorMilliseconds, signal)
    }
  })

async function tryToDeliver(options: Options, signal: AbortSignal): Promise<boolean> {
  try {
    await deliverEventFiles(options, signal)
    return true
  } catch (error) {
    options.print(`Events could not be delivered: ${error}`)
    return false
  }
}

/** Delivers the oldest file first. Later files wait for the retries of a batch, whose pauses take at most 2 seconds. */
export async function deliverEventFiles(
  { directory, invoke, isPaused, print }: Options,
  signal?: AbortSignal,
): Promise<void> {
  for (const file of jsonFilesIn(directory).toSorted()) {
    if (signal?.aborted || (await isPaused())) return
    await deliverFile(file, invoke, print)
  }
}

async function deliverFile(file: string, invoke: Invoke, print: Options['print']): Promise<void> {
  const events: CheckoutBusEvent[] = JSON.parse(readFileSync(file, 'utf8'))
  const messages = events.map(({ eventName, json }) => toQueueMessage(eventName, json))
  for (const batch of batchesOf(messages, { maxItems: messageBatchSize }))
    for (const { reason } of await deliverMessages(batch, invoke)) print(`An event is a dead letter now: ${reason}`)
  rmSync(file)
}
