/** Where we break a rule of AWS's own on purpose, and why; each is acknowledged by the construct it stands for, no wider. */

import type { Acknowledgment } from 'aws-cdk-lib'

const rule = (id: string, reason: string): Acknowledgment => ({ id: `AwsSolutions-${id}`, reason })

export const noNarrower = rule(
  'IAM5[Resource::*]',
  'Sending traces to X-Ray and listing DynamoDB streams know no resource to be narrowed to.',
)

export const ownKeys = rule(
  'COG4',
  'Callers are programs with secret keys, which our own authorizer knows; there are no users to sign in.',
)

export const openToAll = rule('APIG4', 'Open on purpose: it shows the documentation and touches no data.')

export const validatedLater = rule(
  'APIG2',
  'The Lambdas validate: they name all faults of a request at once, and in our problem form.',
)

export const noFirewall = rule(
  'APIG3',
  'A web ACL costs a monthly fee and its rules are the choice of the owner, who can put one before the stage.',
)

export const noExecutionLog = rule(
  'APIG6',
  'Execution logs go to a log group that API Gateway makes itself and that nothing ever empties, and may hold personal data. The access log says what failed and why.',
)

export const accountRole = rule(
  'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
  'What AWS made for the one role of an account by which API Gateway writes any access log at all.',
)

export const isDeadLetterQueue = rule(
  'SQS3',
  'This is the dead-letter queue; the rule knows those of queues and of functions, not those of streams.',
)
