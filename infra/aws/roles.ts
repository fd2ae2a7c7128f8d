/** The roles that endpoints share by what they may do; a role for each would take the stack near its limit of 500 resources. */

import { Construct } from 'constructs'
import type { Route } from '../../lib/http/route.ts'
import { LambdaRole } from './role.ts'

export class Roles extends Construct {
  private readonly byAccess: Record<Route['access'], LambdaRole>

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.byAccess = {
      read: new LambdaRole(this, 'Reader'),
      write: new LambdaRole(this, 'Writer'),
      public: new LambdaRole(this, 'Stranger'),
    }
  }

  for(access: Route['access']): LambdaRole {
    return this.byAccess[access]
  }
}
