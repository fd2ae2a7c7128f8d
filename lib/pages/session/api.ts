/** The client of the API, with the key of the session. */

import { createContext, useContext } from 'react'
import { type Account, type Client, createClient, ProblemError } from '../../client/index.ts'

/** Scripts are in `assets` below the base path of the pages. The base path may contain the name of a stage. */
const script = import.meta.url
export const basePath = new URL('..', script).pathname
const apiUrl = new URL('../..', script).href

interface Options {
  /** This function is called if the API does not accept the key. */
  onRefused?: (sentence: string) => void
}

/** Repetitions are few, because a person waits for the reply. */
export const apiWith = (key: string, { onRefused }: Options = {}): Client =>
  createClient({
    url: apiUrl,
    key,
    retries: 2,
    /** Browsers would ask for a password after a 401 if they may send credentials of their own. */
    fetch: request => fetch(request, { credentials: 'omit' }),
    onReply: async reply => {
      if (reply.status === 401) onRefused?.((await reply.clone().json()).detail)
    },
  })

export interface SessionValue {
  api: Client
  account: Account
  /** The key may change objects. */
  canChange: boolean
}

export const SessionContext = createContext<SessionValue | null>(null)

export function useSession(): SessionValue {
  const session = useContext(SessionContext)
  if (!session) throw new Error('There is no session.')
  return session
}

export const problemOf = (error: unknown) => (error instanceof ProblemError ? error : null)

/** Returns null if the object does not exist. */
export async function unlessMissing<Value>(reply: Promise<Value>): Promise<Value | null> {
  try {
    return await reply
  } catch (error) {
    if (problemOf(error)?.code === 'not_found') return null
    throw error
  }
}
