/**
 * The hook that pauses or resumes a V1 subscription, and repeats the request until the payment gateway has answered.
 */

import type { Client, Subscription } from '../../client/index.ts'
import { useChange } from '../change/use-change.tsx'
import { problemOf, useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { type ShownSubscription, subscriptionQuery, withReply } from './subscription.ts'
import { texts } from './texts.ts'

type Verb = 'pause' | 'resume'

export type Pausing = ReturnType<typeof usePausing>

const stateAfter = { pause: 'Paused', resume: 'Active' } as const

interface Wanted {
  id: string
  verb: Verb
  idempotencyKey: string | undefined
}

/**
 * Sends the request. If the API has already made the change, it refuses a repeated request with `state_conflict`. The
 * subscription is then read instead.
 */
async function send(api: Client, { id, verb, idempotencyKey }: Wanted): Promise<Subscription> {
  try {
    return await api.subscriptions[verb]({ id }, { idempotencyKey, retries: 0 })
  } catch (error) {
    if (problemOf(error)?.code !== 'state_conflict') throw error
    const current = await api.subscriptions.get({ id })
    if (current.status !== stateAfter[verb]) throw error
    return current
  }
}

/** Pausing can be undone by resuming, and resuming by pausing. So the button does not ask for confirmation. */
export function usePausing(shown: ShownSubscription) {
  const text = useTexts(texts)
  const { api } = useSession()
  const { engine, id } = shown
  return useChange<ShownSubscription, Verb, Subscription>({
    query: subscriptionQuery(api, engine, id),
    send: (verb, { idempotencyKey }) => send(api, { id, verb, idempotencyKey }),
    predict: (before, verb) => ({ ...before, state: stateAfter[verb], upcoming: [] }),
    accept: reply => withReply(shown, reply),
    undo: (_, verb) => (verb === 'pause' ? 'resume' : 'pause'),
    done: verb => text[verb].done,
    isFollowed: true,
    affected: [['subscriptions']],
  })
}
