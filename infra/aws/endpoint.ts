/** One endpoint: its Lambda, what that may do to the table, and the method by which API Gateway calls it. */

import { Validations } from 'aws-cdk-lib'
import { type IAuthorizer, LambdaIntegration, Method, type RestApi } from 'aws-cdk-lib/aws-apigateway'
import { Construct } from 'constructs'
import type { Route } from '../../lib/http/route.ts'
import { openToAll } from './exceptions.ts'
import { Handler, type Making } from './handler.ts'
import type { Roles } from './roles.ts'
import type { Table } from './table.ts'

interface EndpointProps extends Making {
  route: Route
  api: RestApi
  authorizer: IAuthorizer
  roles: Roles
  table: Table
}

export class Endpoint extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { route, api, authorizer, roles, table, ...making }: EndpointProps,
  ) {
    super(scope, id)
    const { name, purpose, access, tableScope } = route
    const role = tableScope ? {} : { role: roles.for(access) }
    const handler = new Handler(this, 'Handler', { ...making, name, purpose, ...role })
    if (tableScope) table.grantApart(handler, tableScope)
    else if (access === 'read') table.grantRead(handler)
    else if (access === 'write') table.grantWrite(handler)
    new Method(this, 'Method', {
      httpMethod: route.method,
      resource: api.root.resourceForPath(route.path),
      integration: new LambdaIntegration(handler.lambda, { allowTestInvoke: false }),
      options: guardedBy(access === 'public' ? undefined : authorizer),
    })
    if (access === 'public') Validations.of(this).acknowledge(openToAll)
  }
}

/** Without an authorizer everyone may call. */
export const guardedBy = (authorizer?: IAuthorizer) => (authorizer ? { authorizer } : {})
