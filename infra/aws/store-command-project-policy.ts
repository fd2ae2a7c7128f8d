/**
 * The permissions of `store` commands that run in AWS: all operations on the rows of the stage, and restores of its
 * table.
 */

import { ArnFormat, type Stack } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { type IRole, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { ILogGroup } from 'aws-cdk-lib/aws-logs'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { secondaryIndex } from '../../lib/store/table.ts'

interface Resources {
  table: ITable
  restoreRole: IRole
  log: ILogGroup
  source: { bucket: IBucket; path: string }
}

const allow = (actions: readonly string[], ...resources: string[]) =>
  new PolicyStatement({ actions: [...actions], resources })

const dynamodbActions = (...names: string[]) => names.map(name => `dynamodb:${name}`)

/** AWS requires most of these actions for the new table of a restore, even `Scan`, which no command uses. */
const rowActions = dynamodbActions(
  'BatchGetItem',
  'BatchWriteItem',
  'ConditionCheckItem',
  'DeleteItem',
  'GetItem',
  'PutItem',
  'Query',
  'Scan',
  'UpdateItem',
)

const tableActions = dynamodbActions(
  'DescribeContinuousBackups',
  'DescribeTable',
  'DescribeTimeToLive',
  'RestoreTableToPointInTime',
  'TagResource',
  'UpdateContinuousBackups',
  'UpdateTable',
  'UpdateTimeToLive',
)

/** Returns patterns for the names of restored tables, which `restoredTableName` creates. */
export const restoredTablePatterns = ({ stackName }: Stack) => [`${stackName}-2*`, `${stackName}-backup-*`]

/** With this policy, a command cannot decrypt the secrets of stores, send events or mails, or call payment gateways. */
export function storeCommandProjectPolicy(
  stack: Stack,
  { table, restoreRole, log, source }: Resources,
): PolicyDocument {
  const { bucket, path } = source
  const tableArn = (resourceName: string) => stack.formatArn({ service: 'dynamodb', resource: 'table', resourceName })
  const tables = [table.tableArn, ...restoredTablePatterns(stack).map(tableArn)]
  /**
   * The ARN of a backup contains the name of its table. Backups of deleted tables are kept, so the pattern matches
   * every table name.
   */
  const backups = tableArn('*/backup/*')
  const recoveryPoints = stack.formatArn({
    service: 'backup',
    resource: 'recovery-point',
    resourceName: '*',
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  })
  const statements = [
    allow(['logs:CreateLogStream', 'logs:PutLogEvents'], log.logGroupArn),
    allow(['s3:GetObject', 's3:GetObjectVersion'], bucket.arnForObjects(path)),
    allow(['s3:GetBucketAcl', 's3:GetBucketLocation'], bucket.bucketArn),
    allow(['cloudformation:DescribeStacks'], stack.stackId),
    allow(rowActions, ...tables, `${table.tableArn}/index/${secondaryIndex.name}`),
    allow(tableActions, ...tables),
    allow(['dynamodb:RestoreTableFromBackup'], backups),
    allow(['backup:StartRestoreJob'], recoveryPoints, backups),
    allow(['backup:DescribeRestoreJob', 'backup:GetRestoreJobMetadata', 'backup:ListRestoreJobs'], '*'),
    allow(['iam:PassRole'], restoreRole.roleArn),
  ]
  return new PolicyDocument({ statements })
}
