/** Runs the authorizer, and caches its result for each Authorization header, as API Gateway does. */

import type { IncomingMessage } from 'node:http'
import type { APIGatewayAuthorizerResult, PolicyDocument, Statement } from 'aws-lambda'
import { ApiGatewayError } from '../../api-gateway-replies.ts'
import { authorizationPattern, authorizerCacheSeconds } from '../../constants.ts'
import type { Invoke } from '../lambda.ts'

/** API Gateway passes every value of the authorizer's context to Lambdas as text. */
export type AuthorizerContext = Record<string, string>

const maxCached = 1000

const hasKeyForm = new RegExp(authorizationPattern)

const apiArn = 'arn:aws:execute-api:local:000000000000:local/local'

function toPattern(resource: string): RegExp {
  const literal = resource.replace(/[\\^$.+()[\]{}|]/g, '\\$&')
  return new RegExp(`^${literal.replaceAll('*', '.*').replaceAll('?', '.')}$`)
}

const covers = (statement: Statement, arn: string) =>
  'Resource' in statement && [statement.Resource].flat().some(resource => toPattern(String(resource)).test(arn))

/**
 * Converts an error that the authorizer has thrown. API Gateway replies 401 to the message `Unauthorized`, and 500 to
 * any other message.
 */
const errorOf = (thrown: unknown) =>
  thrown instanceof Error && thrown.message === 'Unauthorized'
    ? new ApiGatewayError('UNAUTHORIZED')
    : new ApiGatewayError('AUTHORIZER_FAILURE', thrown)

/** Returns whether the policy allows the request `arn`. One policy is cached for all requests with the same header. */
function allows({ Statement }: PolicyDocument, arn: string): boolean {
  const effects = Statement.filter(statement => covers(statement, arn)).map(({ Effect }) => Effect)
  return effects.includes('Allow') && !effects.includes('Deny')
}

function callerOf({ principalId, context = {} }: APIGatewayAuthorizerResult): AuthorizerContext {
  const values = Object.entries(context ?? {}).map(([name, value]) => [name, String(value)])
  return { ...Object.fromEntries(values), principalId }
}

export function createAuthorize(invoke: Invoke) {
  const cache = new Map<string, { until: number; result: APIGatewayAuthorizerResult }>()

  async function authorizerResult(authorizationToken: string, methodArn: string): Promise<APIGatewayAuthorizerResult> {
    const cached = cache.get(authorizationToken)
    if (cached && cached.until > Date.now()) return cached.result
    const event = { type: 'TOKEN', authorizationToken, methodArn }
    const result = (await invoke('authorizer', event)) as APIGatewayAuthorizerResult
    cache.delete(authorizationToken)
    cache.set(authorizationToken, { until: Date.now() + authorizerCacheSeconds * 1000, result })
    for (const [oldest] of cache) if (cache.size > maxCached) cache.delete(oldest)
    return result
  }

  return async ({ headers, method }: IncomingMessage, path: string): Promise<AuthorizerContext> => {
    const header = headers.authorization
    if (!header || !hasKeyForm.test(header)) throw new ApiGatewayError('UNAUTHORIZED')
    const arn = `${apiArn}/${method}${path}`
    const result = await authorizerResult(header, arn).catch(error => {
      throw errorOf(error)
    })
    if (!allows(result.policyDocument, arn)) throw new ApiGatewayError('ACCESS_DENIED')
    return callerOf(result)
  }
}
