/** The API: the gateway, its authorizer, and an endpoint for every route. */

import { Validations } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import type { Route } from '../../lib/http/route.ts'
import { noUserPool } from './acknowledgments.ts'
import type { AlarmTopic } from './alarms.ts'
import { Authorizer } from './authorizer.ts'
import { Endpoint } from './endpoint.ts'
import { EndpointRoles } from './endpoint-roles.ts'
import { Gateway } from './gateway.ts'
import { constructId, type LambdaProps } from './lambda-function.ts'
import { MethodNotAllowed } from './method-not-allowed.ts'
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
    this.gateway = new Gateway(this, 'Gateway', { stage: lambdaProps.stage, routes, topic })
    const { api } = this.gateway
    this.authorizer = new Authorizer(this, 'Authorizer', { ...lambdaProps, table, topic })
    const authorizer = this.authorizer.resource
    const roles = new EndpointRoles(this, 'Roles')
    for (const route of routes)
      new Endpoint(this, constructId(route.name), { ...lambdaProps, api, authorizer, route, roles, table })
    for (const [path, ofPath] of Map.groupBy(routes, route => route.path))
      new MethodNotAllowed(this, `MethodNotAllowed${path}`, { api, authorizer, path, routes: ofPath })
    Validations.of(this).acknowledge(noUserPool)
  }
}
