/** The role of a Lambda: it may send traces; other permissions are granted to it. */

import { Validations } from 'aws-cdk-lib'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { wildcardResource } from './acknowledgments.ts'

/** Without AWSLambdaBasicExecutionRole, which allows writing to every log group of the account. */
export class LambdaRole extends Role {
  constructor(scope: Construct, id: string) {
    super(scope, id, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    Validations.of(this).acknowledge(wildcardResource)
  }
}
