/** Starts the restore of a table to a point in time, or from a backup of DynamoDB or of AWS Backup. */

import {
  BackupClient,
  DescribeRestoreJobCommand,
  GetRestoreJobMetadataCommand,
  ListRestoreJobsCommand,
  StartRestoreJobCommand,
} from '@aws-sdk/client-backup'
import {
  DescribeContinuousBackupsCommand,
  RestoreTableFromBackupCommand,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb'
import { stackOf, stackOutputs } from '../../constants.ts'
import { readStackOutput } from '../stack-outputs.ts'
import { pollUntil, type TableTarget } from './restored-table.ts'

/** A task has either a point in time (`to`) or the ARN of a backup (`backup`). */
export interface RestoreTask {
  stage: string
  to?: string | undefined
  backup?: string | undefined
  /** The name of the table that the stage uses. */
  current: string
}

const dynamodbBackup = /^arn:[\w-]+:dynamodb:[\w-]+:\d+:table\/[\w.-]+\/backup\/([\w-]+)$/
const recoveryPoint = /^arn:[\w-]+:backup:[\w-]+:\d+:recovery-point:([\w-]+)$/

export const isBackupArn = (arn: string) => dynamodbBackup.test(arn) || recoveryPoint.test(arn)

/** Returns the time without fractions of a second, because a restore ignores fractions. */
const stamp = (to: string) => `${to.slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/**
 * Returns the same name for the same point in time or backup, so that a repeated command continues with the same table.
 */
export function restoredTableName({ stage, to, backup = '' }: RestoreTask): string {
  const [, id] = dynamodbBackup.exec(backup) ?? recoveryPoint.exec(backup) ?? []
  return `${stackOf(stage)}-${to ? stamp(to) : `backup-${id}`}`
}

/** Returns whether the name is one that `restoredTableName` returns for the stage. */
export const isRestoredTableName = (stage: string, table: string) =>
  new RegExp(`^${stackOf(stage)}-(\\d{8}T\\d{6}Z|backup-[\\w-]+)$`).test(table)

/**
 * Starts a restore. A restore by AWS Backup has ended when this function returns. A restore by DynamoDB continues after
 * the return.
 */
export async function startRestore(
  { stage, current, to, backup = '' }: RestoreTask,
  target: TableTarget,
): Promise<void> {
  if (to) await restoreToTime(to, current, target)
  else if (recoveryPoint.test(backup)) await restoreRecoveryPoint(stage, backup, target)
  else await target.client.send(new RestoreTableFromBackupCommand({ BackupArn: backup, TargetTableName: target.table }))
}

async function restoreToTime(to: string, SourceTableName: string, { client, table }: TableTarget): Promise<void> {
  const RestoreDateTime = new Date(`${to.slice(0, 19)}Z`)
  const restore = new RestoreTableToPointInTimeCommand({ SourceTableName, TargetTableName: table, RestoreDateTime })
  await client.send(restore).catch(async error => {
    if (error.name !== 'InvalidRestoreTimeException') throw error
    throw new Error(await restorableTimes({ client, table: SourceTableName }), { cause: error })
  })
}

async function restorableTimes({ client, table: TableName }: TableTarget): Promise<string> {
  const { ContinuousBackupsDescription } = await client.send(new DescribeContinuousBackupsCommand({ TableName }))
  const times = ContinuousBackupsDescription?.PointInTimeRecoveryDescription
  const [from, to] = [times?.EarliestRestorableDateTime, times?.LatestRestorableDateTime]
  return `${TableName} can be restored to any time from ${from?.toISOString()} to ${to?.toISOString()}. For earlier times, use --backup.`
}

interface BackupJob {
  /** The ARN of the recovery point. */
  arn: string
  /** The name of the table to create. */
  table: string
  client: BackupClient
}

/** Starts a restore job, unless an interrupted command has already started it. Then waits until the job ends. */
async function restoreRecoveryPoint(stage: string, arn: string, { table }: TableTarget): Promise<void> {
  const client = new BackupClient({})
  const job = { arn, table, client }
  const RestoreJobId = (await jobUnderWay(job)) ?? (await startJob(job, stage))
  await pollUntil(async () => {
    const { Status, StatusMessage } = await client.send(new DescribeRestoreJobCommand({ RestoreJobId }))
    if (Status === 'FAILED' || Status === 'ABORTED')
      throw new Error(`AWS Backup did not restore ${arn}: ${StatusMessage ?? Status}`)
    return Status === 'COMPLETED'
  })
}

async function jobUnderWay({ arn, table, client }: BackupJob): Promise<string | undefined> {
  for (const ByStatus of ['PENDING', 'RUNNING'] as const) {
    const list = new ListRestoreJobsCommand({ ByResourceType: 'DynamoDB', ByStatus })
    const { RestoreJobs = [] } = await client.send(list)
    for (const { RestoreJobId } of RestoreJobs.filter(({ RecoveryPointArn }) => RecoveryPointArn === arn)) {
      const { Metadata } = await client.send(new GetRestoreJobMetadataCommand({ RestoreJobId }))
      if (Metadata?.targetTableName === table) return RestoreJobId
    }
  }
}

async function startJob({ arn, table, client }: BackupJob, stage: string) {
  const { RestoreJobId } = await client.send(
    new StartRestoreJobCommand({
      RecoveryPointArn: arn,
      IamRoleArn: await readStackOutput(stage, stackOutputs.restoreRole),
      ResourceType: 'DynamoDB',
      Metadata: { targetTableName: table, encryptionType: 'Default' },
    }),
  )
  return RestoreJobId
}
