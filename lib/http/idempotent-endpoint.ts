/** Makes POST endpoints idempotent: a request that repeats an `Idempotency-Key` within a day gets the first reply. */

import { createHash } from 'node:crypto'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { millisecondsLeft } from '../core/deadline.ts'
import { newId } from '../core/ids.ts'
import { logFault } from '../core/log.ts'
import { Problem, type ProblemCode, statusOf, validationProblem } from '../core/problem.ts'
import { type KeyInUse, releaseKey, storeReply, takeKey } from '../store/idempotency.ts'
import { bytesOf } from './body.ts'
import { createHandler } from './endpoint.ts'
import { limitRequests } from './limit-requests.ts'
import type { Call, Middleware } from './middleware.ts'
import { problemReply, withHeaders } from './reply.ts'
import { plainPath } from './request.ts'
import type { Route, Verb } from './route.ts'

export const idempotentEndpoint = <R extends Route & { method: 'POST' }>(route: R, verb: Verb<R>) =>
  createHandler(route, verb, { limit: [limitRequests(route)], repeat: [repeatReply(route)] })

type Repeater = Middleware<{ keyInUse?: KeyInUse }>

/**
 * Marks the Idempotency-Key as in use before the function of the endpoint runs, and stores the reply afterwards. If the
 * key already has a reply, returns this reply instead.
 */
function repeatReply({ name, earlierName = name }: Route): Repeater {
  return {
    before: async ({ event, context: call, internal }) => {
      const { tenant, headers, request } = call
      request.newId = newId()
      const key = headers['idempotency-key']
      if (key === undefined || !tenant) return
      if (!keyForm.test(key)) throw invalidKey()
      const requestKey = { tenant, endpoint: earlierName, key, fingerprint: fingerprintOf(event) }
      const { keyInUse, reply } = await takeKey(requestKey)
      if (!keyInUse) return replay(reply, call)
      internal.keyInUse = keyInUse
      request.newId = keyInUse.newId
    },
    after: ({ response, internal: { keyInUse } }) => keyInUse && storeReply(keyInUse, JSON.stringify(response)),
    onError: storeOrRelease,
  }
}

const keyForm = /^[\x20-\x7e]{1,255}$/
const invalidKey = () => validationProblem({ 'Idempotency-Key': ['must have 1 to 255 printable ASCII characters'] })

/** Returns a hash of the path and the body. A repeated Idempotency-Key with another hash is rejected. */
const fingerprintOf = (event: APIGatewayProxyEvent) =>
  createHash('sha256')
    .update(`${plainPath(event.path)}\n`)
    .update(bytesOf(event))
    .digest('base64url')

/** Returns a stored reply. The reply headers are added here, because middy does not call `after` for a stored reply. */
function replay(stored: string, { replyHeaders }: Call): APIGatewayProxyResult {
  const reply = JSON.parse(stored) as APIGatewayProxyResult
  return withHeaders(reply, { 'Idempotent-Replayed': 'true', ...replyHeaders })
}

/** Stores the problem as the reply to repeated requests. If a repeated request may succeed, frees the key instead. */
const storeOrRelease: Repeater['onError'] = async request => {
  const { error, event, internal } = request
  const { keyInUse } = internal
  if (!keyInUse) return
  if (!isFinal(error)) return release(keyInUse)
  const reply = problemReply(error, event.requestContext.requestId)
  try {
    await storeReply(keyInUse, JSON.stringify(reply))
    request.response = reply
  } catch (storeError) {
    request.error = storeError as Error
    await release(keyInUse)
  }
}

/**
 * Frees the key, so that the request can be repeated immediately. After the deadline, no write is possible. The key can
 * then be used again 30 seconds after it was taken.
 */
async function release(keyInUse: KeyInUse): Promise<void> {
  if (millisecondsLeft() <= 0) return
  await releaseKey(keyInUse).catch(error => logFault('An idempotency key could not be released.', error))
}

/** A request that gets one of these problems may succeed later, for example when its object has changed. */
const temporaryCodes: readonly ProblemCode[] = [
  'too_many_requests',
  'conflict',
  'refund_under_way',
  'not_paid',
  'gateway_not_connected',
  'precondition_failed',
]

const isFinal = (error: unknown): error is Problem =>
  error instanceof Problem && statusOf(error.code) < 500 && !temporaryCodes.includes(error.code)
