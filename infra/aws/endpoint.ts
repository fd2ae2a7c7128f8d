/** Defines an endpoint with its Lambda, and the roles that endpoints with the same access share. */

import { Construct } from 'constructs'
import type { Route } from '../../lib/http/route.ts'
import type { Stage } from '../stages.ts'
import type { CheckoutBus } from './checkout-bus.ts'
import { gatewaySecretKinds, LambdaFunction, type LambdaProps, LambdaRole } from './lambda-function.ts'
import { StageLog } from './logs.ts'
import { permissionsOfRoute } from './table-permissions.ts'

/**
 * Creates the roles that endpoints share: one for each kind of access, and one for endpoints that use a payment
 * gateway. Each role has a log group of its own.
 */
export class SharedEndpointRoles extends Construct {
  private readonly byAccess: Record<Route['access'], LambdaRole>
  private readonly gateway: LambdaRole

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id)
    const add = (name: string) => new LambdaRole(this, name, new StageLog(this, `${name}Log`, stage))
    this.byAccess = { read: add('Read'), write: add('Write'), none: add('Public') }
    this.gateway = add('Gateway')
  }

  /**
   * Returns the shared role of an endpoint; undefined if the endpoint needs its own role. An endpoint needs its own
   * role if it defines its own table permissions, if it puts events, or if it is public and uses the table.
   */
  for({ access, isPublic, tableScope, usesGateway, putsEvents }: Route): LambdaRole | undefined {
    if (tableScope || putsEvents || (isPublic && access !== 'none')) return undefined
    return usesGateway ? this.gateway : this.byAccess[access]
  }
}

interface EndpointProps extends LambdaProps {
  bus: CheckoutBus
  route: Route
  roles: SharedEndpointRoles
}

export class Endpoint extends Construct {
  readonly route: Route
  readonly lambda: LambdaFunction

  constructor(scope: Construct, id: string, { route, roles, bus, ...lambdaProps }: EndpointProps) {
    super(scope, id)
    const { name, purpose, usesGateway, secrets: others } = route
    this.route = route
    this.lambda = new LambdaFunction(this, 'Lambda', {
      ...lambdaProps,
      name,
      purpose,
      secrets: [...gatewaySecretKinds(usesGateway), ...(others ? [others] : [])],
      permissions: permissionsOfRoute(route),
      role: roles.for(route),
    })
    if (route.putsEvents) bus.grantPut(this.lambda.resource)
    if (!route.isPublic) limitKeys(this.lambda, lambdaProps.stage)
  }
}

function limitKeys({ resource }: LambdaFunction, { keyRequestsPerSecond, keyBurst }: Stage): void {
  resource.addEnvironment('KEY_REQUESTS_PER_SECOND', String(keyRequestsPerSecond))
  resource.addEnvironment('KEY_BURST', String(keyBurst))
}
