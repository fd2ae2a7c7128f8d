/** Repeats requests that failed for a moment: too many requests, a gateway that did not answer, a lost connection. */

import { parseJson } from './problem-error.ts'

export interface SendOptions {
  /** How often a request is repeated at most; 4 by default. */
  retries?: number
  /** After this many milliseconds without a reply, a request is given up and repeated; 30,000 by default. */
  timeout?: number
  /** Ends the call, with all its repetitions. */
  signal?: AbortSignal
  /** Called before each request, repeated ones included. It may return another request to send. */
  onRequest?: (request: Request) => Request | void | Promise<Request | void>
  /** Called after each reply, also if the request is going to be repeated. */
  onReply?: (reply: Response, request: Request) => void | Promise<void>
  /** A function to use instead of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
}

const defaultRetries = 4
const defaultTimeout = 30_000
/** The longest pause before the first repetition, in milliseconds. Each further one may be twice as long. */
const firstPause = 250
const longestPause = 8000
/** A reply that asks to wait longer than this is returned, so that the caller can decide. */
const longestRetryAfter = 60_000

interface Outcome {
  response: Response
  text: string
}

const wasSentBefore = ({ text }: Outcome) =>
  (parseJson(text) as { code?: unknown } | undefined)?.code === 'request_in_progress'

/** A repeated POST whose first request still runs is answered with 409; the result is there when that has ended. */
const isTemporary = (outcome: Outcome, attempt: number) =>
  [429, 502, 503, 504].includes(outcome.response.status) || (attempt > 1 && wasSentBefore(outcome))

/** Returns the milliseconds that the reply asks to wait, from a number of seconds or a date. */
export function retryAfterOf({ headers }: Response): number {
  const value = headers.get('Retry-After')
  if (!value) return 0
  const milliseconds = /^\d+$/.test(value) ? 1000 * Number(value) : Date.parse(value) - Date.now()
  return Math.max(0, milliseconds || 0)
}

/** The pauses are random, so that clients that failed together do not return together. */
const randomPause = (attempt: number) => Math.random() * Math.min(longestPause, firstPause * 2 ** (attempt - 1))

const pause = (milliseconds: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal?.throwIfAborted()
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
  })

/** Returns null if the connection was lost. The body is read here, as the connection can be lost while it is sent. */
async function exchange(request: Request, { fetch = globalThis.fetch }: SendOptions, isLast: boolean) {
  try {
    const response = await fetch(request)
    return { response, text: await response.clone().text() }
  } catch (error) {
    if (isLast) throw error
    return null
  }
}

/** Sends a request until its reply is final, or all repetitions are used. Returns the last reply. */
export async function sendWithRetries(
  create: (signal: AbortSignal) => Request,
  options: SendOptions,
): Promise<Outcome> {
  const { retries = defaultRetries, timeout = defaultTimeout, signal, onRequest, onReply } = options
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    const isLast = attempt > retries
    const created = create(AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]))
    const request = (await onRequest?.(created)) ?? created
    const outcome = await exchange(request, options, isLast)
    if (outcome) await onReply?.(outcome.response, request)
    const wait = outcome ? retryAfterOf(outcome.response) : 0
    if (outcome && (isLast || wait > longestRetryAfter || !isTemporary(outcome, attempt))) return outcome
    await pause(wait + randomPause(attempt), signal)
  }
}
