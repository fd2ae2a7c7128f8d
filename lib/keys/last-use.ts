/** Records when a key was last used, only about once an hour, because the authorizer may run every minute. */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { createConversions } from 'electrodb'
import { now, timestamp } from '../core/clock.ts'
import { client, tableConfig } from '../store/client.ts'
import { tableKeys } from '../store/table.ts'
import { KeyRow } from './entity.ts'

const hourInMilliseconds = 3_600_000

const isRecent = ({ lastUsedOn = '' }: KeyRow) => now().getTime() - Date.parse(lastUsedOn) < hourInMilliseconds

/**
 * Records the use of a key. Errors are ignored, because the next request records the use instead. Errors are not
 * logged, because the logger would make up a tenth of the authorizer's bundle.
 */
export const recordUse = (key: KeyRow): Promise<void> =>
  isRecent(key) ? Promise.resolve() : setLastUse(key).catch(() => {})

/**
 * Writes the time without ElectroDB, which would also write attributes that the authorizer has no permission to write.
 * The condition prevents the write from creating a deleted key again.
 */
async function setLastUse({ hash }: KeyRow): Promise<void> {
  const update = new UpdateCommand({
    TableName: tableConfig.table,
    Key: createConversions(KeyRow).byAccessPattern.byHash.fromComposite.toKeys({ hash }),
    UpdateExpression: 'SET lastUsedOn = :now',
    ConditionExpression: `attribute_exists(${tableKeys.partition})`,
    ExpressionAttributeValues: { ':now': timestamp() },
  })
  await client.send(update)
}
