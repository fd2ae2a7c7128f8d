/** Answers API Gateway's question who is calling: which account, in which mode, or nobody. */

import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda'
import { authenticate } from './index.ts'

/**
 * The key in a Basic header, as callers in the wild write it: as user name with or without a colon, its password
 * ignored, or as the password of an empty user name. Anything else gives a text that is no key.
 */
function secretIn(header: string): string {
  const encoded = /^\s*Basic\s+(\S+)\s*$/i.exec(header)?.[1] ?? ''
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const [user = '', password = ''] = decoded.split(':', 2)
  return (user || password).trim()
}

/** The answer is cached by the header and serves every method, so it must speak of the whole API. */
const wholeApi = (methodArn: string) => `${methodArn.split('/', 2).join('/')}/*`

const policy = (effect: 'Allow' | 'Deny', resource: string) => ({
  Version: '2012-10-17' as const,
  Statement: [{ Action: 'execute-api:Invoke', Effect: effect, Resource: resource }],
})

/** A refusal is an answer, not an exception: it can be cached, and the gateway words it as 401. */
export async function authorize(event: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const opened = await authenticate(secretIn(event.authorizationToken))
  const resource = wholeApi(event.methodArn)
  if (!opened) return { principalId: 'nobody', policyDocument: policy('Deny', resource) }
  const { key, account } = opened
  return {
    principalId: key.id,
    policyDocument: policy('Allow', resource),
    context: {
      account: key.account,
      mode: key.mode,
      enabled: account.enabled,
      currency: account.currency,
    },
  }
}
