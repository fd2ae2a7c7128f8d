/**
 * Configures what a restore may not copy: encryption, expiry, point-in-time recovery, tags, deletion protection and the
 * stream.
 */

import { setTimeout } from 'node:timers/promises'
import * as dynamodb from '@aws-sdk/client-dynamodb'
import { expiryAttribute } from '../../../lib/store/table.ts'
import { stackTags } from '../../constants.ts'

/** The times are in seconds. Even the restore of a small table can take hours. */
const waiting = { maxWaitTime: 24 * 60 * 60, minDelay: 1, maxDelay: 30 }

export interface TableTarget {
  client: dynamodb.DynamoDBClient
  table: string
}

/** Returns null if the table does not exist. */
export async function describeTable({ client, table }: TableTarget): Promise<dynamodb.TableDescription | null> {
  try {
    const { Table = null } = await client.send(new dynamodb.DescribeTableCommand({ TableName: table }))
    return Table
  } catch (error) {
    if (error instanceof dynamodb.ResourceNotFoundException) return null
    throw error
  }
}

/** Waits if the table is just being deleted, because a table with the same name can only be restored afterwards. */
export async function waitUntilDeleted(target: TableTarget): Promise<void> {
  const { client, table } = target
  if ((await describeTable(target))?.TableStatus !== 'DELETING') return
  await dynamodb.waitUntilTableNotExists({ client, ...waiting }, { TableName: table })
}

export const waitUntilActive = ({ client, table }: TableTarget) =>
  dynamodb.waitUntilTableExists({ client, ...waiting }, { TableName: table })

/** Changes the table and waits until it is active, because DynamoDB accepts only one change of a table at a time. */
async function updateTable(target: TableTarget, change: Partial<dynamodb.UpdateTableCommandInput>): Promise<void> {
  await target.client.send(new dynamodb.UpdateTableCommand({ ...change, TableName: target.table }))
  await waitUntilActive(target)
}

/** Configures all settings except the stream and expiry. A repeated call has no further effect. */
export async function configureRestoredTable(target: TableTarget, stage: string): Promise<void> {
  const table = await describeTable(target)
  if (table?.SSEDescription?.Status !== 'ENABLED') await updateTable(target, { SSESpecification: { Enabled: true } })
  await enablePointInTimeRecovery(target)
  const Tags = Object.entries(stackTags(stage)).map(([Key, Value]) => ({ Key, Value }))
  await target.client.send(new dynamodb.TagResourceCommand({ ResourceArn: table?.TableArn, Tags }))
  if (!table?.DeletionProtectionEnabled) await updateTable(target, { DeletionProtectionEnabled: true })
}

/** Calls `isDone` until it returns true. Each pause is twice as long as the one before, up to 30 seconds. */
export async function pollUntil(isDone: () => Promise<boolean>): Promise<void> {
  for (let seconds = 1; !(await isDone()); seconds = Math.min(seconds * 2, 30)) await setTimeout(seconds * 1000)
}

/** Reads the current setting first, because DynamoDB rejects enabling expiry a second time. */
export async function enableExpiry({ client, table: TableName }: TableTarget): Promise<void> {
  const { TimeToLiveDescription } = await client.send(new dynamodb.DescribeTimeToLiveCommand({ TableName }))
  if (TimeToLiveDescription?.TimeToLiveStatus?.startsWith('ENABL')) return
  const TimeToLiveSpecification = { AttributeName: expiryAttribute, Enabled: true }
  await client.send(new dynamodb.UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
}

/** DynamoDB rejects point-in-time recovery in the first minutes of a new table, so the call is repeated. */
async function enablePointInTimeRecovery({ client, table: TableName }: TableTarget): Promise<void> {
  const enabling = { TableName, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }
  await pollUntil(async () => {
    try {
      await client.send(new dynamodb.UpdateContinuousBackupsCommand(enabling))
      return true
    } catch (error) {
      if (error instanceof dynamodb.ContinuousBackupsUnavailableException) return false
      throw error
    }
  })
}

export const hasStream = (table: dynamodb.TableDescription | null) => table?.StreamSpecification?.StreamEnabled === true

/** Before this call, the lists must be rebuilt. Otherwise the stream would contain the changes of the rebuild. */
export const enableStream = (target: TableTarget) =>
  updateTable(target, { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } })
