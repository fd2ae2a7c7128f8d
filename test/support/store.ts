/** Creates stores for tests, and calls endpoints through their real handlers. */

import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import { inject } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { routes } from '../../lib/api.ts'
import type { KeyScope } from '../../lib/core/key-scopes.ts'
import { publicCodeOf, statusOf } from '../../lib/core/problem.ts'
import type { Feature, Mode, Tenant } from '../../lib/core/tenant.ts'
import { features } from '../../lib/core/tenant.ts'
import { headerComponents, problemHeadersOf, replyHeadersOf } from '../../lib/http/documented-headers.ts'
import { problemsOf } from '../../lib/http/documented-problems.ts'
import { requireValidReply } from '../../lib/http/reply.ts'
import type { Route } from '../../lib/http/route.ts'
import { recordProblem } from './problem-coverage.ts'

export interface Call {
  params?: Record<string, string>
  /** Parameters that are inserted in the path unchanged, without encoding them. */
  rawParams?: Record<string, string>
  query?: Record<string, string | string[]>
  headers?: Record<string, string | string[]>
  /** The body, which is sent as JSON if it is not text or bytes. */
  body?: unknown
  /** The time that the Lambda has left; ten minutes by default. */
  remainingMilliseconds?: number
}

export interface Reply<T = any> {
  status: number
  headers: Record<string, string>
  body: T
}

/** Creates a store with all features. */
export async function newTenant(mode: Mode = 'Test'): Promise<Tenant> {
  const { account } = await accounts.create({ name: 'A test store', currency: 'EUR', features: [...features] })
  return { account, mode }
}

export const otherMode = ({ account, mode }: Tenant): Tenant => ({ account, mode: mode === 'Live' ? 'Test' : 'Live' })

/** A tenant, with properties of its store and of the caller's key that differ from the defaults. */
type Caller = Tenant & {
  enabled?: boolean
  currency?: string
  features?: readonly Feature[]
  keyId?: string
  scope?: KeyScope
  /** The authorizer sets this field during a maintenance. */
  maintenance?: { until: string; message?: string }
}

/** Calls an endpoint such as `orders.list` as API Gateway would, on behalf of a tenant. */
export async function call<T = any>(name: string, tenant: Caller, request: Call = {}): Promise<Reply<T>> {
  const [module, verb] = name.split('.')
  const { handler } = await import(`../../functions/${module}/${verb}.ts`)
  const result: APIGatewayProxyResult = await handler(eventFor(name, tenant, request), contextFor(request))
  requireValidReply(routeOf(name), result)
  const reply = { status: result.statusCode, headers: textHeaders(result), body: bodyOf(result) }
  requireDeclaredProblem(name, reply)
  requireDocumentedHeaders(name, reply)
  return reply
}

/**
 * Throws an error if the endpoint does not declare the problem that it returns. Otherwise, records the problem, because
 * tests must cover every declared problem.
 */
function requireDeclaredProblem(name: string, { status, body }: Reply): void {
  if (status < 400) return
  const code = problemsOf(routeOf(name)).find(
    declared => publicCodeOf(declared) === body.code && statusOf(declared) === status,
  )
  if (!code) throw new Error(`${name} returned ${status} ${body.code}, which it does not declare.`)
  recordProblem(inject('problemCoverageFile'), `${name} ${code}`)
}

/** Throws an error if the reply has a header that the documentation describes, but not for this endpoint and status. */
function requireDocumentedHeaders(name: string, { status, headers }: Reply): void {
  const route = routeOf(name)
  if (route.isPublic) return
  const documented: string[] = status < 400 ? replyHeadersOf(route) : problemHeadersOf(route, status)
  for (const header of Object.keys(headerComponents.headers))
    if (header in headers && !documented.includes(header))
      throw new Error(`${name} returned ${status} with the header ${header}, which is not documented.`)
}

const textHeaders = ({ headers = {} }: APIGatewayProxyResult) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

function bodyOf({ body, headers = {}, isBase64Encoded }: APIGatewayProxyResult): any {
  const isJson = String(headers['Content-Type']).includes('json')
  return isJson && body && !isBase64Encoded ? JSON.parse(body) : body
}

function routeOf(name: string): Route {
  const route = routes.find(candidate => candidate.name === name)
  if (!route) throw new Error(`There is no endpoint ${name}.`)
  return route
}

/**
 * Returns the context of a Lambda. By default, ten minutes are left, so that only tests of deadlines depend on the
 * speed of the machine.
 */
export const contextFor = ({ remainingMilliseconds = 600_000 }: Call = {}) =>
  ({ getRemainingTimeInMillis: () => remainingMilliseconds }) as Context

let requestCount = 0

export function eventFor(name: string, tenant: Caller, request: Call): APIGatewayProxyEvent {
  const route = routeOf(name)
  const encoded = Object.entries(request.params ?? {}).map(([key, value]) => [key, encodeURIComponent(value)])
  const pathParameters = { ...Object.fromEntries(encoded), ...request.rawParams }
  const path = route.path.replace(/\{(\w+)\+?\}/g, (_, key) => pathParameters[key])
  const bytes = bytesOf(request.body)
  const query = listed(request.query)
  const headers = listed({ ...(bytes && { 'Content-Type': 'application/json' }), ...request.headers })
  return {
    resource: route.path,
    path,
    httpMethod: route.method,
    headers: lastOf(headers),
    multiValueHeaders: Object.fromEntries(headers),
    pathParameters,
    queryStringParameters: lastOf(query),
    multiValueQueryStringParameters: Object.fromEntries(query),
    stageVariables: null,
    body: bytes?.toString('base64') ?? null,
    isBase64Encoded: bytes !== null,
    requestContext: {
      requestId: `test-${++requestCount}`,
      path: `/test${path}`,
      stage: 'test',
      authorizer: {
        principalId: tenant.keyId ?? 'test-key',
        account: String(tenant.account),
        mode: tenant.mode,
        enabled: String(tenant.enabled ?? true),
        currency: tenant.currency ?? 'EUR',
        features: (tenant.features ?? features).join(),
        scope: tenant.scope ?? 'all',
        ...(tenant.maintenance && {
          maintenanceUntil: tenant.maintenance.until,
          maintenanceMessage: tenant.maintenance.message,
        }),
      },
    },
  } as unknown as APIGatewayProxyEvent
}

const listed = (fields: Record<string, string | string[]> = {}) =>
  Object.entries(fields).map(([key, value]) => [key, [value].flat()] as const)
const lastOf = (fields: ReturnType<typeof listed>) =>
  Object.fromEntries(fields.map(([key, values]) => [key, values.at(-1)]))

function bytesOf(body: unknown): Buffer | null {
  if (body === undefined) return null
  return Buffer.from(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
}
