/** Creates the OpenAPI 3.1 document of the API from the same route definitions that handle its requests. */

import { Problem, type ProblemCode, problemBody, publicCodes } from '../core/problem.ts'
import { headerComponents } from './documented-headers.ts'
import { problemsOf } from './documented-problems.ts'
import { type Json, JsonSchemaComponents } from './json-schema.ts'
import { openapiEndpoint, registerExamples, type Sample } from './openapi-endpoint.ts'
import type { Route } from './route.ts'

const exampleProblem = (code: ProblemCode) => ({
  summary: new Problem(code).message,
  value: problemBody(new Problem(code), '3f0c6b1e-8f0e-4a55-9c1e-0d6f4f1d2b7a'),
})

const problemSchema = {
  type: 'object',
  description: 'An error in the format of RFC 9457 (Problem Details).',
  required: ['type', 'title', 'status', 'detail', 'code', 'message', 'errors', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: publicCodes, description: 'A stable, machine-readable error code.' },
    message: { type: 'string', description: 'Same as `detail`.' },
    errors: {
      type: 'object',
      description: 'Messages by field, for up to 50 fields.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    requestId: { type: 'string' },
    refundId: {
      type: 'string',
      format: 'uuid',
      description: 'In a `gateway_timeout` of a refund: the id of the refund, which is later completed or dropped.',
    },
  },
}

function paths(routes: Route[], samples: Map<string, Sample>, schemas: JsonSchemaComponents): Json {
  const byPath = Map.groupBy(routes, route => route.path)
  return Object.fromEntries(
    [...byPath].map(([path, routes]) => {
      const operations = routes.map(route => [
        route.method.toLowerCase(),
        openapiEndpoint(route, samples.get(route.name), schemas),
      ])
      return [path, Object.fromEntries(operations)]
    }),
  )
}

/**
 * Registers the sample replies as examples of the reply schemas. Endpoints that reply with the same schema share an
 * example.
 */
function addReplyExamples(routes: Route[], samples: Map<string, Sample>): void {
  for (const { name, reply } of routes) {
    const sample = samples.get(name)?.reply
    if (reply && sample !== undefined) registerExamples(reply, sample)
  }
}

const securitySchemes = {
  key: { type: 'http', scheme: 'basic', description: 'User name: your secret API key. Password: empty.' },
}

interface Content {
  /** The routes of all endpoints. Public endpoints are not documented. */
  routes: Route[]
  /** Example requests and replies by the name of their endpoint. */
  samples: Map<string, Sample>
  /** A description of what all endpoints have in common, as Markdown. */
  introduction: string
}

export function openapiDocument({ routes, samples, introduction }: Content): Json {
  const documented = routes.filter(route => !route.isPublic)
  addReplyExamples(documented, samples)
  const schemas = new JsonSchemaComponents()
  const documentedPaths = paths(documented, samples, schemas)
  const codes = new Set(documented.flatMap(problemsOf))
  const modules = new Map(documented.map(route => [route.name.split('.')[0], route.moduleDescription]))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Store back office',
      version: '1',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '.' }],
    security: [{ key: [] }],
    tags: [...modules].map(([name, description]) => ({ name, description })),
    paths: documentedPaths,
    components: {
      securitySchemes,
      ...headerComponents,
      examples: Object.fromEntries([...codes].map(code => [code, exampleProblem(code)])),
      schemas: { ...schemas.components, Problem: problemSchema },
    },
  }
}
