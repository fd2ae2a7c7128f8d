/** The OpenAPI 3.1 document of the API, made from the same entries that route, read and answer its requests. */

import { Problem, type ProblemCode, problemBody, problemCodes } from '../core/problem.ts'
import { headerComponents } from './headers.ts'
import { type Json, Schemas } from './json-schema.ts'
import { operation, type Sample } from './operation.ts'
import { problemsOf } from './problems.ts'
import type { Route } from './route.ts'

const exampleProblem = (code: ProblemCode) => ({
  summary: new Problem(code).message,
  value: problemBody(new Problem(code), '3f0c6b1e-8f0e-4a55-9c1e-0d6f4f1d2b7a'),
})

const problemSchema = {
  type: 'object',
  description: 'Why a request was refused.',
  required: ['type', 'title', 'status', 'detail', 'code', 'message', 'errors', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: problemCodes, description: 'Stable: made to be compared.' },
    message: { type: 'string', description: 'The same text as `detail`.' },
    errors: {
      type: 'object',
      description: 'The faults by field, those of the first fifty at once.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    requestId: { type: 'string' },
  },
}

function paths(routes: Route[], samples: Map<string, Sample>, schemas: Schemas): Json {
  const byPath = Map.groupBy(routes, route => route.path)
  return Object.fromEntries(
    [...byPath].map(([path, routes]) => {
      const operations = routes.map(route => [
        route.method.toLowerCase(),
        operation(route, samples.get(route.name), schemas),
      ])
      return [path, Object.fromEntries(operations)]
    }),
  )
}

const introduction = `The back office of an online store's checkout.

Every request carries the account's secret API key as the user name of HTTP Basic, with an empty password; the key
decides the account and the mode (Live or Test). Bodies and replies are JSON. Unknown fields and query parameters are
ignored; numbers and booleans are accepted as text, enumerations in any case. Every refusal is a problem in the form of
RFC 9457 with a stable code.`

const securitySchemes = {
  key: {
    type: 'http',
    scheme: 'basic',
    description:
      'User name: the secret API key. Password: empty. Typed in here, it is part of every example.',
  },
}

/** Documents all that needs a key; `samples` are example requests by endpoint. */
export function openapi(routes: Route[], samples: Map<string, Sample>): Json {
  const documented = routes.filter(route => route.access !== 'public')
  const schemas = new Schemas()
  const described = paths(documented, samples, schemas)
  const answered = new Set(documented.flatMap(problemsOf))
  const rooms = new Map(documented.map(route => [route.name.split('.')[0], route.moduleDescription]))
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
    tags: [...rooms].map(([name, description]) => ({ name, description })),
    paths: described,
    components: {
      securitySchemes,
      ...headerComponents,
      examples: Object.fromEntries([...answered].map(code => [code, exampleProblem(code)])),
      schemas: { ...schemas.components, Problem: problemSchema },
    },
  }
}
