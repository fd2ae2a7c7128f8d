/** What a Lambda of ours may do before anything is granted to it: report its traces, and nothing else. */

import { Validations } from 'aws-cdk-lib'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { noNarrower } from './exceptions.ts'

/** Without AWS's own basic policy, which would let it write to every log group of the account. */
export class LambdaRole extends Role {
  constructor(scope: Construct, id: string) {
    super(scope, id, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    Validations.of(this).acknowledge(noNarrower)
  }
}
