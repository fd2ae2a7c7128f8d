/** Turns an event of API Gateway into the request for the function of the endpoint, or rejects the event. */

import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import Negotiator from 'negotiator'
import * as z from 'zod'
import { runWithDeadline } from '../core/deadline.ts'
import { unwrapSchema } from '../core/fields.ts'
import { preferenceIn, toHeaderList } from '../core/header-values.ts'
import { ignoredFieldPaths } from '../core/ignored-fields.ts'
import { isObject } from '../core/json.ts'
import { defaultScope } from '../core/key-scopes.ts'
import { maintenanceProblem, Problem, problemOfMissingFeature } from '../core/problem.ts'
import type { AccountId, Mode } from '../core/tenant.ts'
import { missingBodyProblem, parseInput, parseInputStrictly } from '../core/validation.ts'
import { bodyOf, limitedBytesOf } from './body.ts'
import type { Call, Input, Middleware } from './middleware.ts'
import type { Request, Route } from './route.ts'

/** A request that still runs at the deadline of its Lambda gets the problem `timeout`. */
export const withDeadline =
  (handle: (event: APIGatewayProxyEvent, call: Call) => Promise<APIGatewayProxyResult>) =>
  (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> => {
    const call = { ...context, headers: headersOf(event), replyHeaders: {} } as Call
    return runWithDeadline(context.getRemainingTimeInMillis(), () => handle(event, call))
  }

/** Converts header names to lower case, because API Gateway keeps the spelling of the client. */
function headersOf(event: APIGatewayProxyEvent): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(event.headers ?? {})) {
    if (value !== undefined) headers[name.toLowerCase()] = value
  }
  return headers
}

/** Replaces a sequence of slashes by one slash, and removes a slash at the end. */
export const plainPath = (path: string) => path.replace(/\/{2,}/g, '/').replace(/\/$/, '')

/** Returns a slash and the name of the stage if the called URL contains the stage; otherwise an empty text. */
export const basePathOf = ({ path, requestContext: { stage, path: calledPath } }: APIGatewayProxyEvent) =>
  calledPath === `/${stage}${path}` ? `/${stage}` : ''

/**
 * Matches the parameters of a media type, such as `charset`, except the quality `q`. The matched parameters are
 * ignored.
 */
const otherParameters = /;\s*(?!q\s*=)[\w!#$&^.+-]+\s*=\s*(?:"[^"]*"|[^\s;,"]*)/gi

export const requireAccepted = ({ media = 'application/json' }: Route): Middleware => ({
  before: ({ context: { headers } }) => {
    const accept = headers.accept?.replace(otherParameters, '').trim()
    const accepted = new Negotiator({ headers: accept ? { accept } : {} }).mediaTypes([media])
    if (accepted.length === 0) throw new Problem('not_acceptable')
  },
})

/**
 * Sets the tenant, the currency and the scope of the caller. Callers of public endpoints have none of these. Rejects
 * callers of a disabled account, and all callers during a maintenance.
 */
export const identifyCaller = ({ isPublic }: Route): Middleware => ({
  before: ({ event, context: call }) => {
    if (!isPublic) Object.assign(call, callerOf(event))
  },
})

/**
 * Returns the caller from the context of the authorizer. All values of this context are texts. An older version of the
 * authorizer returned no scope, and its contexts may still be cached.
 */
function callerOf(event: APIGatewayProxyEvent): Pick<Call, 'tenant' | 'currency' | 'scope'> {
  const { account, mode, enabled, currency, scope = defaultScope, ...rest } = event.requestContext.authorizer ?? {}
  if (!account || !mode || !currency) throw new Error('The event has no authorizer context.')
  const { maintenanceUntil: until, maintenanceMessage: message } = rest
  if (until) throw maintenanceProblem({ until, message })
  if (String(enabled) !== 'true') throw new Problem('account_disabled')
  return { tenant: { account: Number(account) as AccountId, mode: mode as Mode }, currency, scope }
}

/** Rejects the request if its account lacks the feature. The authorizer passes all features as one text with commas. */
export const requireFeature = ({ feature }: Route): Middleware => ({
  before: ({ event }) => {
    const { features = '' } = event.requestContext.authorizer ?? {}
    if (feature && !String(features).split(',').includes(feature)) throw new Problem(problemOfMissingFeature[feature])
  },
})

/** An invalid path parameter identifies no object, so the reply is 404. */
function parseParams<S extends z.ZodObject>(schema: S, event: APIGatewayProxyEvent, text = ''): z.output<S> {
  const decoded = Object.entries(event.pathParameters ?? {}).map(([name, value]) => [name, decode(value ?? '')])
  const params: Record<string, string> = Object.fromEntries(decoded)
  const result = schema.safeParse(params)
  if (!result.success) throw new Problem('not_found', text ? { message: fillIn(text, params) } : {})
  return result.data
}

const fillIn = (text: string, params: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Problem('not_found')
  }
}

