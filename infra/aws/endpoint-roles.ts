/** The roles that endpoints share, one for each kind of access: a role for each Lambda would near the limit of 500 resources. */

import { Construct } from 'constructs'
import type { Route } from '../../lib/http/route.ts'
import { LambdaRole } from './lambda-role.ts'

export class EndpointRoles extends Construct {
  private readonly byAccess: Record<Route['access'], LambdaRole>
  private readonly gateway: LambdaRole

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.byAccess = {
      read: new LambdaRole(this, 'Read'),
      write: new LambdaRole(this, 'Write'),
      none: new LambdaRole(this, 'Public'),
    }
    this.gateway = new LambdaRole(this, 'Gateway')
  }

  /** Undefined for an endpoint with a role of its own: it has a table scope, or writes although it is public. */
  for({ access, isPublic, tableScope, usesGateway }: Route): LambdaRole | undefined {
    if (tableScope || (isPublic && access !== 'none')) return undefined
    return usesGateway ? this.gateway : this.byAccess[access]
  }
}
