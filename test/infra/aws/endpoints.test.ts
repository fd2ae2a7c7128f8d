import { describe, expect, test } from 'vitest'
import { routes } from '../../../lib/api.ts'
import type { Route } from '../../../lib/http/route.ts'
import { workers } from '../../../lib/workers.ts'
import { type Resource, template } from './template.ts'

const stack = template()
const { resources, ofType } = stack
const functions = ofType('Lambda::Function')

const partsOf = (path: string) => path.split('/').filter(Boolean)

const { definition } = stack
const integrationOf = (operation: any) => operation?.['x-amazon-apigateway-integration']

const operationOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => definition.paths[path]?.[method.toLowerCase()]

const unsupportedMethods: [path: string, operation: any][] = Object.entries(definition.paths).map(
  ([path, operations]: [string, any]) => [path, operations['x-amazon-apigateway-any-method']],
)

const resourceOf = (arn: any) => resources[arn['Fn::GetAtt'][0]]

/** Returns the Lambda that API Gateway invokes at a URI. */
function lambdaAt(uri: any): Resource | undefined {
  const id = /"Fn::GetAtt":\["(\w+LambdaFunction\w+)","Arn"\]/.exec(JSON.stringify(uri))?.[1]
  return resources[id ?? '']
}

const lambdaOf = (route: Route) => lambdaAt(integrationOf(operationOf(route)).uri)

describe('an endpoint', () => {
  test.each(routes)('$name has its own method and its own Lambda', route => {
    expect(integrationOf(operationOf(route))).toMatchObject({ type: 'aws_proxy', httpMethod: 'POST' })
    expect(lambdaOf(route)?.Properties.Description).toBe(route.purpose)
  })

  test.each(routes)('$name requires a key unless it is public', route => {
    expect(operationOf(route).security).toEqual(route.isPublic ? [] : [{ key: [] }])
  })

  const sharedRoles = { read: 'RolesRead', write: 'RolesWrite', none: 'RolesPublic' }
  const hasOwnRole = ({ tableScope }: Route) => tableScope !== undefined

  test.each(routes)('$name has the role of its access, or its own role', route => {
    const role = JSON.stringify(lambdaOf(route)?.Properties.Role)
    if (hasOwnRole(route)) expect(role).not.toContain('Roles')
    else expect(role).toContain(route.usesGateway ? 'RolesGateway' : sharedRoles[route.access])
  })

  test('has its own role if it fetches pages, changes its account, puts events on the bus, or is public and writes', () => {
    const names = routes.filter(hasOwnRole).map(({ name }) => name)
    expect(names.toSorted()).toEqual([
      'events.receive',
      'events.send',
      'products.crawl',
      'shipping.create',
      'webhooks.stripe',
    ])
  })

  test.each(routes)('$name declares the variables of its path', ({ method, path }) => {
    const { parameters } = operationOf({ method, path })
    const variables = partsOf(path)
      .filter(part => part.startsWith('{'))
      .map(variable => variable.replace('+', ''))
    expect(parameters.map(({ name, in: place }: any) => [place, `{${name}}`])).toEqual(
      variables.map(variable => ['path', variable]),
    )
  })

  test('is the only operation of its method and path', () => {
    const operations = Object.values<any>(definition.paths).flatMap(operations => Object.keys(operations))
    expect(operations).toHaveLength(routes.length + unsupportedMethods.length)
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
    const operation = new Map(unsupportedMethods).get(path)
    const integration = integrationOf(operation)
    const response = integration.responses.default
    const supported = routes.filter(route => route.path === path)
    expect(integration).toMatchObject({ type: 'mock', passthroughBehavior: 'never' })
    expect(response.statusCode).toBe('405')
    expect(response.responseParameters).toEqual({
      'method.response.header.Allow': `'${supported.map(({ method }) => method).join(', ')}'`,
      'method.response.header.Content-Type': "'application/problem+json'",
      'method.response.header.X-Request-Id': 'context.requestId',
    })
    expect(Object.keys(operation.responses['405'].headers)).toEqual(['Allow', 'Content-Type', 'X-Request-Id'])
    expect(JSON.parse(response.responseTemplates['application/json'])).toMatchObject({
      status: 405,
      code: 'method_not_allowed',
      detail: `The path supports only ${new Intl.ListFormat('en').format(supported.map(({ method }) => method))}.`,
      requestId: '$context.requestId',
    })
  })

  test('returns 405 without a key only if all methods of the path are public', () => {
    const publicPaths = unsupportedMethods.filter(([, { security }]) => security.length === 0).map(([path]) => path)
    const isPublic = (path: string) => routes.filter(route => route.path === path).every(route => route.isPublic)
    expect(publicPaths).not.toEqual([])
    expect(publicPaths.filter(path => !isPublic(path))).toEqual([])
  })

  test('returns 405 with and without a body, which API Gateway treats as binary', () => {
    expect(unsupportedMethods).toHaveLength(paths.length)
    for (const [, operation] of unsupportedMethods) {
      expect(integrationOf(operation).contentHandling).toBe('CONVERT_TO_TEXT')
      expect(integrationOf(operation).responses.default.contentHandling).toBe('CONVERT_TO_TEXT')
    }
  })
})