/**
 * Returns the query parameters without empty values. A parameter that the schema defines as an array gets all its
 * values. Any other parameter gets its last value.
 */
function queryOf(schema: z.ZodObject, event: APIGatewayProxyEvent): Record<string, unknown> {
  const sent = Object.entries(event.multiValueQueryStringParameters ?? {})
  const named = sent.flatMap(([name, values = []]) =>
    values.filter(value => value !== '').map(value => ({ name: parameterName(schema, name), value })),
  )
  const entries = [...Map.groupBy(named, ({ name }) => name)].map(([name, all]) => {
    const values = all.map(({ value }) => value)
    return [name, isArray(schema, name) ? values : values.at(-1)]
  })
  return Object.fromEntries(entries)
}

/**
 * Removes brackets from the name of a parameter that the schema defines. PHP sends a parameter with several values as
 * `states[]` or `states[0]`.
 */
function parameterName({ shape }: z.ZodObject, name: string): string {
  const bareName = name.replace(/\[\d*\]$/, '')
  return Object.hasOwn(shape, bareName) ? bareName : name
}

function isArray({ shape }: z.ZodObject, name: string): boolean {
  const schema = Object.hasOwn(shape, name) ? shape[name] : undefined
  return schema !== undefined && unwrapSchema(schema)._zod.def.type === 'array'
}

function prefersStrict(event: APIGatewayProxyEvent): boolean {
  const headers = Object.entries(event.multiValueHeaders ?? {})
  const prefer = headers.flatMap(([name, values]) => (name.toLowerCase() === 'prefer' ? (values ?? []) : []))
  return preferenceIn(prefer.join(), 'handling') === 'strict'
}

const noParameters = z.object({})

/** Reads the query and the body without checking them against the schemas. Rejects a body that is not JSON. */
export const readInput = (route: Route): Middleware => ({
  before: ({ event, context: call }) => {
    const query = queryOf(route.query ?? noParameters, event)
    const body = route.body && bodyOf(event, route, call.headers['content-type'])
    const isStrict = prefersStrict(event)
    call.input = { query, body, isStrict, ignored: isStrict ? [] : ignoredIn(route, { query, body }) }
  },
})

const ignoredIn = ({ query, body }: Route, input: Pick<Input, 'query' | 'body'>): string[] => [
  ...ignoredFieldPaths(query ?? noParameters, input.query),
  ...(body ? ignoredFieldPaths(body, input.body) : []),
]

/** Sets `Preference-Applied` for a strict request, and `Ignored` to the names of ignored fields and parameters. */
export const reportIgnoredFields = (route: Route): Middleware => ({
  before: ({ context: { input, replyHeaders } }) => {
    if (input.isStrict) replyHeaders['Preference-Applied'] = 'handling=strict'
    setIgnored(replyHeaders, input.ignored)
  },
  after: ({ context: { input, replyHeaders, result } }) => {
    const unused = unusedIn(route, input, result).filter(name => !input.ignored.includes(name))
    setIgnored(replyHeaders, [...input.ignored, ...unused])
  },
})

function setIgnored(replyHeaders: Record<string, string>, names: readonly string[]): void {
  if (names.length > 0) replyHeaders.Ignored = toHeaderList(names)
}

/** Returns the sent fields that the saved object does not have, such as `stock` if the stock is not tracked. */
function unusedIn({ method, reply }: Route, { body }: Input, result: unknown): string[] {
  if (method !== 'PUT' || !reply || !isObject(body) || !isObject(result)) return []
  const { def } = unwrapSchema(reply)._zod
  const isUnused = (name: string) =>
    def.type === 'object' && Object.hasOwn(def.shape, name) && body[name] != null && result[name] === undefined
  return Object.keys(body).filter(isUnused)
}

export const parseRequest = (route: Route): Middleware => ({
  before: ({ event, context: call }) => {
    const { headers, tenant, currency, scope, input } = call
    const basePath = basePathOf(event)
    const raw = route.isWebhook && { body: limitedBytesOf(event, route), headers }
    const parsed = parseInputOf(route, event, input)
    const ifMatch = headers['if-match']
    call.request = { ...parsed, raw, ifMatch, tenant, currency, scope, basePath, newId: undefined } as Call['request']
  },
})

/** Parses the path, then the query, then the body. Reports only the faults of the first part that has faults. */
function parseInputOf(route: Route, event: APIGatewayProxyEvent, { query, body, isStrict }: Input) {
  const parse = isStrict ? parseInputStrictly : parseInput
  return {
    params: route.params && parseParams(route.params, event, route.invalidIdMessage),
    query: parse(route.query ?? noParameters, query, 'query'),
    body: route.body && parse(route.body, requireBody(route.body, body), 'body'),
  } satisfies Pick<Request<Route>, 'params' | 'query' | 'body'>
}

function requireBody(schema: z.ZodType, body: unknown): unknown {
  if (body === undefined) throw missingBodyProblem(schema)
  return body
}
