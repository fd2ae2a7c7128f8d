/** A small API for tests of the gateway, and an authorizer that accepts the key `good`. */

import type { Handler } from '../../../infra/local/lambda.ts'
import { defineEndpoints, type Route } from '../../../lib/http/route.ts'
import { serving } from './serving.ts'

const described = { purpose: 'A test.' }

const odd = defineEndpoints('odd', 'Of tests.', {
  list: { ...described, method: 'GET', path: '/odd', access: 'read' },
  create: { ...described, method: 'POST', path: '/odd', access: 'write' },
  count: { ...described, method: 'GET', path: '/odd/count', access: 'read' },
  get: { ...described, method: 'GET', path: '/odd/{id}', access: 'read' },
  part: { ...described, method: 'PUT', path: '/odd/{id}/parts/{part}', access: 'write' },
  open: { ...described, method: 'GET', path: '/open', access: 'public' },
  take: { ...described, method: 'POST', path: '/open', access: 'public' },
})
const routes: Route[] = Object.values(odd)

export const policy = (
  effect: string,
  resource = 'arn:aws:execute-api:local:000000000000:local/local/*',
) => ({
  principalId: 'somebody',
  policyDocument: { Statement: [{ Action: 'execute-api:Invoke', Effect: effect, Resource: resource }] },
  context: { account: 1001, enabled: true },
})

const authorizer: Handler = event =>
  policy((event as { authorizationToken: string }).authorizationToken === 'good' ? 'Allow' : 'Deny')

/** Replies with the event it received. */
const echo: Handler = event => ({ statusCode: 200, body: JSON.stringify(event) })

/** Each Lambda echoes unless the test replaces it. */
export const servingOdd = (lambdas: Record<string, Handler> = {}, milliseconds?: number) =>
  serving({
    routes,
    load: async name => lambdas[name] ?? (name === 'authorizer' ? authorizer : echo),
    ...(milliseconds && { milliseconds }),
  })

export const good = { Authorization: 'good' }
