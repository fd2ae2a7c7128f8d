/** One endpoint as OpenAPI says it. */

import type * as z from 'zod'
import { Problem, statusOf } from '../core/problem.ts'
import { problemHeadersOf, replyHeadersOf, requestHeadersOf } from './headers.ts'
import type { Json, Schemas } from './json-schema.ts'
import { problemsOf } from './problems.ts'
import type { Route } from './route.ts'

const problem = 'application/problem+json'
const json = 'application/json'
const referTo = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

const headers = (names: string[]) => Object.fromEntries(names.map(name => [name, referTo('headers', name)]))

/** The example of the shape itself, or of the shape its entries have. */
function exampleOf(shape: z.ZodType): unknown {
  const element = (shape as Partial<z.ZodArray>).element
  if (element) return [exampleOf(element as z.ZodType)]
  const { examples } = shape.meta() ?? {}
  return Array.isArray(examples) ? examples[0] : undefined
}

/** A request as somebody might send it. */
export interface Sample {
  body?: unknown
  params: Record<string, string>
}

/** Pages that try endpoints send the first of a closed list, unless there is a default, or an example that says no. */
const unsent = (schema: { enum?: unknown[]; default?: unknown }) =>
  schema.enum && schema.default === undefined
    ? { examples: { unsent: { value: schema.enum[0], 'x-disabled': true } } }
    : {}

function parameters(route: Route, schemas: Schemas, { params }: Sample): Json[] {
  const located = [
    ['path', route.params],
    ['query', route.query],
  ] as const
  const fields = located.flatMap(([where, shape]) =>
    Object.entries(shape?.shape ?? {}).map(([name, field]) => {
      const schema = schemas.of(field, 'input')
      const example = where === 'path' ? { example: params[name] } : unsent(schema)
      const required = where === 'path' || !field.safeParse(undefined).success
      const { description } = field
      return { name, in: where, required, ...(description && { description }), schema, ...example }
    }),
  )
  return [...fields, ...requestHeadersOf(route).map(name => referTo('parameters', name))]
}

function requestBody(shape: z.ZodType, sample: unknown, schemas: Schemas): Json {
  return { required: true, content: { [json]: { schema: schemas.of(shape, 'input'), example: sample } } }
}

function success(route: Route, schemas: Schemas): Json {
  if (!route.reply)
    return { 204: { description: 'Done; there is nothing to say.', headers: headers(['X-Request-Id']) } }
  const content = { [json]: { schema: schemas.of(route.reply, 'output'), example: exampleOf(route.reply) } }
  return { 200: { description: 'Done.', headers: headers(replyHeadersOf(route)), content } }
}

function refusals(route: Route): Json {
  const byStatus = Map.groupBy(problemsOf(route), statusOf)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const examples = Object.fromEntries(codes.map(code => [code, referTo('examples', code)]))
      const content = { [problem]: { schema: referTo('schemas', 'Problem'), examples } }
      const description = codes.map(code => `**${code}**: ${new Problem(code).message}`).join('\n\n')
      return [status, { description, headers: headers(problemHeadersOf(route, status)), content }]
    }),
  )
}

export function operation(route: Route, sample: Sample = { params: {} }, schemas: Schemas): Json {
  const unchanged = requestHeadersOf(route).includes('If-None-Match')
    ? {
        304: {
          description: 'The object is still in the state that If-None-Match names.',
          headers: headers(['X-Request-Id', 'ETag']),
        },
      }
    : {}
  return {
    operationId: route.name,
    tags: [route.name.split('.')[0]],
    summary: route.name,
    description: [route.purpose, route.details].filter(Boolean).join('\n\n'),
    parameters: parameters(route, schemas, sample),
    ...(route.body && { requestBody: requestBody(route.body, sample.body, schemas) }),
    responses: { ...success(route, schemas), ...unchanged, ...refusals(route) },
  }
}
