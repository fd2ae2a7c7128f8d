import { ResponseType } from 'aws-cdk-lib/aws-apigateway'
import { describe, expect, test } from 'vitest'
import { gatewayProblems } from '../../../infra/gateway-problems.ts'
import { statusOf } from '../../../lib/core/problem.ts'
import { template } from './template.ts'

const { ofType } = template()
const answers = ofType('ApiGateway::GatewayResponse').map(({ Properties }) => Properties)
const answerTo = (type: string) => answers.find(({ ResponseType }) => ResponseType === type)
const [stage] = ofType('ApiGateway::Stage')
const [api] = ofType('ApiGateway::RestApi')
const [authorizer] = ofType('ApiGateway::Authorizer')

describe('what API Gateway answers by itself', () => {
  test('is worded for every error it knows', () => {
    const known = Object.values(ResponseType)
      .filter(type => type instanceof ResponseType)
      .map(({ responseType }) => responseType)
    expect(answers.map(({ ResponseType }) => ResponseType).sort()).toEqual(known.sort())
  })

  test.each(Object.entries(gatewayProblems))('is a problem: %s', (type, { code }) => {
    const { StatusCode, ResponseTemplates, ResponseParameters } = answerTo(type)
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

  test.each(['UNAUTHORIZED', 'ACCESS_DENIED'])('to a caller without a good key is a challenge: %s', type => {
    const { StatusCode, ResponseParameters } = answerTo(type)
    expect(StatusCode).toBe('401')
    expect(ResponseParameters['gatewayresponse.header.WWW-Authenticate']).toBe(`'Basic realm="store"'`)
  })

  test('to an unknown path is 404, not 403', () => {
    expect(answerTo('MISSING_AUTHENTICATION_TOKEN').StatusCode).toBe('404')
  })
})

describe('the stage', () => {
  const settings = stage?.Properties.MethodSettings[0]

  test('lets through what its settings allow', () => {
    expect(settings).toMatchObject({
      ResourcePath: '/*',
      HttpMethod: '*',
      ThrottlingRateLimit: 500,
      ThrottlingBurstLimit: 1000,
    })
  })

  test('is traced and measured', () => {
    expect(stage?.Properties.TracingEnabled).toBe(true)
    expect(settings.MetricsEnabled).toBe(true)
  })

  test('writes no request into a log', () => {
    expect(settings).toMatchObject({ LoggingLevel: 'OFF', DataTraceEnabled: false })
  })

  test('writes a line of JSON for each call, which names nobody but the account', () => {
    const line = JSON.parse(stage?.Properties.AccessLogSetting.Format)
    const variables = Object.values(line).join(' ')
    expect(line).toMatchObject({ requestId: '$context.requestId', status: '$context.status' })
    expect(variables).not.toMatch(/identity|\$context\.path|principalId|[Aa]uthorization|requestOverride/)
  })
})

test('the API hands bodies over as the bytes they are', () => {
  expect(api?.Properties.BinaryMediaTypes).toEqual(['*/*'])
})

test('the authorizer reads the Authorization header and is asked again after a minute', () => {
  expect(authorizer?.Properties).toMatchObject({
    Type: 'TOKEN',
    IdentitySource: 'method.request.header.Authorization',
    AuthorizerResultTtlInSeconds: 60,
  })
})
