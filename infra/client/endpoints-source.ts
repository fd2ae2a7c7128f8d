/** Generates `lib/client/endpoints.ts`: a table of the endpoints, and their types from the OpenAPI document. */

import { routes } from '../../lib/api.ts'
import { publicCodeOf } from '../../lib/core/problem.ts'
import { problemsOf } from '../../lib/http/documented-problems.ts'
import { openapiDocument } from '../../lib/http/openapi.ts'
import { type Route, successStatusOf } from '../../lib/http/route.ts'
import { apiGatewayProblems } from '../api-gateway-replies.ts'
import { componentsIn, docComment, objectType, quoted, refName, type Schema, typeOf, union } from './schema-types.ts'

interface Content {
  content?: Record<string, { schema: Schema }>
}

interface Operation {
  parameters: { name?: string; required?: boolean; schema?: Schema; description?: string }[]
  requestBody?: Content
  responses: Record<string, Content>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const documented = routes.filter(route => !route.isPublic)
const { paths, components } = openapiDocument({ routes, samples: new Map(), introduction: '' }) as unknown as Document
const { schemas } = components

function operationOf({ name, method, path }: Route): Operation {
  const operation = paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${name} is not in the OpenAPI document.`)
  return operation
}

const schemaIn = ({ content = {} }: Content = {}) => Object.values(content)[0]?.schema
const replyOf = (route: Route) => schemaIn(operationOf(route).responses[successStatusOf(route)])

function componentTypes(): string[] {
  const operations = documented.map(operationOf)
  const replies = componentsIn(documented.map(replyOf), schemas)
  const inputs = componentsIn(
    operations.map(({ requestBody }) => requestBody),
    schemas,
  )
  return [...replies.union(inputs)].toSorted().map(name => {
    const schema = schemas[name] ?? {}
    return `${docComment(schema.description)}export type ${name} = ${typeOf(schema, replies.has(name) ? 'reply' : 'input')}\n`
  })
}

function inputType({ parameters, requestBody }: Operation): string {
  const members = parameters.flatMap(({ name, schema = {}, required: isRequired = false, description }) =>
    name ? [{ name, type: typeOf(schema, 'input'), isRequired, description }] : [],
  )
  const body = schemaIn(requestBody)
  return [...(members.length > 0 ? [objectType(members)] : []), ...(body ? [typeOf(body, 'input')] : [])].join(' & ')
}

/** Returns the type of a list's items. The list is an array, or an object with the field `items`. */
function itemType(reply: Schema): string {
  const page = reply.$ref ? schemas[refName(reply.$ref)] : reply
  return typeOf(page?.items ?? page?.properties?.items?.items ?? {}, 'reply')
}

const codesOf = (route: Route) => problemsOf(route).map(publicCodeOf)
const declaredCodes = new Set(documented.flatMap(codesOf))
const sharedCodes = documented.map(route => new Set(codesOf(route))).reduce((some, others) => some.intersection(others))
/**
 * Problem codes that only API Gateway itself returns, such as the code of the firewall. No endpoint declares these
 * codes.
 */
const gatewayCodes = new Set<string>(Object.values(apiGatewayProblems).map(({ code }) => code)).difference(
  declaredCodes,
)
const commonCodes = sharedCodes.union(gatewayCodes)

function endpointMember(route: Route, verb: string) {
  const operation = operationOf(route)
  const reply = replyOf(route)
  const types = {
    input: inputType(operation) || 'object',
    reply: reply ? typeOf(reply, 'reply') : 'undefined',
    ...(reply && route.paging && { item: itemType(reply) }),
    code: union(codesOf(route).map(code => (commonCodes.has(code) ? 'CommonCode' : quoted(code)))),
  }
  const members = Object.entries(types).map(([name, type]) => ({ name, type, isRequired: true }))
  const description = route.successor ? `${route.purpose} @deprecated` : route.purpose
  return { name: verb, type: objectType(members), isRequired: true, description }
}

const endpointRow = ({ method, path, paging, body }: Route, verb: string) =>
  `    ${verb}: ${JSON.stringify({ method, path, paging, hasBody: body ? true : undefined })},`

const verbOf = ({ name }: Route) => name.split('.')[1] ?? ''

export function endpointsSource(): string {
  const modules = [...Map.groupBy(documented, ({ name }) => name.split('.')[0] ?? '')]
  const types = modules.map(([name, routes]) => ({
    name,
    type: objectType(routes.map(route => endpointMember(route, verbOf(route)))),
    isRequired: true,
    description: routes[0]?.moduleDescription,
  }))
  const rows = modules.map(
    ([name, routes]) => `  ${name}: {\n${routes.map(route => endpointRow(route, verbOf(route))).join('\n')}\n  },`,
  )
  return [
    '/** The endpoints of the API and their types. `npm run build:client` generates this file from the OpenAPI document. */\n',
    ...componentTypes(),
    `/** The codes of problems that every endpoint has. */\nexport type CommonCode = ${union([...commonCodes].map(quoted))}\n`,
    `/** The input, the reply and the problem codes of each endpoint, by module. */\nexport interface Endpoints ${objectType(types)}\n`,
    `export const endpoints = {\n${rows.join('\n')}\n} as const\n`,
  ].join('\n')
}
