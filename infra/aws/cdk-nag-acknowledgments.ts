/**
 * Defines the cdk-nag rules that the stack breaks on purpose, with reasons. A rule is acknowledged only for the
 * construct that breaks it, not for the whole stack.
 */

import type { Acknowledgment } from 'aws-cdk-lib'

const rule = (id: string, reason: string): Acknowledgment => ({ id: `AwsSolutions-${id}`, reason })

export const anyTrace = rule('IAM5[Resource::*]', 'Sending traces to X-Ray cannot be limited to a resource.')

export const anyStream = rule('IAM5[Resource::*]', 'Listing DynamoDB streams cannot be limited to a resource.')

export const mailQuota = rule('IAM5[Resource::*]', 'The quota of SES is that of the AWS account and has no resource.')

export const anySender = rule(
  'IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]',
  'Each store has a sender of its own, which is set without a deployment. SES sends only from those it has verified.',
)

export const secretsOfAllStores = (secrets: string) =>
  rule(
    `IAM5[Resource::arn:<AWS::Partition>:secretsmanager:<AWS::Region>:<AWS::AccountId>:secret:${secrets}]`,
    'Secrets of the stores of this stage: stores are created after the deployment, so their secrets have no ARN yet.',
  )

export const validationInLambda = rule(
  'APIG2',
  'The Lambdas validate requests, because they report all errors of a request at once and as a problem document.',
)

export const noWebAcl = rule(
  'APIG3',
  'A web ACL has a monthly fee. It is a setting of the stage: firewall in infra/stages.ts.',
)

export const noExecutionLog = rule(
  'APIG6',
  'Execution logs may contain personal data, and API Gateway creates their log group without a retention period. The access log has the status and the error of each request.',
)

export const cloudWatchRole = rule(
  'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
  'The AWS managed policy made for the role by which API Gateway writes logs in an account.',
)

export const noNestedDeadLetterQueue = rule(
  'SQS3',
  'This is a dead-letter queue. The rule recognizes those of queues and functions, not those of streams.',
)

export const backupPolicies = ['Backup', 'Restores'].map(task =>
  rule(
    `IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyFor${task}]`,
    'The AWS managed policies made for the role by which AWS Backup backs up and restores.',
  ),
)

export const noBuildArtifacts = rule('CB4', 'The project keeps no artifacts, so there is nothing to encrypt.')

const inAccount = (service: string, resource: string) =>
  `IAM5[Resource::arn:<AWS::Partition>:${service}:<AWS::Region>:<AWS::AccountId>:${resource}]`

/** `restored` contains name patterns of restored tables. */
export const commandPolicies = (restored: readonly string[]) => [
  ...restored.map(name =>
    rule(
      inAccount('dynamodb', `table/${name}`),
      'Tables that the command restore creates; their names end with a time.',
    ),
  ),
  ...[inAccount('dynamodb', 'table/*/backup/*'), inAccount('backup', 'recovery-point:*')].map(id =>
    rule(id, 'Backups are created after the deployment, and may be of a table that the stage does not use any more.'),
  ),
  rule('IAM5[Resource::*]', 'Reading the restore jobs of AWS Backup cannot be limited to a resource.'),
]
