/** The roles of endpoints, one for each kind of access: a role for each Lambda would near the limit of 500 resources. */

import { Construct } from 'constructs'
import type { Route } from '../../lib/http/route.ts'
import { LambdaRole } from './lambda-role.ts'

export class EndpointRoles extends Construct {
  private readonly byAccess: Record<Route['access'], LambdaRole>

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.byAccess = {
      read: new LambdaRole(this, 'Read'),
      write: new LambdaRole(this, 'Write'),
      public: new LambdaRole(this, 'Public'),
    }
  }

  for(access: Route['access']): LambdaRole {
    return this.byAccess[access]
  }
}
