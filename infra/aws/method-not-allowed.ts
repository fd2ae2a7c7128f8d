/** The 405 reply of a path to methods it does not support, in place of the 403 that API Gateway would send. */

import { Validations } from 'aws-cdk-lib'
import {
  ContentHandling,
  type IAuthorizer,
  Method,
  MockIntegration,
  PassthroughBehavior,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway'
import { Construct } from 'constructs'
import type { Route } from '../../lib/http/route.ts'
import { gatewayReply, methodNotAllowed } from '../gateway-problems.ts'
import { publicMethod } from './acknowledgments.ts'
import { mappingValue, requestId } from './gateway-responses.ts'

interface MethodNotAllowedProps {
  path: string
  /** All routes of the path. */
  routes: readonly Route[]
  api: RestApi
  authorizer: IAuthorizer
}

export class MethodNotAllowed extends Construct {
  constructor(scope: Construct, id: string, { path, routes, api, authorizer }: MethodNotAllowedProps) {
    super(scope, id)
    const isPublic = routes.every(route => route.isPublic)
    const { headers, body } = gatewayReply(methodNotAllowed(routes), requestId)
    const responseParameters = Object.fromEntries(Object.keys(headers).map(name => [parameter(name), true]))
    new Method(this, 'Method', {
      httpMethod: 'ANY',
      resource: api.root.resourceForPath(path),
      integration: mockIntegration(headers, body),
      options: {
        ...(isPublic ? {} : { authorizer }),
        methodResponses: [{ statusCode: '405', responseParameters }],
      },
    })
    if (isPublic) Validations.of(this).acknowledge(publicMethod)
  }
}

const parameter = (header: string) => `method.response.header.${header}`

/** API Gateway picks the template by the Content-Type of the request (default: JSON) and sends 415 for all others. */
const mediaTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/octet-stream',
  'application/xml',
  'text/plain',
]

/** All bodies of this API are binary, but templates need text: without the conversion each request ends with 500. */
const contentHandling = ContentHandling.CONVERT_TO_TEXT

const mockIntegration = (headers: Record<string, string>, body: string) =>
  new MockIntegration({
    contentHandling,
    passthroughBehavior: PassthroughBehavior.NEVER,
    requestTemplates: Object.fromEntries(mediaTypes.map(type => [type, '{"statusCode": 405}'])),
    integrationResponses: [
      {
        statusCode: '405',
        contentHandling,
        responseParameters: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [parameter(name), mappingValue(value)]),
        ),
        responseTemplates: { 'application/json': body },
      },
    ],
  })
