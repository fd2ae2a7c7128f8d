/** `Idempotency-Key`: the same call again within a day gets the first answer, and is not done again. */

import { createHash } from 'node:crypto'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { logFault } from '../core/log.ts'
import { Problem, statusOf, validationProblem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { claimKey, type KeyClaim, releaseKey, storeReply } from '../store/idempotency.ts'
import { problemReply } from './reply.ts'
import { bytesOf } from './request.ts'

const keyForm = /^[\x20-\x7e]{1,255}$/

/** The path as called and the body to the byte: another request under the same key is a mistake of the caller's. */
const fingerprintOf = (event: APIGatewayProxyEvent) =>
  createHash('sha256')
    .update(`${event.path.replace(/\/$/, '')}\n`)
    .update(bytesOf(event))
    .digest('base64url')

interface Call {
  tenant: Tenant
  key: string
  event: APIGatewayProxyEvent
}

export async function withIdempotency(
  { tenant, key, event }: Call,
  answer: (newId: string) => Promise<APIGatewayProxyResult>,
): Promise<APIGatewayProxyResult> {
  if (!keyForm.test(key))
    throw validationProblem({ 'Idempotency-Key': ['must have 1 to 255 printable ASCII characters'] })
  const wanted: KeyClaim = { tenant, key, fingerprint: fingerprintOf(event) }
  const claimed = await claimKey(wanted)
  if (claimed.state === 'another request') throw new Problem('idempotency_key_reused')
  if (claimed.state === 'running')
    throw new Problem('request_in_progress', { headers: { 'Retry-After': '1' } })
  if (claimed.state === 'answered') return replayed(claimed.answer)
  return kept(wanted, () => answer(claimed.newId).catch(refusal(event)))
}

async function kept(wanted: KeyClaim, answer: () => Promise<APIGatewayProxyResult>) {
  try {
    const reply = await answer()
    await storeReply(wanted, JSON.stringify(reply))
    return reply
  } catch (fault) {
    await releaseKey(wanted).catch(also => logFault('An idempotency key stays locked.', also))
    throw fault
  }
}

const isNotNow = ({ code }: Problem) =>
  statusOf(code) >= 500 || code === 'too_many_requests' || code === 'conflict'

/** A refusal is the first answer as much as a success is, unless all it says is "not now". */
const refusal = (event: APIGatewayProxyEvent) => (fault: unknown) => {
  if (fault instanceof Problem && !isNotNow(fault)) return problemReply(fault, event.requestContext.requestId)
  throw fault
}

function replayed(answer: string): APIGatewayProxyResult {
  const reply = JSON.parse(answer) as APIGatewayProxyResult
  return { ...reply, headers: { ...reply.headers, 'Idempotent-Replayed': 'true' } }
}
