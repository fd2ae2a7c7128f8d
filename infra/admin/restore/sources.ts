/** Starts the restore of a table to a point in time, from a backup of DynamoDB, or from a backup of AWS Backup. */

import {
  DescribeContinuousBackupsCommand,
  type DynamoDBClient,
  RestoreTableFromBackupCommand,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb'
import { stackOf } from '../../constants.ts'
import { restoreRecoveryPoint } from './recovery-point.ts'

/** The source has exactly one of the two fields. */
interface RestoreSource {
  /** The point in time to restore to. */
  to?: string | undefined
  /** The ARN of the backup to restore from. */
  backup?: string | undefined
}

export interface RestoreTask extends RestoreSource {
  stage: string
  /** The name of the table that the stage uses. */
  current: string
}

const dynamodbBackup = /^arn:[\w-]+:dynamodb:[\w-]+:\d+:table\/[\w.-]+\/backup\/([\w-]+)$/
const recoveryPoint = /^arn:[\w-]+:backup:[\w-]+:\d+:recovery-point:([\w-]+)$/

export const isBackupArn = (arn: string) => dynamodbBackup.test(arn) || recoveryPoint.test(arn)

/** Formats a point in time to the second, which is the precision of a restore. */
const stamp = (to: string) => `${to.slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** The same source always gives the same name, so that a repeated command continues with the same table. */
export function restoredName({ stage, to, backup = '' }: RestoreTask): string {
  const [, id] = dynamodbBackup.exec(backup) ?? recoveryPoint.exec(backup) ?? []
  return `${stackOf(stage)}-${to ? stamp(to) : `backup-${id}`}`
}

/** Returns when AWS has accepted the restore. A restore by AWS Backup is also complete then. */
export async function startRestore(task: RestoreTask, target: string, client: DynamoDBClient): Promise<void> {
  const { stage, to, backup = '' } = task
  if (to) await restoreToTime({ ...task, to }, target, client)
  else if (recoveryPoint.test(backup)) await restoreRecoveryPoint({ stage, recoveryPoint: backup, target })
  else await client.send(new RestoreTableFromBackupCommand({ BackupArn: backup, TargetTableName: target }))
}

async function restoreToTime(
  { to, current }: RestoreTask & { to: string },
  target: string,
  client: DynamoDBClient,
): Promise<void> {
  const restore = new RestoreTableToPointInTimeCommand({
    SourceTableName: current,
    TargetTableName: target,
    RestoreDateTime: new Date(`${to.slice(0, 19)}Z`),
  })
  await client.send(restore).catch(async error => {
    if (error.name !== 'InvalidRestoreTimeException') throw error
    throw new Error(await restorableTimes(current, client), { cause: error })
  })
}

async function restorableTimes(TableName: string, client: DynamoDBClient): Promise<string> {
  const { ContinuousBackupsDescription: backups } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  )
  const { EarliestRestorableDateTime: from, LatestRestorableDateTime: to } =
    backups?.PointInTimeRecoveryDescription ?? {}
  return `${TableName} can be restored to any time from ${from?.toISOString()} to ${to?.toISOString()}. For earlier times, use --backup.`
}
