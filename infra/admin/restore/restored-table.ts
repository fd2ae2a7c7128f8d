/** Gives a restored table what a restore does not: encryption, expiry, point-in-time recovery, tags, protection, a stream. */

import * as dynamodb from '@aws-sdk/client-dynamodb'
import { expiryAttribute } from '../../../lib/store/table.ts'
import { stackTags } from '../../constants.ts'
import { poll } from '../poll.ts'

/** In seconds. A restore takes from minutes to hours, whatever the size of the table. */
const waiting = { maxWaitTime: 24 * 60 * 60, minDelay: 1, maxDelay: 30 }

interface Target {
  client: dynamodb.DynamoDBClient
  table: string
}

/** Null if there is none. */
export async function describeTable({ client, table }: Target): Promise<dynamodb.TableDescription | null> {
  try {
    const { Table = null } = await client.send(new dynamodb.DescribeTableCommand({ TableName: table }))
    return Table
  } catch (error) {
    if (error instanceof dynamodb.ResourceNotFoundException) return null
    throw error
  }
}

export async function waitUntilActive({ client, table }: Target): Promise<void> {
  await dynamodb.waitUntilTableExists({ client, ...waiting }, { TableName: table })
}

type TableChange = Omit<dynamodb.UpdateTableCommandInput, 'TableName'>

/** DynamoDB takes one change at a time. */
async function updateTable(target: Target, change: TableChange): Promise<void> {
  await target.client.send(new dynamodb.UpdateTableCommand({ TableName: target.table, ...change }))
  await waitUntilActive(target)
}

/** All but the stream and expiry. Can be repeated. */
export async function prepareTable(target: Target, stage: string): Promise<void> {
  const table = await describeTable(target)
  if (table?.SSEDescription?.Status !== 'ENABLED')
    await updateTable(target, { SSESpecification: { Enabled: true } })
  await enablePointInTimeRecovery(target)
  const Tags = Object.entries(stackTags(stage)).map(([Key, Value]) => ({ Key, Value }))
  await target.client.send(new dynamodb.TagResourceCommand({ ResourceArn: table?.TableArn, Tags }))
  if (!table?.DeletionProtectionEnabled) await updateTable(target, { DeletionProtectionEnabled: true })
}

/** DynamoDB rejects enabling it again. */
export async function enableExpiry({ client, table: TableName }: Target): Promise<void> {
  const response = client.send(new dynamodb.DescribeTimeToLiveCommand({ TableName }))
  const { TimeToLiveDescription } = await response
  if (TimeToLiveDescription?.TimeToLiveStatus?.startsWith('ENABL')) return
  const TimeToLiveSpecification = { AttributeName: expiryAttribute, Enabled: true }
  await client.send(new dynamodb.UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
}

/** Unavailable for the first minutes of a new table. */
async function enablePointInTimeRecovery({ client, table: TableName }: Target): Promise<void> {
  const enabling = { TableName, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }
  await poll(async () => {
    try {
      await client.send(new dynamodb.UpdateContinuousBackupsCommand(enabling))
      return true
    } catch (error) {
      if (error instanceof dynamodb.ContinuousBackupsUnavailableException) return false
      throw error
    }
  })
}

export const hasStream = (table: dynamodb.TableDescription | null) =>
  table?.StreamSpecification?.StreamEnabled === true

/** Last, as it shows that all else is done, and so that it does not contain the changes made before. */
export const enableStream = (target: Target) =>
  updateTable(target, { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } })
