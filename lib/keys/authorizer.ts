/** The API Gateway authorizer: resolves an API key to its account and mode. */

import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda'
import { authenticate } from './index.ts'

/**
 * Returns the key in a Basic header, which is the user name, or if the user name is empty, the password. From any other
 * header, returns a text that is not a valid key.
 */
function secretOf(header: string): string {
  const encoded = /^\s*Basic\s+(\S+)\s*$/i.exec(header)?.[1] ?? ''
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const [user = '', password = ''] = decoded.split(':', 2)
  return (user || password).trim()
}

/** API Gateway caches one policy per header and uses it for all endpoints, so it must cover the whole API. */
const wholeApi = (methodArn: string) => `${methodArn.split('/', 2).join('/')}/*`

const policy = (effect: 'Allow' | 'Deny', resource: string) => ({
  Version: '2012-10-17' as const,
  Statement: [{ Action: 'execute-api:Invoke', Effect: effect, Resource: resource }],
})

/** Returns a Deny policy for an invalid key, which API Gateway caches, unlike an error. The reply is 401. */
export async function authorize(event: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const authenticated = await authenticate(secretOf(event.authorizationToken))
  const resource = wholeApi(event.methodArn)
  if (!authenticated) return { principalId: 'anonymous', policyDocument: policy('Deny', resource) }
  const { key, account } = authenticated
  return {
    principalId: key.id,
    policyDocument: policy('Allow', resource),
    context: {
      account: key.account,
      mode: key.mode,
      enabled: account.enabled,
      currency: account.currency,
      features: account.features.join(),
    },
  }
}
