import { ResponseType } from 'aws-cdk-lib/aws-apigateway'
import { describe, expect, test } from 'vitest'
import { gatewayProblems } from '../../../infra/gateway-problems.ts'
import { routes } from '../../../lib/api.ts'
import { statusOf } from '../../../lib/core/problem.ts'
import { template } from './template.ts'

const { ofType } = template()
const responses = ofType('ApiGateway::GatewayResponse').map(({ Properties }) => Properties)
const responseTo = (type: string) => responses.find(({ ResponseType }) => ResponseType === type)
const [stage] = ofType('ApiGateway::Stage')
const [api] = ofType('ApiGateway::RestApi')
const [authorizer] = ofType('ApiGateway::Authorizer')

describe('a reply of API Gateway itself', () => {
  test('is defined for every response type', () => {
    const responseTypes = Object.values(ResponseType)
      .filter(type => type instanceof ResponseType)
      .map(({ responseType }) => responseType)
    expect(responses.map(({ ResponseType }) => ResponseType).sort()).toEqual(responseTypes.sort())
  })

  test.each(Object.entries(gatewayProblems))('is a problem document: %s', (type, { code }) => {
    const { StatusCode, ResponseTemplates, ResponseParameters } = responseTo(type)
    expect(StatusCode).toBe(String(statusOf(code)))
    expect(JSON.parse(ResponseTemplates['application/json'])).toMatchObject({
      status: statusOf(code),
      code,
      requestId: '$context.requestId',
    })
    expect(ResponseParameters).toMatchObject({
      'gatewayresponse.header.Content-Type': "'application/problem+json'",
      'gatewayresponse.header.X-Request-Id': 'context.requestId',
    })
  })

  test.each(['UNAUTHORIZED', 'ACCESS_DENIED'])(
    'has a WWW-Authenticate header when the key is missing or wrong: %s',
    type => {
      const { StatusCode, ResponseParameters } = responseTo(type)
      expect(StatusCode).toBe('401')
      expect(ResponseParameters['gatewayresponse.header.WWW-Authenticate']).toBe(`'Basic realm="store"'`)
    },
  )

  test('is 404, not 403, for an unknown path', () => {
    expect(responseTo('MISSING_AUTHENTICATION_TOKEN').StatusCode).toBe('404')
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

  test('throttles each path that needs no key by itself', () => {
    const others = stage?.Properties.MethodSettings.slice(1)
    const paths = others.map(({ HttpMethod, ResourcePath }: Record<string, string>) => [
      HttpMethod,
      ResourcePath!.replaceAll('~1', '/').replace('//', '/'),
    ])
    const expected = routes.filter(({ isPublic }) => isPublic).map(({ method, path }) => [method, path])
    expect(new Set(paths.map(String))).toEqual(new Set(expected.map(String)))
    for (const settings of others)
      expect(settings).toMatchObject({ ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 })
  })

  test('has no metrics of single endpoints, which have a fee, and no traces, which would contain the URLs', () => {
    expect(settings.MetricsEnabled).toBe(false)
    expect(stage?.Properties.TracingEnabled).toBe(false)
  })

  test('logs no requests or bodies', () => {
    expect(settings).toMatchObject({ LoggingLevel: 'OFF', DataTraceEnabled: false })
  })

  test('logs one JSON line for each request, without personal data', () => {
    const line = JSON.parse(stage?.Properties.AccessLogSetting.Format)
    const variables = Object.values(line).join(' ')
    expect(line).toMatchObject({ requestId: '$context.requestId', status: '$context.status' })
    expect(variables).not.toMatch(/identity|\$context\.path|principalId|[Aa]uthorization|requestOverride/)
  })
})

test('the API passes bodies on as bytes', () => {
  expect(api?.Properties.BinaryMediaTypes).toEqual(['*/*'])
})

test('the authorizer reads the Authorization header, and its result is cached for a minute', () => {
  expect(authorizer?.Properties).toMatchObject({
    Type: 'TOKEN',
    IdentitySource: 'method.request.header.Authorization',
    AuthorizerResultTtlInSeconds: 60,
  })
})
