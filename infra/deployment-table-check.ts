/**
 * Prevents a deployment with a wrong table: an empty one, although the earlier table of the stage still exists, or one
 * that the settings of the stage name wrongly.
 */

import type { StackResourceSummary } from '@aws-sdk/client-cloudformation'
import {
  DynamoDBClient,
  ListTagsOfResourceCommand,
  paginateListTables,
  type TableDescription,
} from '@aws-sdk/client-dynamodb'
import { describeTable, hasStream } from './admin/restore/restored-table.ts'
import { isRestoredTableName } from './admin/restore/start-restore.ts'
import { stackOf, stackTags } from './constants.ts'
import { hasStackResource } from './stack-resources.ts'
import type { Stage } from './stages.ts'

/** Returns sentences that say why the table prevents a deployment of the stage; null if it does not. */
export async function findTableFault(stage: Stage): Promise<string | null> {
  const client = new DynamoDBClient({})
  if (stage.tableName) return namedTableFault(stage, stage.tableName, client)
  if (await hasStackResource(stage, isTable)) return null
  const kept = await keptTables(stage, client)
  return kept.length > 0 ? keptTablesFault(stage, kept) : null
}

async function namedTableFault({ name, tableStreamArn }: Stage, table: string, client: DynamoDBClient) {
  const found = await describeTable({ client, table })
  if (!found) return `infra/stages.ts names the table ${table} for ${name}, but this account and region have none.`
  if (isIncompleteRestore(name, found))
    return `The restore of ${table} is not complete: its lists may be wrong. Repeat the command "store restore" that created the table, until it prints the settings of ${name}.`
  if (!hasStream(found))
    return `${table} has no stream. Enable it: aws dynamodb update-table --table-name ${table} --stream-specification StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES`
  if (found.LatestStreamArn !== tableStreamArn)
    return `${table} has another stream. Set in the settings of ${name} in infra/stages.ts:\n${settingsOf(found)}`
  return null
}

/**
 * A restored table has a stream only after all its lists are rebuilt. A table whose stream was disabled later keeps the
 * ARN of this stream.
 */
const isIncompleteRestore = (stage: string, { TableName = '', LatestStreamArn }: TableDescription) =>
  isRestoredTableName(stage, TableName) && !LatestStreamArn

/** Leaves out the stream of a table that has none. The next deployment then prints how to enable the stream. */
const settingsOf = ({ TableName, LatestStreamArn }: TableDescription) =>
  [`  tableName: '${TableName}',`, ...(LatestStreamArn ? [`  tableStreamArn: '${LatestStreamArn}',`] : [])].join('\n')

const isTable = ({ ResourceType }: StackResourceSummary) => ResourceType === 'AWS::DynamoDB::Table'

/**
 * Finds the tables that deleted stacks of the stage have left, and restored tables of the stage. The names of these
 * tables begin with the name of the stack, and their tags name the stage. Incomplete restores are left out, because no
 * stage can use them, and only the command `store restore`, which needs the deployed stack, can complete them.
 */
async function keptTables({ name }: Stage, client: DynamoDBClient): Promise<TableDescription[]> {
  const kept: TableDescription[] = []
  for await (const { TableNames = [] } of paginateListTables({ client }, {}))
    for (const tableName of TableNames.filter(candidate => candidate.startsWith(`${stackOf(name)}-`))) {
      const table = await describeTable({ client, table: tableName })
      if (!table || isIncompleteRestore(name, table)) continue
      if (await hasTags(table, stackTags(name), client)) kept.push(table)
    }
  return kept
}

async function hasTags(
  { TableArn }: TableDescription,
  wanted: Record<string, string>,
  client: DynamoDBClient,
): Promise<boolean> {
  const { Tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: TableArn }))
  return Object.entries(wanted).every(([key, value]) => Tags.some(tag => tag.Key === key && tag.Value === value))
}

function keptTablesFault({ name }: Stage, kept: readonly TableDescription[]): string {
  const several = kept.length > 1 ? ' Choose one of these tables.' : ''
  return `Deploying ${name} would create an empty table, but AWS has kept its data. Set in the settings of ${name} in infra/stages.ts:${several}\n\n${kept.map(choice).join('\n\n')}`
}

/**
 * Describes a table, and the settings with which the stage uses it. The number of items is approximate, because
 * DynamoDB updates it only every six hours.
 */
const choice = (table: TableDescription) =>
  `  /** Created ${table.CreationDateTime?.toISOString()}, about ${table.ItemCount ?? 0} items. */\n${settingsOf(table)}`
