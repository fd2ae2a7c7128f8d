/**
 * The role of one or more Lambdas. It may send traces and write to one log group; other permissions are granted to it.
 */

import { Validations } from 'aws-cdk-lib'
import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  type PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { wildcardResource } from './acknowledgments.ts'

/** All Lambdas with the same role share this log group. CloudWatch names its streams after the Lambdas. */
export class LambdaLog extends LogGroup {
  constructor(scope: Construct, id: string, { logRetention, logRemovalPolicy }: Stage) {
    super(scope, id, { retention: logRetention, removalPolicy: logRemovalPolicy })
  }
}

/** The role does not have AWSLambdaBasicExecutionRole, which would allow writing to every log group of the account. */
export class LambdaRole extends Role {
  readonly log: LambdaLog
  private readonly permissions: PolicyDocument

  constructor(scope: Construct, id: string, log: LambdaLog) {
    const permissions = new PolicyDocument()
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Permissions: permissions },
    })
    this.permissions = permissions
    this.log = log
    log.grantWrite(this)
    Validations.of(this).acknowledge(wildcardResource)
  }

  /** Statements are added to the role itself, as a policy of its own would be another resource of the stack. */
  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.permissions.addStatements(statement)
    return { statementAdded: true, policyDependable: this }
  }
}
