import { isDeepStrictEqual } from 'node:util'
import { ResponseType } from 'aws-cdk-lib/aws-apigateway'
import { describe, expect, test } from 'vitest'
import { apiGatewayProblems } from '../../../infra/api-gateway-replies.ts'
import { authorizationPattern } from '../../../infra/constants.ts'
import { routes } from '../../../lib/api.ts'
import { statusOf } from '../../../lib/core/problem.ts'
import type { Route } from '../../../lib/http/route.ts'
import { template } from './template.ts'

const { ofType, definition } = template()
const responses = definition['x-amazon-apigateway-gateway-responses']
const [stage] = ofType('ApiGateway::Stage')
const [api] = ofType('ApiGateway::RestApi')

describe('a reply of API Gateway itself', () => {
  test('is defined for every response type', () => {
    const responseTypes = Object.values(ResponseType)
      .filter(type => type instanceof ResponseType)
      .map(({ responseType }) => responseType)
    expect(Object.keys(responses).sort()).toEqual(responseTypes.sort())
  })

  test.each(Object.entries(apiGatewayProblems))('is a problem document: %s', (type, { code }) => {
    const { statusCode, responseTemplates, responseParameters } = responses[type]
    expect(statusCode).toBe(String(statusOf(code)))
    expect(JSON.parse(responseTemplates['application/json'])).toMatchObject({
      status: statusOf(code),
      code,
      requestId: '$context.requestId',
    })
    expect(responseParameters).toMatchObject({
      'gatewayresponse.header.Content-Type': "'application/problem+json'",
      'gatewayresponse.header.X-Request-Id': 'context.requestId',
    })
  })

  test('has a WWW-Authenticate header when the key is missing or wrong', () => {
    const { statusCode, responseParameters } = responses.UNAUTHORIZED
    expect(statusCode).toBe('401')
    expect(responseParameters['gatewayresponse.header.WWW-Authenticate']).toBe(`'Basic realm="store"'`)
  })

  test('is 403 without a WWW-Authenticate header when the scope of the key does not allow the request', () => {
    const { statusCode, responseParameters, responseTemplates } = responses.ACCESS_DENIED
    expect(statusCode).toBe('403')
    expect(responseParameters).not.toHaveProperty(['gatewayresponse.header.WWW-Authenticate'])
    expect(JSON.parse(responseTemplates['application/json']).code).toBe('insufficient_scope')
  })

  test('is 404, not 403, for an unknown path', () => {
    expect(responses.MISSING_AUTHENTICATION_TOKEN.statusCode).toBe('404')
  })
})

describe('the stage', () => {
  const settings = stage?.Properties.MethodSettings[0]

  test('throttles as set in infra/stages.ts', () => {
    expect(settings).toMatchObject({
      ResourcePath: '/*',
      HttpMethod: '*',
      ThrottlingRateLimit: 500,
      ThrottlingBurstLimit: 1000,
    })
  })

  const limited = (stage?.Properties.MethodSettings.slice(1) ?? []).map(
    ({ HttpMethod, ResourcePath, ThrottlingRateLimit, ThrottlingBurstLimit }: Record<string, string>) => {
      const path = ResourcePath!.replaceAll('~1', '/').replace('//', '/')
      return { name: `${HttpMethod},${path}`, limit: [ThrottlingRateLimit, ThrottlingBurstLimit] }
    },
  )
  const limitedTo = (limit: number[]) =>
    limited.filter((one: { limit: number[] }) => isDeepStrictEqual(one.limit, limit))
  const namesOf = (some: { name: string }[]) => new Set(some.map(({ name }) => name))
  const namesOfRoutes = (some: Pick<Route, 'method' | 'path'>[]) =>
    new Set(some.map(({ method, path }) => `${method},${path}`))

  test('throttles each path that needs no key by itself', () => {
    const expected = routes.filter(({ isPublic }) => isPublic)
    expect(namesOf(limitedTo([50, 100]))).toEqual(namesOfRoutes(expected))
  })

  test('throttles each path that asks a payment gateway by itself', () => {
    const expected = routes.filter(({ isPublic, usesGateway }) => usesGateway && !isPublic)
    expect(namesOf(limitedTo([100, 200]))).toEqual(namesOfRoutes(expected))
    expect(limited).toHaveLength(limitedTo([50, 100]).length + expected.length)
  })

  test('has no metrics of single endpoints, which have a fee, and no traces, which would contain the URLs', () => {
    expect(settings.MetricsEnabled).toBe(false)
    expect(stage?.Properties.TracingEnabled).toBe(false)
  })

  test('logs no requests or bodies', () => {
    expect(settings).toMatchObject({ LoggingLevel: 'OFF', DataTraceEnabled: false })
  })

  test('logs one JSON line for each request, whose only personal data is the address of the caller', () => {
    const { address, ...line } = JSON.parse(stage?.Properties.AccessLogSetting.Format)
    const variables = Object.values(line).join(' ')
    expect(address).toBe('$context.identity.sourceIp')
    expect(line).toMatchObject({ requestId: '$context.requestId', status: '$context.status' })
    expect(variables).not.toMatch(/identity|\$context\.path|principalId|[Aa]uthorization|requestOverride/)
  })
})

describe('the API', () => {
  test('passes bodies on as bytes', () => {
    expect(api?.Properties.BinaryMediaTypes).toEqual(['*/*'])
    expect(definition['x-amazon-apigateway-binary-media-types']).toEqual(['*/*'])
  })

  test('compresses replies of 1,024 bytes and more', () => {
    expect(api?.Properties.MinimumCompressionSize).toBe(1024)
    expect(definition['x-amazon-apigateway-minimum-compression-size']).toBe(1024)
  })

  test('has the name by which its metrics are found, also after an import', () => {
    expect(definition.info.title).toBe('BackOffice-prod')
    expect(api?.Properties.Name).toBe('BackOffice-prod')
  })

  test('loses the endpoints that its definition lacks', () => {
    expect(api?.Properties.Mode).toBe('overwrite')
  })
})

test('the authorizer reads the Authorization header, and its result is cached for a minute', () => {
  expect(definition.securityDefinitions.key).toMatchObject({
    type: 'apiKey',
    name: 'Authorization',
    in: 'header',
    'x-amazon-apigateway-authorizer': {
      type: 'token',
      identityValidationExpression: authorizationPattern,
      authorizerResultTtlInSeconds: 60,
    },
  })
})
