/** The roles that endpoints share: one for each kind of access, each with one log group. */

import { Construct } from 'constructs'
import type { Route } from '../../lib/http/route.ts'
import type { Stage } from '../stages.ts'
import { LambdaLog, LambdaRole } from './lambda-role.ts'

export class EndpointRoles extends Construct {
  private readonly byAccess: Record<Route['access'], LambdaRole>
  private readonly gateway: LambdaRole

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id)
    const add = (name: string) => new LambdaRole(this, name, new LambdaLog(this, `${name}Log`, stage))
    this.byAccess = { read: add('Read'), write: add('Write'), none: add('Public') }
    this.gateway = add('Gateway')
  }

  /**
   * Returns undefined for an endpoint with a role of its own, which has a table scope, or writes although it is public.
   */
  for({ access, isPublic, tableScope, usesGateway }: Route): LambdaRole | undefined {
    if (tableScope || (isPublic && access !== 'none')) return undefined
    return usesGateway ? this.gateway : this.byAccess[access]
  }
}
