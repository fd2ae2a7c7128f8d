/** Authorizes requests for API Gateway: finds the account and the mode of an API key. */

import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda'
import { allowedRequests, defaultScope, type KeyScope } from '../core/key-scopes.ts'
import * as maintenanceMode from '../maintenance-mode/index.ts'
import { authenticate } from './index.ts'

/**
 * Returns the key in a header of HTTP Basic: the user name, or the password if the user name is empty. For any other
 * header, the result is not a valid key.
 */
function secretOf(header: string): string {
  const encoded = /^\s*Basic\s+(\S+)\s*$/i.exec(header)?.[1] ?? ''
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const [user = '', password = ''] = decoded.split(':', 2)
  return (user || password).trim()
}

/**
 * Returns a policy with all requests that the scope allows, because API Gateway caches the policy and uses it for all
 * requests with the same authorization header. The first two segments of `methodArn` are the API and its stage.
 */
function policyOf(scope: KeyScope, methodArn: string) {
  const [api, stage] = methodArn.split('/', 2)
  const resources = allowedRequests[scope].map(request => `${api}/${stage}/${request}`)
  return {
    Version: '2012-10-17' as const,
    Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow' as const, Resource: resources }],
  }
}

/**
 * Returns the maintenance of the installation; null if there is none. Also returns null if the row of the maintenance
 * cannot be read, because an error would block all stores, although there is usually no maintenance.
 */
const findMaintenance = () => maintenanceMode.find().catch(() => null)

/**
 * Throws if the key is invalid. The message of the error must be `Unauthorized`, so that API Gateway replies 401. API
 * Gateway replies 500 to any other message.
 */
export async function authorize(event: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const [authenticated, maintenance] = await Promise.all([
    authenticate(secretOf(event.authorizationToken)),
    findMaintenance(),
  ])
  if (!authenticated) throw new Error('Unauthorized')
  const { key, account } = authenticated
  return {
    principalId: key.id,
    policyDocument: policyOf(key.scope ?? defaultScope, event.methodArn),
    context: {
      account: key.account,
      mode: key.mode,
      enabled: account.enabled,
      currency: account.currency,
      features: account.features.join(),
      scope: key.scope ?? defaultScope,
      ...(maintenance && {
        maintenanceUntil: maintenance.until,
        ...(maintenance.message && { maintenanceMessage: maintenance.message }),
      }),
    },
  }
}
