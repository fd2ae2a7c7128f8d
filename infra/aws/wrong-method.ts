/** What a known path answers to a method it does not take: 405 and those it takes, where API Gateway would say 403. */

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
import { gatewayReply } from '../gateway-problems.ts'
import { guardedBy } from './endpoint.ts'
import { openToAll } from './exceptions.ts'
import { mapped, requestId } from './gateway-answers.ts'

interface WrongMethodProps {
  path: string
  /** All that the path takes. */
  routes: readonly Route[]
  api: RestApi
  authorizer: IAuthorizer
}

export class WrongMethod extends Construct {
  constructor(scope: Construct, id: string, { path, routes, api, authorizer }: WrongMethodProps) {
    super(scope, id)
    const Allow = routes.map(({ method }) => method).join(', ')
    const isOpen = routes.every(({ access }) => access === 'public')
    const { headers, body } = gatewayReply({ code: 'method_not_allowed', headers: { Allow } }, requestId)
    const names = Object.keys(headers).map(name => `method.response.header.${name}`)
    new Method(this, 'Method', {
      httpMethod: 'ANY',
      resource: api.root.resourceForPath(path),
      integration: refusing(headers, body),
      options: {
        ...guardedBy(isOpen ? undefined : authorizer),
        methodResponses: [
          { statusCode: '405', responseParameters: Object.fromEntries(names.map(name => [name, true])) },
        ],
      },
    })
    if (isOpen) Validations.of(this).acknowledge(openToAll)
  }
}

/** A template is chosen by the request's media type, and a request without one is taken for JSON; other types get 415. */
const mediaTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/octet-stream',
  'application/xml',
  'text/plain',
]

/** Bodies count as binary in this API, and a template reads text: unconverted, every call would end as 500. */
const contentHandling = ContentHandling.CONVERT_TO_TEXT

const refusing = (headers: Record<string, string>, body: string) =>
  new MockIntegration({
    contentHandling,
    passthroughBehavior: PassthroughBehavior.NEVER,
    requestTemplates: Object.fromEntries(mediaTypes.map(type => [type, '{"statusCode": 405}'])),
    integrationResponses: [
      {
        statusCode: '405',
        contentHandling,
        responseParameters: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [`method.response.header.${name}`, mapped(value)]),
        ),
        responseTemplates: { 'application/json': body },
      },
    ],
  })
