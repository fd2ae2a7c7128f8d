/** Polls AWS until something is done. */

import { setTimeout } from 'node:timers/promises'

/** The longest pause in seconds. Each pause is twice as long as the one before. */
const maxPause = 30

/** `isDone` throws if the condition can no longer become true. */
export async function poll(isDone: () => Promise<boolean>): Promise<void> {
  for (let pause = 1; !(await isDone()); pause = Math.min(pause * 2, maxPause)) await setTimeout(pause * 1000)
}
