import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { api, routes } from '../../lib/api.ts'
import { scopesAllowing } from '../../lib/core/key-scopes.ts'
import { statusOf } from '../../lib/core/problem.ts'
import { problemsOf } from '../../lib/http/documented-problems.ts'
import { successStatusOf } from '../../lib/http/route.ts'
import { sampleReplyFile } from '../support/samples.ts'
import { call, newTenant } from '../support/store.ts'

const document = JSON.parse(readFileSync('dist/docs/openapi.json', 'utf8'))
const keyedRoutes = routes.filter(route => !route.isPublic)
const operationOf = (route: (typeof routes)[number]) => document.paths[route.path][route.method.toLowerCase()]

describe.each(keyedRoutes.map(route => [route.name, route] as const))('%s', (name, route) => {
  const operation = operationOf(route)
  const successStatus = successStatusOf(route)

  test('is documented with its purpose and every problem it may return', () => {
    expect(operation).toMatchObject({ operationId: name })
    expect(`${operation.summary}. ${operation.description}`.startsWith(route.purpose)).toBe(true)
    expect(operation.summary.length).toBeLessThan(60)
    for (const code of problemsOf(route)) {
      const response = operation.responses[statusOf(code)]
      expect(Object.keys(response.content['application/problem+json'].examples)).toContain(code)
    }
  })

  test('documents how unknown names are handled', () => {
    const references = operation.parameters.map((parameter: any) => parameter.$ref)
    expect(references).toContain('#/components/parameters/Prefer')
    const success = operation.responses[successStatus]
    for (const { headers } of [success, operation.responses[400]])
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(['Ignored', 'Preference-Applied']))
  })

  test('has valid examples of its body and of its reply', () => {
    if (route.body) {
      const { example } = operation.requestBody.content['application/json']
      expect((route.body as z.ZodType).safeParse(example).error).toBeUndefined()
    }
    if (route.reply) {
      const { example } = operation.responses[successStatus].content['application/json']
      expect((route.reply as z.ZodType).parse(example)).toEqual(example)
      if (existsSync(sampleReplyFile(name)))
        expect(JSON.parse(readFileSync(sampleReplyFile(name), 'utf8'))).toEqual(example)
    }
  })
})

test.each(keyedRoutes.filter(({ params }) => params).map(route => [route.name, route] as const))(
  '%s has valid examples of its path parameters',
  (_, route) => {
    const inPath = operationOf(route).parameters.filter((parameter: any) => parameter.in === 'path')
    const example = Object.fromEntries(inPath.map(({ name, example }: any) => [name, example]))
    expect(route.params!.parse(example)).toEqual(example)
  },
)

test('documents every endpoint once, under its name', () => {
  const operations = Object.values<any>(document.paths).flatMap(path => Object.values<any>(path))
  const ids = operations.map(operation => operation.operationId)
  expect(ids.toSorted()).toEqual(keyedRoutes.map(route => route.name).toSorted())
})

test('begins with the guides, and lists the modules in the order of lib/api.ts', () => {
  const headings = [...document.info.description.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual([
    'Introduction',
    'Quick start',
    'Authentication',
    'Paging',
    'Idempotency',
    'Subscriptions',
    'Refunds',
    'Errors',
    'Events',
  ])
  const modules = document.tags.map(({ name }: { name: string }) => name)
  expect([...modules, 'docs', 'pages', 'webhooks']).toEqual(Object.keys(api))
  expect(modules[0]).toBe('orders')
})

test('documents which scopes of keys allow each endpoint', () => {
  const { security, description } = document.paths['/orders/{token}'].put
  expect(security).toEqual([{ key: ['all'] }, { key: ['orders'] }])
  expect(description).toContain('Scope of the key: `all` or `orders`.')
  for (const route of keyedRoutes)
    expect(operationOf(route).security).toEqual(scopesAllowing(route).map(scope => ({ key: [scope] })))
})

test('every reference has a target', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(match => match[1]!)
  expect(references.length).toBeGreaterThan(100)
  for (const reference of references) {
    const target = reference.split('/').reduce<any>((node, step) => node?.[step], document)
    expect(target, reference).toBeDefined()
  }
})

test('proposes strict handling to readers who try an endpoint', () => {
  expect(document.components.parameters.Prefer).toMatchObject({ in: 'header', example: 'handling=strict' })
})

