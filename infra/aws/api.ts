/** The API: the gateway, the authorizer before it, and behind it an endpoint for every route. */

import { Validations } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import type { Route } from '../../lib/http/route.ts'
import type { AlarmTopic } from './alarms.ts'
import { Authorizer } from './authorizer.ts'
import { Endpoint } from './endpoint.ts'
import { ownKeys } from './exceptions.ts'
import { Gateway } from './gateway.ts'
import { idOf, type Making } from './handler.ts'
import { Roles } from './roles.ts'
import type { Table } from './table.ts'
import { WrongMethod } from './wrong-method.ts'

interface ApiProps extends Making {
  routes: readonly Route[]
  table: Table
  topic: AlarmTopic
}

export class Api extends Construct {
  readonly gateway: Gateway

  constructor(scope: Construct, id: string, { routes, table, topic, ...making }: ApiProps) {
    super(scope, id)
    this.gateway = new Gateway(this, 'Gateway', { stage: making.stage, topic })
    const { gate } = new Authorizer(this, 'Authorizer', { ...making, table, topic })
    const behind = { api: this.gateway.api, authorizer: gate }
    const roles = new Roles(this, 'Roles')
    for (const route of routes)
      new Endpoint(this, idOf(route.name), { ...making, ...behind, route, roles, table })
    for (const [path, known] of Map.groupBy(routes, route => route.path))
      new WrongMethod(this, `OtherMethods${path}`, { ...behind, path, routes: known })
    Validations.of(this).acknowledge(ownKeys)
  }
}
