/** Restores a table from a recovery point of AWS Backup. */

import {
  BackupClient,
  DescribeRestoreJobCommand,
  GetRestoreJobMetadataCommand,
  ListRestoreJobsCommand,
  StartRestoreJobCommand,
} from '@aws-sdk/client-backup'
import { poll } from '../poll.ts'
import { restoreRoleOfStage } from '../stage.ts'

interface RecoveryPointTask {
  stage: string
  recoveryPoint: string
  /** The name of the table to create. */
  target: string
}

/** Returns when the table is complete. If the command is repeated, it waits for the job that is under way. */
export async function restoreRecoveryPoint(task: RecoveryPointTask): Promise<void> {
  const client = new BackupClient({})
  const RestoreJobId = (await jobUnderWay(task, client)) ?? (await startJob(task, client))
  await poll(async () => {
    const { Status, StatusMessage } = await client.send(new DescribeRestoreJobCommand({ RestoreJobId }))
    if (Status === 'FAILED' || Status === 'ABORTED')
      throw new Error(`AWS Backup did not restore ${task.recoveryPoint}: ${StatusMessage ?? Status}`)
    return Status === 'COMPLETED'
  })
}

async function jobUnderWay({ recoveryPoint, target }: RecoveryPointTask, client: BackupClient) {
  for (const ByStatus of ['PENDING', 'RUNNING'] as const) {
    const list = new ListRestoreJobsCommand({ ByResourceType: 'DynamoDB', ByStatus })
    const { RestoreJobs = [] } = await client.send(list)
    for (const { RestoreJobId, RecoveryPointArn } of RestoreJobs) {
      if (RecoveryPointArn !== recoveryPoint) continue
      const { Metadata } = await client.send(new GetRestoreJobMetadataCommand({ RestoreJobId }))
      if (Metadata?.targetTableName === target) return RestoreJobId
    }
  }
  return undefined
}

async function startJob({ stage, recoveryPoint, target }: RecoveryPointTask, client: BackupClient) {
  const { RestoreJobId } = await client.send(
    new StartRestoreJobCommand({
      RecoveryPointArn: recoveryPoint,
      IamRoleArn: await restoreRoleOfStage(stage),
      ResourceType: 'DynamoDB',
      Metadata: { targetTableName: target, encryptionType: 'Default' },
    }),
  )
  return RestoreJobId
}
