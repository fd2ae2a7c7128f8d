/** Records when a key was last used, at most once an hour: API Gateway asks for an active key once a minute. */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { createConversions } from 'electrodb'
import { now, timestamp } from '../core/clock.ts'
import { client, tableConfig } from '../store/client.ts'
import { tableKeys } from '../store/table.ts'
import { KeyRow } from './entity.ts'

const hourInMilliseconds = 3_600_000

const isRecent = ({ lastUsedOn = '' }: KeyRow) => now().getTime() - Date.parse(lastUsedOn) < hourInMilliseconds

/**
 * A request does not fail because its time cannot be recorded, and the next one tries it again. The log would be a tenth
 * of the authorizer's bundle, and the table has its own alarms.
 */
export const recordUse = (key: KeyRow): Promise<void> =>
  isRecent(key) ? Promise.resolve() : setLastUse(key).catch(() => {})

/**
 * ElectroDB would write other attributes of the row, too, and the authorizer may write this one only. The row may have
 * been deleted meanwhile with its account.
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
