/** The API: its gateway, its authorizer, and an endpoint for every route. */

import { Construct } from 'constructs'
import type { Route } from '../../lib/http/route.ts'
import type { AlarmTopic } from './alarms.ts'
import { Authorizer } from './authorizer.ts'
import { Endpoint } from './endpoint.ts'
import { EndpointRoles } from './endpoint-roles.ts'
import { Gateway } from './gateway.ts'
import { constructId, type LambdaProps } from './lambda-function.ts'
import type { Table } from './table.ts'

interface ApiProps extends LambdaProps {
  routes: readonly Route[]
  table: Table
  topic: AlarmTopic
}

export class Api extends Construct {
  readonly gateway: Gateway
  readonly authorizer: Authorizer

  constructor(scope: Construct, id: string, { routes, table, topic, ...lambdaProps }: ApiProps) {
    super(scope, id)
    const { stage } = lambdaProps
    this.authorizer = new Authorizer(this, 'Authorizer', { ...lambdaProps, table, topic })
    const roles = new EndpointRoles(this, 'Roles', { stage })
    const endpoints = routes.map(
      route => new Endpoint(this, constructId(route.name), { ...lambdaProps, route, roles, table }),
    )
    this.gateway = new Gateway(this, 'Gateway', { stage, endpoints, authorizer: this.authorizer.lambda, topic })
  }
}
