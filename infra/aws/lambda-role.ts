/** The role of a Lambda: it may send traces; other permissions are granted to it. */

import { Validations } from 'aws-cdk-lib'
import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  type PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { wildcardResource } from './acknowledgments.ts'

/** Without AWSLambdaBasicExecutionRole, which allows writing to every log group of the account. */
export class LambdaRole extends Role {
  private readonly permissions: PolicyDocument

  constructor(scope: Construct, id: string) {
    const permissions = new PolicyDocument()
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Permissions: permissions },
    })
    this.permissions = permissions
    Validations.of(this).acknowledge(wildcardResource)
  }

  /** Within the role, as a policy of its own for each role would near the limit of 500 resources. */
  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.permissions.addStatements(statement)
    return { statementAdded: true, policyDependable: this }
  }
}
