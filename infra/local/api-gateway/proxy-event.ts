/** Builds the event that a Lambda receives from API Gateway for a request to a REST API. */

import type { IncomingMessage } from 'node:http'
import type { APIGatewayEventIdentity, APIGatewayProxyEvent } from 'aws-lambda'
import type { AuthorizerContext } from './authorization.ts'

interface RoutedRequest {
  request: IncomingMessage
  requestId: string
  path: string
  query: string
  body: Buffer
  /** The path template, such as `/orders/{token}`. */
  resource: string
  params: Record<string, string>
  caller: AuthorizerContext | null
}

/** Splits a URL into its path and query, which stay percent-encoded. */
export function splitUrl(url: string): { path: string; query: string } {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) }
}

const orNull = <T extends object>(values: T): T | null => (Object.keys(values).length > 0 ? values : null)

/**
 * Groups values by name. `last` contains the last value of each name, and `every` contains all values of each name.
 * Names keep their upper and lower case.
 */
function grouped(pairs: Iterable<readonly [string, string]>) {
  const byName = [...Map.groupBy(pairs, ([name]) => name)]
  return {
    last: Object.fromEntries(pairs),
    every: Object.fromEntries(byName.map(([name, members]) => [name, members.map(([, value]) => value)])),
  }
}

function headersOf({ rawHeaders, socket }: IncomingMessage) {
  const pairs = rawHeaders
    .filter((_, index) => index % 2 === 0)
    .map((name, index) => [name, rawHeaders[index * 2 + 1] ?? ''] as const)
  const added = [
    ['X-Forwarded-For', socket.remoteAddress ?? ''],
    ['X-Forwarded-Port', String(socket.localPort)],
    ['X-Forwarded-Proto', 'http'],
  ] as const
  return grouped([...pairs, ...added])
}

const noIdentity: Omit<APIGatewayEventIdentity, 'sourceIp' | 'userAgent'> = {
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  user: null,
  userArn: null,
}

/** The path in the request context has no stage name, as if the API had a custom domain. */
function contextOf({ request, requestId, path, resource, caller }: RoutedRequest) {
  const { headers, httpVersion, method = 'GET', socket } = request
  return {
    accountId: '000000000000',
    apiId: 'local',
    authorizer: caller,
    domainName: headers.host ?? 'localhost',
    httpMethod: method,
    identity: { ...noIdentity, sourceIp: socket.remoteAddress ?? '', userAgent: headers['user-agent'] ?? null },
    path,
    protocol: `HTTP/${httpVersion}`,
    requestId,
    requestTimeEpoch: Date.now(),
    resourceId: 'local',
    resourcePath: resource,
    stage: 'local',
  }
}

/** Every body is encoded as base64, because the API treats all media types as binary. */
export function proxyEventOf(routed: RoutedRequest): APIGatewayProxyEvent {
  const { request, path, query, body, resource, params } = routed
  const headers = headersOf(request)
  const parameters = grouped(new URLSearchParams(query))
  return {
    resource,
    path,
    httpMethod: request.method ?? 'GET',
    headers: headers.last,
    multiValueHeaders: headers.every,
    queryStringParameters: orNull(parameters.last),
    multiValueQueryStringParameters: orNull(parameters.every),
    pathParameters: orNull(params),
    stageVariables: null,
    requestContext: contextOf(routed),
    body: body.length > 0 ? body.toString('base64') : null,
    isBase64Encoded: body.length > 0,
  }
}
