/** Defines a small API for tests of the gateway, with an authorizer that accepts one key. */

import type { Handler } from '../../../infra/local/lambda.ts'
import { defineEndpoints, type Route } from '../../../lib/http/route.ts'
import { startGateway } from './test-gateway.ts'

const common = { purpose: 'A test.' }

const widgets = defineEndpoints('widgets', 'Endpoints for tests.', {
  list: { ...common, method: 'GET', path: '/widgets', access: 'read' },
  create: { ...common, method: 'POST', path: '/widgets', access: 'write' },
  count: { ...common, method: 'GET', path: '/widgets/count', access: 'read' },
  get: { ...common, method: 'GET', path: '/widgets/{id}', access: 'read' },
  part: { ...common, method: 'PUT', path: '/widgets/{id}/parts/{part}', access: 'write' },
  open: { ...common, method: 'GET', path: '/open', isPublic: true, access: 'none' },
  post: { ...common, method: 'POST', path: '/open', isPublic: true, access: 'none' },
})
const routes: Route[] = Object.values(widgets)

export const policy = (effect: string, resource = 'arn:aws:execute-api:local:000000000000:local/local/*') => ({
  principalId: 'test-key',
  policyDocument: { Statement: [{ Action: 'execute-api:Invoke', Effect: effect, Resource: resource }] },
  context: { account: 1001, enabled: true },
})

const authorizer: Handler = event =>
  policy((event as { authorizationToken: string }).authorizationToken === goodKey ? 'Allow' : 'Deny')

/** Replies with the event it received. */
const echo: Handler = event => ({ statusCode: 200, body: JSON.stringify(event) })

/** Starts a gateway whose Lambdas return their event, except those that the test replaces. */
export const startTestApi = (lambdas: Record<string, Handler> = {}, milliseconds?: number) =>
  startGateway({
    routes,
    load: async name => lambdas[name] ?? (name === 'authorizer' ? authorizer : echo),
    ...(milliseconds && { milliseconds }),
  })

/** Returns an Authorization header in the format of a secret key. */
export const keyHeader = (name: string) => `Basic ${btoa(`sk_test_${name.padEnd(49, 'x')}:`)}`

const goodKey = keyHeader('good')
export const good = { Authorization: goodKey }
