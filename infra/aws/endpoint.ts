/** An endpoint: its Lambda, and the permissions of the Lambda. */

import { Construct } from 'constructs'
import type { Route } from '../../lib/http/route.ts'
import type { Stage } from '../stages.ts'
import type { EndpointRoles } from './endpoint-roles.ts'
import { grantGatewayKeys, LambdaFunction, type LambdaProps } from './lambda-function.ts'
import type { Table } from './table.ts'
import { permissionsOfRoute } from './table-permissions.ts'

interface EndpointProps extends LambdaProps {
  route: Route
  roles: EndpointRoles
  table: Table
}

export class Endpoint extends Construct {
  readonly route: Route
  readonly lambda: LambdaFunction

  constructor(scope: Construct, id: string, { route, roles, table, ...lambdaProps }: EndpointProps) {
    super(scope, id)
    const { name, purpose, isPublic, usesGateway } = route
    this.route = route
    this.lambda = new LambdaFunction(this, 'Lambda', { ...lambdaProps, name, purpose, role: roles.for(route) })
    table.grant(this.lambda, permissionsOfRoute(route))
    if (!isPublic) limitKeys(this.lambda, lambdaProps.stage)
    if (usesGateway) grantGatewayKeys(this.lambda, lambdaProps.stage)
  }
}

function limitKeys({ resource }: LambdaFunction, { keyRequestsPerSecond, keyBurst }: Stage): void {
  resource.addEnvironment('KEY_REQUESTS_PER_SECOND', String(keyRequestsPerSecond))
  resource.addEnvironment('KEY_BURST', String(keyBurst))
}