test('serves the document as OpenAPI 3.1', async () => {
  const { status, body } = await call('docs.document', await newTenant())
  expect(status).toBe(200)
  expect(body.openapi).toMatch(/^3\.1\./)
})

test('lets caches keep the document, and ask each time whether it has changed', async () => {
  const { headers } = await call('docs.document', await newTenant())
  expect(headers['Cache-Control']).toBe('public, no-cache')
})

test('documents that refunds are positive, and the id of a refund that is under way', () => {
  const { RefundRequest, Problem } = document.components.schemas
  expect(RefundRequest.properties.amount).toMatchObject({ exclusiveMinimum: 0 })
  expect(RefundRequest.properties.amount).not.toHaveProperty('minimum')
  expect(Problem.properties).toHaveProperty('refundId')
  expect(Problem.required).not.toContain('refundId')
})

describe('says what requests may contain', () => {
  const parametersOf = (path: string) => document.paths[path].get.parameters
  const parameter = (path: string, name: string) =>
    parametersOf(path).find((one: { name: string }) => one.name === name)
  const { schemas } = document.components
  const matches = ({ pattern }: { pattern: string }, text: string) => new RegExp(pattern).test(text)

  test('a limit above 100, and empty parameters', () => {
    expect(parameter('/orders', 'limit').schema).toEqual({
      type: 'integer',
      minimum: 0,
      default: 20,
      description: expect.stringContaining('lowered to 100'),
    })
    expect(parameter('/orders', 'from')).toMatchObject({ required: false, allowEmptyValue: true })
    expect(parameter('/subscriptions/count', 'states')).not.toHaveProperty('allowEmptyValue')
  })

  test('any text as the status or the customer of the dashboard, and any protocol', () => {
    for (const name of ['status', 'customerId']) {
      const { schema } = parameter('/dashboard/subscriptions', name)
      expect(schema).toMatchObject({ type: 'string', maxLength: 500 })
      expect(schema).not.toHaveProperty('enum')
    }
    expect(schemas.NewDomain.properties.protocol).toEqual({ description: expect.any(String) })
  })

  test('no control characters, and more than spaces as the URL of a page', () => {
    const { schema } = parameter('/orders', 'placedBy')
    for (const accepted of ['', ' ', 'Jane\tDoe\n', '\u{1f35e}']) expect(matches(schema, accepted)).toBe(true)
    for (const rejected of ['\u0000', 'Jane\u009c', '\u202eenaJ']) expect(matches(schema, rejected)).toBe(false)
    const { fetchUrl } = schemas.PageToFetch.properties
    expect(matches(fetchUrl, ' https://shop.example ')).toBe(true)
    for (const rejected of ['', ' \t', 'a\u0000']) expect(matches(fetchUrl, rejected)).toBe(false)
  })

  test('the codes of currencies', () => {
    expect(schemas.Currency.enum).toContain('EUR')
    expect(schemas.ShippingMethod.properties.currency).toEqual({ $ref: '#/components/schemas/Currency' })
  })

  test('1 and 0 as booleans, in bodies only', () => {
    const bits = { anyOf: [{ type: 'boolean' }, { enum: [0, 1] }] }
    expect(schemas.RefundRequest.properties.notifyCustomer.anyOf).toEqual([bits, { type: 'null' }])
    expect(schemas.Refund.properties.notifyCustomer).toMatchObject({ type: 'boolean' })
    expect(parameter('/products', 'archived').schema).toMatchObject({ type: 'boolean' })
  })

  test('null and blank text as the flags of a discount', () => {
    const empty = [{ type: 'null' }, { type: 'string', pattern: '^\\s*$' }]
    for (const name of ['archived', 'combinable'])
      expect(schemas.NewDiscount.properties[name].anyOf).toEqual(expect.arrayContaining(empty))
  })

  test('blank text where it means null, in requests only', () => {
    const blank = { type: 'string', pattern: '^\\s*$' }
    expect(schemas.NewShippingMethod.properties.onOrderTotalAbove.anyOf).toContainEqual(blank)
    expect(schemas.OrderChange.properties.trackingUrl.anyOf).toContainEqual(blank)
    expect(JSON.stringify(schemas.ShippingMethod)).not.toContain(JSON.stringify(blank))
  })
})
