/** Repeats requests after temporary failures, such as the status 503 or a lost connection. */

import { parseJson } from './errors.ts'

export interface SendOptions {
  /** The maximum number of repetitions of a request; 4 by default. */
  retries?: number
  /** A request without a complete reply after this many milliseconds is aborted and repeated; 30,000 by default. */
  timeout?: number
  /**
   * If a reply asks to wait for more than this many milliseconds, the request is not repeated, and the call fails with
   * this reply; 60,000 by default.
   */
  maxRetryAfter?: number
  /** If this signal is aborted, the call ends without further repetitions. */
  signal?: AbortSignal
  /**
   * This function is called before each request, including repetitions. The function may return another request to
   * send.
   */
  onRequest?: (request: Request) => Request | void | Promise<Request | void>
  /** This function is called after each reply, even if the request will be repeated. */
  onReply?: (reply: Response, request: Request) => void | Promise<void>
  /**
   * A function to use instead of the global `fetch`. The function should end when the signal of the request is aborted.
   */
  fetch?: (request: Request) => Promise<Response>
}

type CreateRequest = (signal: AbortSignal) => Request

interface Outcome {
  response: Response
  text: string
}

const defaultRetries = 4
const defaultTimeout = 30_000
/**
 * The pause before the first repetition is random, up to this many milliseconds. The maximum doubles with each
 * repetition, up to `longestPause`.
 */
const firstPause = 250
const longestPause = 8000
const defaultMaxRetryAfter = 60_000
/** A timer can wait at most this many milliseconds. Longer time-outs, such as `Infinity`, are reduced to this limit. */
const longestTimer = 2 ** 31 - 1

const wasSentBefore = ({ text }: Outcome) =>
  (parseJson(text) as { code?: unknown } | undefined)?.code === 'request_in_progress'

/**
 * Returns whether a failure is temporary. If a POST is repeated while the first POST still runs, the API replies 409.
 * This reply is temporary, because a later repetition gets the result of the first POST.
 */
const isTemporary = (outcome: Outcome, attempt: number) =>
  [429, 502, 503, 504].includes(outcome.response.status) || (attempt > 1 && wasSentBefore(outcome))

/**
 * Returns the milliseconds to wait; undefined if the reply has no valid `Retry-After` header. The header contains a
 * number of seconds or a date.
 */
export function retryAfterOf({ headers }: Response): number | undefined {
  const value = headers.get('Retry-After')
  if (!value) return undefined
  const milliseconds = /^\d+$/.test(value) ? 1000 * Number(value) : Date.parse(value) - Date.now()
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds)
}

/** Returns a random pause, so that clients whose requests failed together repeat them at different times. */
const randomPause = (attempt: number) => Math.random() * Math.min(longestPause, firstPause * 2 ** (attempt - 1))

/** Calls `abort` when the signal is aborted. Returns a function that removes this listener from the signal. */
function onAbort(signal: AbortSignal | undefined, abort: () => void): () => void {
  if (signal?.aborted) abort()
  else signal?.addEventListener('abort', abort)
  return () => signal?.removeEventListener('abort', abort)
}

/** Returns the result of `work`, or rejects as soon as the signal is aborted. */
async function orAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let forget = () => {}
  const aborted = new Promise<never>((_, reject) => {
    forget = onAbort(signal, () => reject(signal?.reason))
  })
  return await Promise.race([work, aborted]).finally(forget)
}

async function pause(milliseconds: number, signal?: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const time = new Promise<void>(resolve => {
    timer = setTimeout(resolve, milliseconds)
  })
  await orAbort(time, signal).finally(() => clearTimeout(timer))
}

/**
 * Each attempt reads the whole body of the reply, because the connection can also be lost while the server sends the
 * body.
 */
async function readReply(request: Request, { fetch = globalThis.fetch }: SendOptions): Promise<Outcome> {
  const response = await fetch(request)
  return { response, text: await response.clone().text() }
}

/**
 * Sends a request once, and returns its reply. If no reply arrives, the function returns null so that the request is
 * repeated, or throws an error if no repetitions are left. The time-out applies even if `fetch` ignores the abort
 * signal.
 */
async function exchange(request: Request, controller: AbortController, options: SendOptions): Promise<Outcome | null> {
  const { timeout = defaultTimeout } = options
  const expire = () => controller.abort(new DOMException(`No reply arrived within ${timeout} ms.`, 'TimeoutError'))
  const timer = setTimeout(expire, Math.min(timeout, longestTimer))
  try {
    return await orAbort(readReply(request, options), controller.signal)
  } catch (error) {
    options.signal?.throwIfAborted()
    if (options.retries === 0) throw error
    return null
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Creates a request, and returns it or the request that `onRequest` returns instead. If `onRequest` has read the body
 * of the created request, this request cannot be sent any more. A new one with the same body and headers replaces it.
 */
async function prepare(create: CreateRequest, signal: AbortSignal, { onRequest }: SendOptions): Promise<Request> {
  const request = create(signal)
  const replacement = await onRequest?.(request)
  if (replacement) return new Request(replacement, { signal })
  return request.bodyUsed ? new Request(create(signal), { headers: request.headers }) : request
}

async function sendOnce(create: CreateRequest, options: SendOptions): Promise<Outcome | null> {
  const { signal, onReply } = options
  const controller = new AbortController()
  const forget = onAbort(signal, () => controller.abort(signal?.reason))
  try {
    const request = await prepare(create, controller.signal, options)
    const outcome = await exchange(request, controller, options)
    if (outcome) await onReply?.(outcome.response, request)
    return outcome
  } finally {
    forget()
  }
}

/** Repeats a request until its reply is final or no repetitions are left. Returns the last reply. */
export async function sendWithRetries(create: CreateRequest, options: SendOptions): Promise<Outcome> {
  const { retries = defaultRetries, maxRetryAfter = defaultMaxRetryAfter, signal } = options
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    const remaining = Math.max(0, retries - attempt + 1)
    const outcome = await sendOnce(create, { ...options, retries: remaining })
    const wait = (outcome && retryAfterOf(outcome.response)) ?? 0
    if (outcome && (remaining === 0 || wait > maxRetryAfter || !isTemporary(outcome, attempt))) return outcome
    await pause(wait + randomPause(attempt), signal)
  }
}