describe('the role by which API Gateway invokes Lambdas', () => {
  const authorizer = definition.securityDefinitions.key['x-amazon-apigateway-authorizer']
  const used = [authorizer.authorizerCredentials, ...routes.map(route => integrationOf(operationOf(route)).credentials)]
  const roles = new Set(used.map(resourceOf))
  const [role] = roles

  test('is one for all endpoints and the authorizer', () => {
    expect(roles.size).toBe(1)
    expect(role?.Properties.AssumeRolePolicyDocument.Statement).toEqual([
      { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'apigateway.amazonaws.com' } },
    ])
  })

  test('allows invoking these Lambdas, and nothing else', () => {
    const [{ PolicyDocument }, ...others] = role?.Properties.Policies ?? []
    expect(others).toEqual([])
    expect(PolicyDocument.Statement).toEqual([
      { Action: 'lambda:InvokeFunction', Effect: 'Allow', Resource: expect.anything() },
    ])
    const allowed = new Set(PolicyDocument.Statement[0].Resource.map(resourceOf))
    expect(allowed).toEqual(new Set([lambdaAt(authorizer.authorizerUri), ...routes.map(lambdaOf)]))
  })
})

describe('every Lambda', () => {
  test('runs Node 24 on arm64', () => {
    expect(functions.length).toBeGreaterThan(routes.length)
    for (const { Properties } of functions)
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] })
  })

  test('is traced only if the stage has tracing', () => {
    const modesOf = ({ ofType }: Pick<typeof stack, 'ofType'>) =>
      new Set(ofType('Lambda::Function').map(({ Properties }) => Properties.TracingConfig?.Mode))
    const traced = template({ settings: { tracing: true } })
    expect(modesOf(stack)).toEqual(new Set([undefined]))
    expect(modesOf(traced)).toEqual(new Set(['Active']))
    expect(JSON.stringify(resources)).not.toContain('xray')
    expect(JSON.stringify(traced.resources)).toContain('xray:PutTraceSegments')
  })

  test('writes to the log group of its role, which has no other', () => {
    const pairs = functions.map(({ Properties: { Role, LoggingConfig } }) => [
      Role['Fn::GetAtt'][0],
      LoggingConfig.LogGroup.Ref,
    ])
    const groupOf = new Map(pairs.map(([role, group]) => [role, group]))
    for (const [role, group] of pairs) expect(groupOf.get(role)).toBe(group)
    expect(new Set(groupOf.values()).size).toBe(groupOf.size)
    for (const [role, group] of groupOf) {
      const { Statement } = resources[role]!.Properties.Policies[0].PolicyDocument
      const writing = Statement.filter(({ Action }: any) => [Action].flat().includes('logs:PutLogEvents'))
      expect(writing.map(({ Resource }: any) => Resource)).toEqual([{ 'Fn::GetAtt': [group, 'Arn'] }])
    }
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
  const roles = new Set(functions.map(({ Properties }) => Properties.Role['Fn::GetAtt'][0]))
  /**
   * There is one log group for each role of Lambdas, one for the access log, one for bounces and complaints about
   * mails, and one for commands.
   */
  expect(groups).toHaveLength(roles.size + 3)
  for (const { Properties } of groups) expect(Properties.RetentionInDays).toBe(90)
})
