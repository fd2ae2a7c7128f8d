/** Sends the requests of an import at a limited rate. If the source asks for a pause, new requests wait for its end. */

import { setTimeout as sleep } from 'node:timers/promises'
import { retryAfterOf } from '../../../lib/client/retries.ts'

interface Settings {
  callsPerSecond: number
  /** This function is called when the source requests a pause. */
  onWait: (seconds: number) => void
}

const requestMilliseconds = 60_000
/** The longest pause after a 429 reply without a Retry-After header, in milliseconds. */
const longestPause = 60_000
/** A long wait consists of timers of this many milliseconds, because one timer cannot exceed 24 days. */
const longestTimer = 3_600_000

/** Returns the milliseconds to wait before the request is repeated; null if the client gets this response. */
function requestedWait(response: Response, refusals: number): number | null {
  const asked = retryAfterOf(response) ?? 0
  if (response.status === 429) return asked || Math.min(longestPause, 1000 * 2 ** (refusals - 1))
  return response.status === 503 && asked > 0 ? asked : null
}

/**
 * Sends the request and reads the whole reply. A connection that is lost during the reply then causes the same error as
 * a connection that is lost before the reply.
 */
async function exchange(request: Request): Promise<Response> {
  try {
    const response = await fetch(new Request(request, { signal: AbortSignal.timeout(requestMilliseconds) }))
    const { status, headers } = response
    const body = await response.text()
    return new Response(body || null, { status, headers })
  } catch (error) {
    const { cause, message } = error instanceof Error ? error : new Error(String(error))
    const reason = cause instanceof Error ? cause.message || cause.name : message
    throw new Error(`The source does not answer: ${reason}.`, { cause: error })
  }
}

/**
 * Returns a function for the option `fetch` of the client. The time-out of a request does not include the time that the
 * request waits for its turn.
 */
export function createRateLimitedFetch({ callsPerSecond, onWait }: Settings): (request: Request) => Promise<Response> {
  let nextTurn = 0
  let blockedUntil = 0
  const takeTurn = async () => {
    for (let wait = blockedUntil - Date.now(); wait > 0; wait = blockedUntil - Date.now())
      await sleep(Math.min(wait, longestTimer))
    const turn = Math.max(nextTurn, performance.now())
    nextTurn = turn + 1000 / callsPerSecond
    await sleep(Math.max(turn - performance.now(), 0))
  }
  return async request => {
    for (let refusals = 1; ; refusals++) {
      await takeTurn()
      const response = await exchange(request)
      const wait = requestedWait(response, refusals)
      if (wait === null) return response
      blockedUntil = Math.max(blockedUntil, Date.now() + wait)
      onWait(Math.ceil(wait / 1000))
    }
  }
}
