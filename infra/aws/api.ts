/** Defines the API, with its API Gateway, its authorizer, and an endpoint for every route. */

import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import type { Route } from '../../lib/http/route.ts'
import { authorizerTimeoutSeconds } from '../constants.ts'
import { ApiGateway } from './api-gateway.ts'
import type { CheckoutBus } from './checkout-bus.ts'
import { Endpoint, SharedEndpointRoles } from './endpoint.ts'
import { constructId, LambdaFunction, type LambdaProps } from './lambda-function.ts'
import { authorizerPermissions } from './table-permissions.ts'

/**
 * Without the construct `Authorizer` around the Lambda, ids in deployed stacks would change. A deployment would then
 * replace the Lambda's log.
 */
const addAuthorizer = (api: Construct, props: LambdaProps) =>
  new LambdaFunction(new Construct(api, 'Authorizer'), 'Lambda', {
    ...props,
    name: 'authorizer',
    purpose: 'Finds the account, the mode and the scope of a secret key, or rejects it.',
    permissions: authorizerPermissions,
    timeout: Duration.seconds(authorizerTimeoutSeconds),
  })

interface ApiProps extends LambdaProps {
  routes: readonly Route[]
  bus: CheckoutBus
}

export class Api extends Construct {
  readonly apiGateway: ApiGateway
  readonly authorizer: LambdaFunction

  constructor(scope: Construct, id: string, { routes, bus, ...props }: ApiProps) {
    super(scope, id)
    const { stage } = props
    this.authorizer = addAuthorizer(this, props)
    const roles = new SharedEndpointRoles(this, 'Roles', stage)
    const endpoints = routes.map(route => new Endpoint(this, constructId(route.name), { ...props, route, roles, bus }))
    this.apiGateway = new ApiGateway(this, 'Gateway', { stage, endpoints, authorizer: this.authorizer })
  }
}
