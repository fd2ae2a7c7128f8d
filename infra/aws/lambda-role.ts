/** The role of Lambdas: it may send traces and write to one log group; other permissions are granted to it. */

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

/** The log group of all Lambdas with the same role: CloudWatch names its streams after the Lambdas. */
export class LambdaLog extends LogGroup {
  constructor(scope: Construct, id: string, { logRetention, logRemovalPolicy }: Stage) {
    super(scope, id, { retention: logRetention, removalPolicy: logRemovalPolicy })
  }
}

/** Without AWSLambdaBasicExecutionRole, which allows writing to every log group of the account. */
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

  /** Within the role: a policy of its own would be one more resource of the stack. */
  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.permissions.addStatements(statement)
    return { statementAdded: true, policyDependable: this }
  }
}
