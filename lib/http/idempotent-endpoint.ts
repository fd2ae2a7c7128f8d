/** The wrapper for POST endpoints: a call repeated with its `Idempotency-Key` within a day gets the first reply again. */

import { createHash } from 'node:crypto'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { millisecondsLeft } from '../core/deadline.ts'
import { newId } from '../core/ids.ts'
import { logFault } from '../core/log.ts'
import { Problem, type ProblemCode, statusOf, validationProblem } from '../core/problem.ts'
import { claimKey, type KeyClaim, type Lock, releaseKey, storeReply } from '../store/idempotency.ts'
import { bytesOf } from './body.ts'
import { type Call, createHandler, type Run, type Verb } from './endpoint.ts'
import { limitRequests } from './limit-requests.ts'
import { problemReply } from './reply.ts'
import { plainPath } from './request.ts'
import type { Route } from './route.ts'

export const idempotentEndpoint = <R extends Route & { method: 'POST' }>(route: R, verb: Verb<R>) =>
  createHandler(route, verb, { runner: runOnce, limiter: limitRequests })

const keyForm = /^[\x20-\x7e]{1,255}$/

async function runOnce(call: Call, run: Run): Promise<APIGatewayProxyResult> {
  const { endpoint, event, headers, tenant } = call
  const key = headers['idempotency-key']
  if (key === undefined || !tenant) return run(newId())
  if (!keyForm.test(key))
    throw validationProblem({ 'Idempotency-Key': ['must have 1 to 255 printable ASCII characters'] })
  const claim: KeyClaim = { tenant, endpoint, key, fingerprint: fingerprintOf(event) }
  const result = await claimKey(claim)
  switch (result.state) {
    case 'different request':
      throw new Problem('idempotency_key_reused')
    case 'running':
      throw new Problem('request_in_progress', { headers: { 'Retry-After': '1' } })
    case 'finished':
      return replay(result.reply)
    case 'claimed':
      return runAndStore(result.lock, () => run(result.lock.newId).catch(replyIfFinal(event)))
  }
}

/** The path and the bytes of the body: the same key with any other request is a mistake of the caller. */
const fingerprintOf = (event: APIGatewayProxyEvent) =>
  createHash('sha256')
    .update(`${plainPath(event.path)}\n`)
    .update(bytesOf(event))
    .digest('base64url')

async function runAndStore(lock: Lock, run: () => Promise<APIGatewayProxyResult>) {
  try {
    const reply = await run()
    await storeReply(lock, JSON.stringify(reply))
    return reply
  } catch (error) {
    /** After the deadline nothing is written: the lock expires by itself. */
    if (millisecondsLeft() > 0)
      await releaseKey(lock).catch(releaseError =>
        logFault('An idempotency key could not be released.', releaseError),
      )
    throw error
  }
}

/** The same call may succeed later, when the object or the account has changed. */
const temporaryCodes: readonly ProblemCode[] = [
  'too_many_requests',
  'conflict',
  'refund_under_way',
  'not_paid',
  'gateway_not_connected',
]
const isTemporary = ({ code }: Problem) => statusOf(code) >= 500 || temporaryCodes.includes(code)

/** A problem is stored and replayed like a success, unless the same call may succeed later. */
const replyIfFinal = (event: APIGatewayProxyEvent) => (error: unknown) => {
  if (error instanceof Problem && !isTemporary(error))
    return problemReply(error, event.requestContext.requestId)
  throw error
}

function replay(stored: string): APIGatewayProxyResult {
  const reply = JSON.parse(stored) as APIGatewayProxyResult
  return { ...reply, headers: { ...reply.headers, 'Idempotent-Replayed': 'true' } }
}
