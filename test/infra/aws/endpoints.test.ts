import { describe, expect, test } from 'vitest'
import { routes } from '../../../lib/api.ts'
import { workers } from '../../../lib/workers.ts'
import { type Resource, template } from './template.ts'

const stack = template()
const { resources, ofType } = stack
const functions = ofType('Lambda::Function')

const nameOf = (path: string) => path.split('/').filter(Boolean)

/** The path of an API resource, spelled from its parents. */
function pathOf(reference: any): string {
  const resource = resources[reference.Ref]
  return resource ? `${pathOf(resource.Properties.ParentId)}/${resource.Properties.PathPart}` : ''
}

const methods = ofType('ApiGateway::Method').map(({ Properties }) => ({
  path: pathOf(Properties.ResourceId),
  ...Properties,
}))

const methodFor = ({ method, path }: { method: string; path: string }) =>
  methods.find(candidate => candidate.path === path && candidate.HttpMethod === method)

/** The Lambda behind a method. */
function lambdaOf(method: any): Resource | undefined {
  const id = /"Fn::GetAtt":\["(\w+Lambda\w+)","Arn"\]/.exec(JSON.stringify(method.Integration.Uri))?.[1]
  return resources[id ?? '']
}

describe('an endpoint', () => {
  test.each(routes)('$name has a method of its own with a Lambda of its own', route => {
    const method = methodFor(route)
    expect(method?.Integration.Type).toBe('AWS_PROXY')
    expect(lambdaOf(method)?.Properties.Description).toBe(route.purpose)
  })

  test.each(routes)('$name asks for a key unless it is public', route => {
    expect(methodFor(route)?.AuthorizationType).toBe(route.access === 'public' ? 'NONE' : 'CUSTOM')
  })

  test.each(routes)('$name has the role of its access, or one of its own where it reaches out', route => {
    const shared = { read: 'RolesReader', write: 'RolesWriter', public: 'RolesStranger' }[route.access]
    const role = JSON.stringify(lambdaOf(methodFor(route))?.Properties.Role)
    if (route.tableScope) expect(role).not.toMatch(/Roles(Reader|Writer|Stranger)/)
    else expect(role).toContain(shared)
  })

  test('those that reach out of our house are known', () => {
    expect(routes.filter(route => route.tableScope).map(({ name }) => name)).toEqual(['products.crawl'])
  })

  test('is known by one path variable in one place, as API Gateway demands', () => {
    const variables = new Map<string, Set<string>>()
    for (const { path } of routes)
      nameOf(path).forEach((part, depth, parts) => {
        const before = parts.slice(0, depth).join('/')
        if (part.startsWith('{')) variables.set(before, new Set([...(variables.get(before) ?? []), part]))
      })
    expect([...variables.values()].filter(names => names.size > 1)).toEqual([])
  })
})

describe('a method that a path does not take', () => {
  const paths = [...new Set(routes.map(({ path }) => path))]

  test.each(paths)('is refused at %s with 405 and what the path takes', path => {
    const refusal = methodFor({ method: 'ANY', path })
    const [answer] = refusal?.Integration.IntegrationResponses ?? []
    const taken = routes.filter(route => route.path === path)
    expect(refusal?.Integration).toMatchObject({ Type: 'MOCK', PassthroughBehavior: 'NEVER' })
    expect(answer.StatusCode).toBe('405')
    expect(answer.ResponseParameters['method.response.header.Allow']).toBe(
      `'${taken.map(({ method }) => method).join(', ')}'`,
    )
    expect(JSON.parse(answer.ResponseTemplates['application/json'])).toMatchObject({
      status: 405,
      code: 'method_not_allowed',
      requestId: '$context.requestId',
    })
  })

  test('is told to callers with a key only, where the path needs one', () => {
    const open = methods
      .filter(({ AuthorizationType }) => AuthorizationType === 'NONE')
      .map(({ path }) => path)
    const isPublic = (path: string) =>
      routes.filter(route => route.path === path).every(({ access }) => access === 'public')
    expect(open).not.toEqual([])
    expect(open.filter(path => !isPublic(path))).toEqual([])
  })

  test('is refused whether or not a body came with it, which counts as binary', () => {
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

  test('knows its stage', () => {
    for (const { Properties } of functions) expect(Properties.Environment.Variables.STAGE).toBe('prod')
  })

  test('that may touch the table knows its name, and no other does', () => {
    const told = functions.filter(({ Properties }) => Properties.Environment.Variables.TABLE_NAME)
    const behindKeys = routes.filter(({ access }) => access !== 'public')
    const writers = workers.filter(({ access }) => access === 'write')
    const authorizers = 1
    expect(told).toHaveLength(behindKeys.length + writers.length + authorizers)
  })

  test('outlives the patience of API Gateway at most if it is a worker', () => {
    const patient = functions.filter(({ Properties }) => Properties.Timeout > 29)
    const purposes = patient.map(({ Properties }) => Properties.Description)
    expect(purposes.toSorted()).toEqual(workers.map(({ purpose }) => purpose).toSorted())
  })
})

test('no log is kept for ever', () => {
  const groups = ofType('Logs::LogGroup')
  expect(groups).toHaveLength(functions.length + 1)
  for (const { Properties } of groups) expect(Properties.RetentionInDays).toBe(90)
})
