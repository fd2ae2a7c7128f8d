/** Defines the middleware that limits the requests of each API key, so that no store slows down other stores. */

import type { APIGatewayProxyEvent } from 'aws-lambda'
import { env, type KeyLimit } from '../core/env.ts'
import { logFault } from '../core/log.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { consumeRateLimit } from '../store/rate-limit.ts'
import type { Middleware } from './middleware.ts'
import { problemReply } from './reply.ts'
import type { Route } from './route.ts'

type Limiter = Middleware<{ excess?: Promise<Problem | null> }>

/**
 * Counts requests. A write begins only after it is counted. A read runs while it is counted, and its reply is replaced
 * by `too_many_requests` if the limit is exceeded.
 */
export function limitRequests({ access }: Route): Limiter {
  const replaceReply: Limiter['after'] = async request => {
    const excess = await request.internal.excess
    if (excess) request.response = problemReply(excess, request.event.requestContext.requestId)
  }
  return {
    before: async ({ event, context: { tenant }, internal }) => {
      const { keyLimit } = env
      if (!keyLimit || !tenant) return
      internal.excess = consume(event, tenant, keyLimit)
      const excess = access === 'write' && (await internal.excess)
      if (excess) throw excess
    },
    after: replaceReply,
    onError: replaceReply,
  }
}

/**
 * Counts a request in the table. API Gateway's usage plans are not used: they are inexact, do not return the time of
 * the next allowed request, and reject keys that API Gateway does not store.
 */
async function consume(
  { requestContext }: APIGatewayProxyEvent,
  { account }: Tenant,
  keyLimit: KeyLimit,
): Promise<Problem | null> {
  const subject = String(requestContext.authorizer?.principalId)
  const limit = { ...keyLimit, name: 'key', subject, period: 'second' } as const
  try {
    await consumeRateLimit(account, limit)
  } catch (error) {
    if (error instanceof Problem && error.code === 'too_many_requests') return error
    /** If the rate limit cannot be checked, the request is accepted. */
    logFault('The rate limit could not be checked.', error)
  }
  return null
}
