/** Waits until nothing runs any more that may still change what was read before. */

import { now } from '../core/clock.ts'
import { sleep } from '../store/conflict.ts'

const pollMilliseconds = 200

interface Waiting {
  /** The end of the waiting, in milliseconds since 1970. */
  end: number
  /** Whether the waiting can end earlier. */
  isDone?: () => Promise<boolean>
  /** Called with the seconds that are left. */
  onWait: (seconds: number) => void
}

export async function waitUntil({ end, isDone = async () => false, onWait }: Waiting): Promise<void> {
  for (let left = end - now().getTime(); left > 0; left = end - now().getTime()) {
    if (await isDone()) return
    onWait(Math.ceil(left / 1000))
    await sleep(pollMilliseconds)
  }
}

/** Requests with a cached authorization begin within a minute, and end within half a minute; an event takes a minute at most. */
const writerMilliseconds = 90_000

/** Waits for requests and events that began before a moment. */
export const waitForWriters = (since: string, onWait: Waiting['onWait']): Promise<void> =>
  waitUntil({ end: Date.parse(since) + writerMilliseconds, onWait })
