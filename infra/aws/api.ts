/** The API: its API Gateway, its authorizer, and an endpoint for every route. */

import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import type { Route } from '../../lib/http/route.ts'
import { ThresholdAlarm } from './alarms.ts'
import { ApiGateway } from './api-gateway.ts'
import { Endpoint, SharedEndpointRoles } from './endpoint.ts'
import { constructId, LambdaFunction, type LambdaProps } from './lambda-function.ts'
import { authorizerPermissions } from './table-permissions.ts'

/** The authorizer, a Lambda that looks up the secret key of a request. API Gateway caches its result. */
class Authorizer extends Construct {
  readonly lambda: LambdaFunction

  constructor(scope: Construct, id: string, props: LambdaProps) {
    super(scope, id)
    this.lambda = new LambdaFunction(this, 'Lambda', {
      ...props,
      name: 'authorizer',
      purpose: 'Finds the account and the mode of a secret key, or denies the request.',
      permissions: authorizerPermissions,
      timeout: Duration.seconds(10),
    })
    new ThresholdAlarm(this, 'Errors', {
      description: 'The authorizer fails, so requests with valid keys get 500.',
      runbook: 'The authorizer fails',
      metric: this.lambda.resource.metricErrors(),
    })
  }
}

interface ApiProps extends LambdaProps {
  routes: readonly Route[]
}

export class Api extends Construct {
  readonly apiGateway: ApiGateway
  readonly authorizer: LambdaFunction

  constructor(scope: Construct, id: string, { routes, ...props }: ApiProps) {
    super(scope, id)
    const { stage } = props
    this.authorizer = new Authorizer(this, 'Authorizer', props).lambda
    const roles = new SharedEndpointRoles(this, 'Roles', stage)
    const endpoints = routes.map(route => new Endpoint(this, constructId(route.name), { ...props, route, roles }))
    this.apiGateway = new ApiGateway(this, 'Gateway', { stage, endpoints, authorizer: this.authorizer })
  }
}
