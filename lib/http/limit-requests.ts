/** Limits the requests of each API key, so that the script of one store does not slow down the others. */

import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { KeyLimit } from '../core/env.ts'
import { logFault } from '../core/log.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { consumeRateLimit } from '../store/rate-limit.ts'
import { tenantOf } from './request.ts'
import type { Route } from './route.ts'

interface Limited {
  keyLimit: KeyLimit
  run: () => Promise<APIGatewayProxyResult>
}

/** A read does not wait: its reply is thrown away if the limit is exceeded. */
export async function limitRequests(
  { isPublic, access }: Route,
  event: APIGatewayProxyEvent,
  { keyLimit, run }: Limited,
): Promise<APIGatewayProxyResult> {
  if (isPublic) return run()
  const limit = consume(event, tenantOf(event), keyLimit)
  if (access === 'write') return limit.then(run)
  const [, reply] = await Promise.allSettled([limit, run()])
  await limit
  if (reply.status === 'rejected') throw reply.reason
  return reply.value
}

/**
 * Usage plans of API Gateway would cost nothing for a request, but they know only keys that were created in API Gateway
 * too: a key in a restored table, or one whose second creation failed, would be rejected. They are not exact, and do not
 * say when to try again.
 */
async function consume(
  { requestContext }: APIGatewayProxyEvent,
  { account }: Tenant,
  keyLimit: KeyLimit,
): Promise<void> {
  const subject = String(requestContext.authorizer?.principalId)
  const limit = { ...keyLimit, name: 'key', subject, period: 'second' } as const
  await consumeRateLimit(account, limit).catch(passUnlessExceeded)
}

/** Nobody is rejected because the limit cannot be checked. */
function passUnlessExceeded(error: unknown): void {
  if (error instanceof Problem && error.code === 'too_many_requests') throw error
  logFault('The rate limit could not be checked.', error)
}
