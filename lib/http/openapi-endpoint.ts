/** Creates the OpenAPI operation of one endpoint. */

import * as z from 'zod'
import { isObject } from '../core/json.ts'
import { scopesAllowing } from '../core/key-scopes.ts'
import { Problem, publicCodeOf, statusOf } from '../core/problem.ts'
import { problemHeadersOf, replyHeadersOf, requestHeadersOf } from './documented-headers.ts'
import { problemsOf } from './documented-problems.ts'
import type { Json, JsonSchemaComponents } from './json-schema.ts'
import { type Route, successStatusOf } from './route.ts'

const problemMedia = 'application/problem+json'
const jsonMedia = 'application/json'
const linesMedia = 'application/x-ndjson'
const linesContent = { schema: { type: 'string', description: 'One JSON value per line.' } }
const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

const headers = (names: string[]) => Object.fromEntries(names.map(name => [name, reference('headers', name)]))

export interface Sample {
  body?: unknown
  params: Record<string, string>
  reply?: unknown
}

/** Registers the example of a schema. zod copies registered metadata, such as `examples`, to the JSON Schema. */
const setExample = (schema: z.core.$ZodType, example: unknown) =>
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), examples: [example] })

/**
 * Registers the sample as the example of the schema. The first item of a page is also registered, as the example of the
 * items' schema. Of an array, only the first entry is registered, as the example of the entries' schema.
 */
export function registerExamples(schema: z.ZodType, sample: unknown): void {
  if (schema instanceof z.ZodArray && Array.isArray(sample)) setExample(schema.element, sample[0])
  else setExample(schema, sample)
  if (schema instanceof z.ZodObject && schema.shape.items && isObject(sample))
    registerExamples(schema.shape.items, sample.items)
}

/** Returns the example of a schema. The example of an array has one entry, which is the example of the items. */
function exampleOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element)]
  const { examples } = z.globalRegistry.get(schema) ?? {}
  return Array.isArray(examples) ? examples[0] : undefined
}

/**
 * Returns a disabled example for an enumeration without a default. Otherwise, API clients would preselect the first
 * value.
 */
const disabledExample = (schema: { enum?: unknown[]; default?: unknown }) =>
  schema.enum && schema.default === undefined
    ? { examples: { disabled: { value: schema.enum[0], 'x-disabled': true } } }
    : {}

function parameters(route: Route, schemas: JsonSchemaComponents, { params }: Sample): Json[] {
  const sources = [
    ['path', route.params],
    ['query', route.query],
  ] as const
  const fields = sources.flatMap(([location, object]) =>
    Object.entries(object?.shape ?? {}).map(([name, field]) => {
      const schema = schemas.of(field, 'parameter')
      const example = location === 'path' ? { example: params[name] } : disabledExample(schema)
      const required = location === 'path' || !field.safeParse(undefined).success
      const { description } = field
      return {
        name,
        in: location,
        required,
        ...(!required && { allowEmptyValue: true }),
        ...(description && { description }),
        schema,
        ...example,
      }
    }),
  )
  return [...fields, ...requestHeadersOf(route).map(name => reference('parameters', name))]
}

function success(route: Route, schemas: JsonSchemaComponents): Json {
  const replyHeaders = headers(replyHeadersOf(route))
  const status = successStatusOf(route)
  if (!route.reply) return { [status]: { description: 'Success, without a body.', headers: replyHeaders } }
  const content = { [jsonMedia]: { schema: schemas.of(route.reply, 'reply'), example: exampleOf(route.reply) } }
  return { [status]: { description: 'Success.', headers: replyHeaders, content } }
}

function problemResponses(route: Route): Json {
  const byStatus = Map.groupBy(problemsOf(route), statusOf)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const examples = Object.fromEntries(codes.map(code => [code, reference('examples', code)]))
      const content = { [problemMedia]: { schema: reference('schemas', 'Problem'), examples } }
      const description = codes.map(code => `**${publicCodeOf(code)}**: ${new Problem(code).message}`).join('\n\n')
      return [status, { description, headers: headers(problemHeadersOf(route, status)), content }]
    }),
  )
}

const orList = new Intl.ListFormat('en', { type: 'disjunction' })

function texts(route: Route): { summary: string; description: string } {
  const { purpose, details } = route
  const [, summary = purpose, rest] = /^(.*?)\.(?: (.*))?$/s.exec(purpose) ?? []
  const scopes = `Scope of the key: ${orList.format(scopesAllowing(route).map(scope => `\`${scope}\``))}.`
  return { summary, description: [rest, details, scopes].filter(Boolean).join('\n\n') }
}

/**
 * Returns one entry of `security` for each scope, because a key needs only one of the scopes. OpenAPI 3.1 allows scopes
 * also for HTTP Basic, and calls them roles.
 */
const securityOf = (route: Route) => scopesAllowing(route).map(scope => ({ key: [scope] }))

export function openapiEndpoint(route: Route, sample: Sample = { params: {} }, schemas: JsonSchemaComponents): Json {
  const notModified = requestHeadersOf(route).includes('If-None-Match')
    ? { 304: { description: 'The object matches the ETag in If-None-Match.', headers: headers(replyHeadersOf(route)) } }
    : {}
  const body = route.body && { schema: schemas.of(route.body, 'body'), example: sample.body }
  const content = body && { [jsonMedia]: body, ...(route.maxLines && { [linesMedia]: linesContent }) }
  return {
    operationId: route.name,
    tags: [route.name.split('.')[0]],
    ...texts(route),
    ...(route.successor && { deprecated: true }),
    security: securityOf(route),
    parameters: parameters(route, schemas, sample),
    ...(content && { requestBody: { required: true, content } }),
    responses: { ...success(route, schemas), ...notModified, ...problemResponses(route) },
  }
}
