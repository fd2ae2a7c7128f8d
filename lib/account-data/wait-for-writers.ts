/** Waits until requests and events that may still change data have ended. */

import { setTimeout as sleep } from 'node:timers/promises'
import { now } from '../core/clock.ts'

const pollMilliseconds = 200

interface Waiting {
  /** The time when the wait ends, in milliseconds since 1970. */
  end: number
  /** The wait ends early once this function returns true. */
  isDone?: () => Promise<boolean>
  /** This function is called with the number of seconds that are left. */
  onWait: (seconds: number) => void
}

export async function waitUntil({ end, isDone = async () => false, onWait }: Waiting): Promise<void> {
  for (let left = end - now().getTime(); left > 0; left = end - now().getTime()) {
    if (await isDone()) return
    onWait(Math.ceil(left / 1000))
    await sleep(pollMilliseconds)
  }
}

/**
 * The longest time in which a request or an event can still write. A request may use an authorization that was cached
 * for 60 seconds, and then runs for at most 30 seconds. An event may read the account as it was a second before, and
 * takes at most 60 seconds.
 */
const writerMilliseconds = 90_000

/** Waits until all requests and events that began before `since` have ended. */
export const waitForWriters = (since: string, onWait: Waiting['onWait']): Promise<void> =>
  waitUntil({ end: Date.parse(since) + writerMilliseconds, onWait })
