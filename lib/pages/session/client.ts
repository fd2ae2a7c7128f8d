/** The API client of the session, and the hook `useSession`, which returns the client and the account. */

import { createContext, useContext } from 'react'
import { type Account, type Client, createClient, ProblemError } from '../../client/index.ts'

/**
 * The URL of this script contains the base path of the pages, which may include the name of a stage. The script is at
 * `assets/` below the base path.
 */
const script = import.meta.url
export const pagesPath = new URL('..', script).pathname
const apiUrl = new URL('../..', script).href

/** The maximum number of parallel requests for many orders. More at once could exceed the rate limit of the API. */
export const maxParallelRequests = 4

/** Browsers cancel the requests of a page that is closed or loaded again, except those with `keepalive`. */
let isLeft = false
addEventListener('pagehide', () => {
  isLeft = true
})
addEventListener('pageshow', () => {
  isLeft = false
})

interface Options {
  /**
   * The client calls this function before each request, also before a repetition, and after each reply. If the promise
   * stays pending, nothing is changed after signing out, and a late reply neither shows a notice or an object in the next
   * session nor ends this session.
   */
  stopIfSignedOut?: () => Promise<void>
  /** The client calls this function with the API's error message if the API does not accept the key. */
  onRefused?: (sentence: string) => void
}

/**
 * The client does not wait longer than this, because a person waits for the reply: a maintenance asks to wait for a
 * minute or more, and its message must be shown meanwhile. The rate limits and a capture under way ask for less.
 */
const maxRetryAfter = 10_000

/** Returns an API client. It repeats failed requests only twice, because a person waits for the reply. */
export const apiWith = (key: string, { stopIfSignedOut = async () => {}, onRefused }: Options = {}): Client =>
  createClient({
    url: apiUrl,
    key,
    retries: 2,
    maxRetryAfter,
    /** Without `omit`, browsers would open their own password dialog after a reply with status 401. */
    fetch: request => fetch(request, { credentials: 'omit', keepalive: isLeft }),
    onRequest: stopIfSignedOut,
    onReply: async reply => {
      await stopIfSignedOut()
      if (reply.status === 401) onRefused?.((await reply.clone().json()).detail)
    },
  })

export interface SessionValue {
  api: Client
  account: Account
  /** The scope of the secret key allows changes. */
  canChange: boolean
  /**
   * Returns a promise that stays pending if this session has ended. A function that continued, or failed, would change
   * the cache of the next session, or show a notice there.
   */
  stopIfSignedOut: () => Promise<void>
}

export const SessionContext = createContext<SessionValue | null>(null)

export function useSession(): SessionValue {
  const session = useContext(SessionContext)
  if (!session) throw new Error('There is no session.')
  return session
}

export const problemOf = (error: unknown) => (error instanceof ProblemError ? error : null)

/** Returns the reply, or null if the API has no such object. */
export async function nullIfMissing<Value>(reply: Promise<Value>): Promise<Value | null> {
  try {
    return await reply
  } catch (error) {
    if (problemOf(error)?.code === 'not_found') return null
    throw error
  }
}
