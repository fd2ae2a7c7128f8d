import { describe, expect, test } from 'vitest'
import { routes } from '../../../lib/api.ts'
import type { Route } from '../../../lib/http/route.ts'
import { workers } from '../../../lib/workers.ts'
import { type Resource, template } from './template.ts'

const stack = template()
const { resources, ofType } = stack
const functions = ofType('Lambda::Function')

const partsOf = (path: string) => path.split('/').filter(Boolean)

/** The full path of an API resource, which holds only its last part and its parent. */
function pathOf(reference: any): string {
  const resource = resources[reference.Ref]
  return resource ? `${pathOf(resource.Properties.ParentId)}/${resource.Properties.PathPart}` : ''
}

const methods = ofType('ApiGateway::Method').map(({ Properties }) => ({
  path: pathOf(Properties.ResourceId) || '/',
  ...Properties,
}))

const methodFor = ({ method, path }: { method: string; path: string }) =>
  methods.find(candidate => candidate.path === path && candidate.HttpMethod === method)

/** The Lambda behind a method. */
function lambdaOf(method: any): Resource | undefined {
  const id = /"Fn::GetAtt":\["(\w+LambdaFunction\w+)","Arn"\]/.exec(
    JSON.stringify(method.Integration.Uri),
  )?.[1]
  return resources[id ?? '']
}

describe('an endpoint', () => {
  test.each(routes)('$name has its own method and its own Lambda', route => {
    const method = methodFor(route)
    expect(method?.Integration.Type).toBe('AWS_PROXY')
    expect(lambdaOf(method)?.Properties.Description).toBe(route.purpose)
  })

  test.each(routes)('$name requires a key unless it is public', route => {
    expect(methodFor(route)?.AuthorizationType).toBe(route.isPublic ? 'NONE' : 'CUSTOM')
  })

  const sharedRoles = { read: 'RolesRead', write: 'RolesWrite', none: 'RolesPublic' }
  const hasOwnRole = ({ tableScope }: Route) => tableScope !== undefined

  test.each(routes)('$name has the role of its access, or its own role', route => {
    const role = JSON.stringify(lambdaOf(methodFor(route))?.Properties.Role)
    if (hasOwnRole(route)) expect(role).not.toContain('Roles')
    else expect(role).toContain(route.usesGateway ? 'RolesGateway' : sharedRoles[route.access])
  })

  test('has its own role if it fetches pages, changes its account, or is public and writes', () => {
    const names = routes.filter(hasOwnRole).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['products.crawl', 'shipping.create', 'webhooks.stripe'])
  })

  test('uses one name for the path variable at each position, as API Gateway requires', () => {
    const variables = new Map<string, Set<string>>()
    for (const { path } of routes)
      partsOf(path).forEach((part, depth, parts) => {
        const parent = parts.slice(0, depth).join('/')
        if (part.startsWith('{')) variables.set(parent, new Set([...(variables.get(parent) ?? []), part]))
      })
    expect([...variables.values()].filter(names => names.size > 1)).toEqual([])
  })
})

describe('an unsupported method', () => {
  const paths = [...new Set(routes.map(({ path }) => path))]

  test.each(paths)('returns 405 at %s, with the supported methods in Allow and in the text', path => {
    const unsupported = methodFor({ method: 'ANY', path })
    const [response] = unsupported?.Integration.IntegrationResponses ?? []
    const supported = routes.filter(route => route.path === path)
    expect(unsupported?.Integration).toMatchObject({ Type: 'MOCK', PassthroughBehavior: 'NEVER' })
    expect(response.StatusCode).toBe('405')
    expect(response.ResponseParameters['method.response.header.Allow']).toBe(
      `'${supported.map(({ method }) => method).join(', ')}'`,
    )
    expect(JSON.parse(response.ResponseTemplates['application/json'])).toMatchObject({
      status: 405,
      code: 'method_not_allowed',
      detail: `The path supports only ${new Intl.ListFormat('en').format(supported.map(({ method }) => method))}.`,
      requestId: '$context.requestId',
    })
  })

  test('returns 405 without a key only if all methods of the path are public', () => {
    const publicPaths = methods
      .filter(({ AuthorizationType }) => AuthorizationType === 'NONE')
      .map(({ path }) => path)
    const isPublic = (path: string) =>
      routes.filter(route => route.path === path).every(route => route.isPublic)
    expect(publicPaths).not.toEqual([])
    expect(publicPaths.filter(path => !isPublic(path))).toEqual([])
  })

  test('returns 405 with and without a body, which API Gateway treats as binary', () => {
    for (const { Integration } of methods.filter(({ HttpMethod }) => HttpMethod === 'ANY')) {
      expect(Integration.ContentHandling).toBe('CONVERT_TO_TEXT')
      expect(Integration.IntegrationResponses[0].ContentHandling).toBe('CONVERT_TO_TEXT')
    }
  })
})

describe('every Lambda', () => {
  test('runs Node 24 on arm64 and is traced', () => {
    expect(functions.length).toBeGreaterThan(routes.length)
    for (const { Properties } of functions)
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        TracingConfig: { Mode: 'Active' },
      })
  })

  test('writes to a log group of its own', () => {
    const groups = functions.map(({ Properties }) => Properties.LoggingConfig.LogGroup.Ref)
    expect(new Set(groups).size).toBe(functions.length)
  })

  test('has its stage in an environment variable', () => {
    for (const { Properties } of functions) expect(Properties.Environment.Variables.STAGE).toBe('prod')
  })

  test('has the name of the table only if it may use the table', () => {
    const withTable = functions.filter(({ Properties }) => Properties.Environment.Variables.TABLE_NAME)
    const routesWithTable = routes.filter(({ access }) => access !== 'none')
    const workersWithTable = workers.filter(({ table }) => table)
    const authorizers = 1
    expect(withTable).toHaveLength(routesWithTable.length + workersWithTable.length + authorizers)
  })

  test('has a timeout above that of API Gateway only if it is a worker', () => {
    const slow = functions.filter(({ Properties }) => Properties.Timeout > 29)
    const purposes = slow.map(({ Properties }) => Properties.Description)
    expect(purposes.toSorted()).toEqual(workers.map(({ purpose }) => purpose).toSorted())
  })
})

test('every log group has a retention period', () => {
  const groups = ofType('Logs::LogGroup')
  /** One for each Lambda, the access log, and the log of mails that bounced. */
  expect(groups).toHaveLength(functions.length + 2)
  for (const { Properties } of groups) expect(Properties.RetentionInDays).toBe(90)
})
