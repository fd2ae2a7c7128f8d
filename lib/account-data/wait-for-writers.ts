/** Waits until nothing runs any more that began before a moment, and may still write what it read before. */

import { now } from '../core/clock.ts'
import { sleep } from '../store/conflict.ts'

/** Requests with a cached authorization begin within a minute, and end within half a minute; an event takes a minute at most. */
const writerMilliseconds = 90_000
const pollMilliseconds = 200

/** `onWait` is called with the seconds that are left. */
export async function waitForWriters(since: string, onWait: (seconds: number) => void): Promise<void> {
  const end = Date.parse(since) + writerMilliseconds
  for (let left = end - now().getTime(); left > 0; left = end - now().getTime()) {
    onWait(Math.ceil(left / 1000))
    await sleep(pollMilliseconds)
  }
}
