/** The event that API Gateway makes of a request: REST API, payload version 1. */

import type { IncomingMessage } from 'node:http'
import type { APIGatewayEventIdentity, APIGatewayProxyEvent } from 'aws-lambda'
import type { Caller } from './authorization.ts'

export interface Arrived {
  request: IncomingMessage
  requestId: string
  path: string
  query: string
  body: Buffer
}

export interface Addressed {
  resource: string
  params: Record<string, string>
  caller: Caller | null
}

/** A request's target, its path as sent. */
export function targetOf(url: string): { path: string; query: string } {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) }
}

const orNull = <T extends object>(values: T): T | null => (Object.keys(values).length > 0 ? values : null)

/** All values by name, and the last of each; names are kept as the client wrote them. */
function grouped(pairs: Iterable<readonly [string, string]>) {
  const all = Map.groupBy(pairs, ([name]) => name)
  const values = [...all].map(([name, members]) => [name, members.map(([, value]) => value)] as const)
  return {
    last: Object.fromEntries(values.map(([name, many]) => [name, many.at(-1)])),
    every: Object.fromEntries(values.map(([name, many]) => [name, [...many]])),
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

const nobody: Omit<APIGatewayEventIdentity, 'sourceIp' | 'userAgent'> = {
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

/** There is no stage's name in a local path, as there is none behind a domain of one's own. */
function contextOf({ request, requestId, path }: Arrived, { resource, caller }: Addressed) {
  const { headers, httpVersion, method = 'GET', socket } = request
  return {
    accountId: '000000000000',
    apiId: 'local',
    authorizer: caller,
    domainName: headers.host ?? 'localhost',
    httpMethod: method,
    identity: { ...nobody, sourceIp: socket.remoteAddress ?? '', userAgent: headers['user-agent'] ?? null },
    path,
    protocol: `HTTP/${httpVersion}`,
    requestId,
    requestTimeEpoch: Date.now(),
    resourceId: 'local',
    resourcePath: resource,
    stage: 'local',
  }
}

/** Every body arrives as base64: to this API all media are binary, so that no byte is mended on the way. */
export function eventOf(arrived: Arrived, addressed: Addressed): APIGatewayProxyEvent {
  const { request, path, query, body } = arrived
  const headers = headersOf(request)
  const parameters = grouped(new URLSearchParams(query))
  return {
    resource: addressed.resource,
    path,
    httpMethod: request.method ?? 'GET',
    headers: headers.last,
    multiValueHeaders: headers.every,
    queryStringParameters: orNull(parameters.last),
    multiValueQueryStringParameters: orNull(parameters.every),
    pathParameters: orNull(addressed.params),
    stageVariables: null,
    requestContext: contextOf(arrived, addressed),
    body: body.length > 0 ? body.toString('base64') : null,
    isBase64Encoded: body.length > 0,
  }
}
