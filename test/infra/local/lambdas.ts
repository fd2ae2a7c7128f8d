/** A small API of odd Lambdas, and an authorizer that lets `good` in. */

import type { Handler } from '../../../infra/local/lambda.ts'
import { defineEndpoints, type Route } from '../../../lib/http/route.ts'
import { serving } from './serving.ts'

const told = { purpose: 'A test.' }

const odd = defineEndpoints('odd', 'Of tests.', {
  list: { ...told, method: 'GET', path: '/odd', access: 'read' },
  create: { ...told, method: 'POST', path: '/odd', access: 'write' },
  count: { ...told, method: 'GET', path: '/odd/count', access: 'read' },
  get: { ...told, method: 'GET', path: '/odd/{id}', access: 'read' },
  part: { ...told, method: 'PUT', path: '/odd/{id}/parts/{part}', access: 'write' },
  open: { ...told, method: 'GET', path: '/open', access: 'public' },
  take: { ...told, method: 'POST', path: '/open', access: 'public' },
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

/** Says what it was given. */
const echo: Handler = event => ({ statusCode: 200, body: JSON.stringify(event) })

/** Each Lambda echoes unless the test says otherwise. */
export const servingOdd = (lambdas: Record<string, Handler> = {}, milliseconds?: number) =>
  serving({
    routes,
    load: async name => lambdas[name] ?? (name === 'authorizer' ? authorizer : echo),
    ...(milliseconds && { milliseconds }),
  })

export const good = { Authorization: 'good' }
