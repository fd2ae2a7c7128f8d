/**
 * Defines the API as an OpenAPI document that API Gateway imports. With constructs, each path, method and permission
 * would be a separate resource, and a stack may have at most 500 resources.
 */

import { Stack } from 'aws-cdk-lib'
import type { Role } from 'aws-cdk-lib/aws-iam'
import type { Route } from '../../lib/http/route.ts'
import { apiGatewayProblems, apiGatewayReply, methodNotAllowedProblem } from '../api-gateway-replies.ts'
import { authorizationPattern, authorizerCacheSeconds } from '../constants.ts'
import type { Endpoint } from './endpoint.ts'
import type { LambdaFunction } from './lambda-function.ts'

interface ApiDefinitionProps {
  title: string
  endpoints: readonly Endpoint[]
  authorizer: LambdaFunction
  /** API Gateway invokes the Lambdas with this role. */
  invoker: Role
}

/** API Gateway needs these settings both in the imported definition and in the resource. */
export const apiSettings = {
  /** All bodies are treated as binary, because API Gateway would replace invalid UTF-8 in text bodies. */
  binaryMediaTypes: ['*/*'],
  minCompressionBytes: 1024,
}

/**
 * The 405 reply needs a Content-Type header. The document is in version 2 of OpenAPI, because API Gateway would ignore
 * this header in version 3.
 */
export const apiDefinition = (props: ApiDefinitionProps) => ({
  swagger: '2.0',
  info: { title: props.title, version: '1' },
  paths: Object.fromEntries(
    [...Map.groupBy(props.endpoints, ({ route }) => route.path)].map(([path, endpoints]) => [
      path,
      pathItem(endpoints, props.invoker),
    ]),
  ),
  securityDefinitions: { key: keyAuthorizer(props) },
  'x-amazon-apigateway-gateway-responses': gatewayResponses(),
  'x-amazon-apigateway-binary-media-types': apiSettings.binaryMediaTypes,
  'x-amazon-apigateway-minimum-compression-size': apiSettings.minCompressionBytes,
})

const pathItem = (endpoints: readonly Endpoint[], invoker: Role) => ({
  ...Object.fromEntries(endpoints.map(endpoint => [endpoint.route.method.toLowerCase(), operation(endpoint, invoker)])),
  'x-amazon-apigateway-any-method': unsupportedMethod(endpoints.map(({ route }) => route)),
})

const operation = ({ route, lambda }: Endpoint, { roleArn: credentials }: Role) => ({
  ...requestTo([route]),
  responses: {},
  'x-amazon-apigateway-integration': { type: 'aws_proxy', httpMethod: 'POST', uri: invocationOf(lambda), credentials },
})

const requestTo = (routes: readonly Route[]) => ({
  parameters: (routes[0]?.path.match(/(?<=\{)\w+(?=\+?\})/g) ?? []).map(name => ({
    name,
    in: 'path',
    required: true,
    type: 'string',
  })),
  security: routes.every(({ isPublic }) => isPublic) ? [] : [{ key: [] }],
})

const invocationOf = ({ resource }: LambdaFunction) =>
  Stack.of(resource).formatArn({
    service: 'apigateway',
    account: 'lambda',
    resource: 'path',
    resourceName: `2015-03-31/functions/${resource.functionArn}/invocations`,
  })

const keyAuthorizer = ({ authorizer, invoker }: ApiDefinitionProps) => ({
  type: 'apiKey',
  name: 'Authorization',
  in: 'header',
  'x-amazon-apigateway-authtype': 'custom',
  'x-amazon-apigateway-authorizer': {
    type: 'token',
    authorizerUri: invocationOf(authorizer),
    authorizerCredentials: invoker.roleArn,
    identityValidationExpression: authorizationPattern,
    authorizerResultTtlInSeconds: authorizerCacheSeconds,
  },
})

/** API Gateway replaces this variable in bodies and headers by the id of the request. */
const requestId = '$context.requestId'

/** Converts a header value to the syntax of parameter mappings: variables lose their `$`, and fixed text is quoted. */
const mappingValue = (value: string) => (value.startsWith('$') ? value.slice(1) : `'${value}'`)

const mapped = (headers: Record<string, string>, prefix: string) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [`${prefix}.header.${name}`, mappingValue(value)]))

/** Defines the replies of API Gateway itself as problem documents, like the error replies of the endpoints. */
const gatewayResponses = () =>
  Object.fromEntries(
    Object.entries(apiGatewayProblems).map(([type, problem]) => {
      const { statusCode, headers, body } = apiGatewayReply(problem, requestId)
      return [
        type,
        {
          statusCode: String(statusCode),
          responseParameters: mapped(headers, 'gatewayresponse'),
          /**
           * API Gateway uses this template for any Accept header, because the response has no other template. `headers`
           * contains the media type of the reply.
           */
          responseTemplates: { 'application/json': body },
        },
      ]
    }),
  )

/** If the path does not support the method, requests with these media types get 405, and others get 415. */
const mediaTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/octet-stream',
  'application/xml',
  'text/plain',
]

/** Templates need text, but all bodies of this API are binary. Without this conversion, the reply would be 500. */
const contentHandling = 'CONVERT_TO_TEXT'

/** Defines the 405 reply to methods that the path does not support. Without it, API Gateway would reply 404. */
function unsupportedMethod(routes: readonly Route[]) {
  const { headers, body } = apiGatewayReply(methodNotAllowedProblem(routes), requestId)
  const declared = Object.keys(headers).map(name => [name, { type: 'string' }])
  return {
    ...requestTo(routes),
    responses: { 405: { description: 'Method not allowed', headers: Object.fromEntries(declared) } },
    'x-amazon-apigateway-integration': {
      type: 'mock',
      contentHandling,
      passthroughBehavior: 'never',
      requestTemplates: Object.fromEntries(mediaTypes.map(type => [type, '{"statusCode": 405}'])),
      responses: {
        default: {
          statusCode: '405',
          contentHandling,
          responseParameters: mapped(headers, 'method.response'),
          responseTemplates: { 'application/json': body },
        },
      },
    },
  }
}
