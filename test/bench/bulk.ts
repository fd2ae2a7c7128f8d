/** Writes rows and their entries as `save` would, but in large batches, and recounts their lists. */

import { BatchWriteItemCommand, DynamoDBClient, type WriteRequest } from '@aws-sdk/client-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import { localAccess } from '../../infra/local/create-table.ts'
import { env } from '../../lib/core/env.ts'
import { rebuildTallies } from '../../lib/lists/rebuild-tallies.ts'
import type { EntityDefinition, ListedRow } from '../../lib/store/entity-definition.ts'
import { EntryRow, entryRowsOf, listOfPartition } from '../../lib/store/list-entry.ts'
import { eachOf, progress } from './progress.ts'

/** The maximum of BatchWriteItem. */
const batchSize = 25
/** DynamoDB Local is no faster with more. */
const writersAtOnce = 3
const recountsAtOnce = 4

export type Item = Record<string, unknown>
/** How many entries there are in each partition of entries. */
export type Lengths = Map<string, number>

/** An item as ElectroDB would put it. */
export const itemOf = (row: { params: () => object }) => (row.params() as { Item: Item }).Item

/** What `save` writes for a new entity. */
export function* itemsOf<R extends ListedRow>(
  { entity, listEntriesOf }: EntityDefinition<R>,
  row: R,
  lengths: Lengths,
): Generator<Item> {
  yield itemOf(entity.put({ ...row, version: 1 }))
  for (const entry of entryRowsOf(row, listEntriesOf(row))) {
    lengths.set(entry.partition, (lengths.get(entry.partition) ?? 0) + 1)
    yield itemOf(EntryRow.put(entry))
  }
}

function* batches(items: Iterable<Item>): Generator<WriteRequest[]> {
  let batch: WriteRequest[] = []
  for (const item of items) {
    batch.push({ PutRequest: { Item: marshall(item, { removeUndefinedValues: true }) } })
    if (batch.length === batchSize) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

export async function write(items: Iterable<Item>, onWritten = () => {}): Promise<void> {
  const client = new DynamoDBClient(localAccess(env.dynamodbEndpoint ?? ''))
  await eachOf(batches(items), writersAtOnce, async batch => {
    for (let rest: WriteRequest[] | undefined = batch; rest?.length; ) {
      const wanted: BatchWriteItemCommand = new BatchWriteItemCommand({
        RequestItems: { [env.tableName]: rest },
      })
      rest = (await client.send(wanted)).UnprocessedItems?.[env.tableName]
    }
    onWritten()
  })
  client.destroy()
}

export async function recountLists(partitions: readonly string[]): Promise<void> {
  const bar = progress('recounting lists', partitions.length)
  let done = 0
  await eachOf(partitions, recountsAtOnce, async partition => {
    const list = listOfPartition(partition)
    if (list) await rebuildTallies(list)
    bar.reach(++done)
  })
  bar.end()
}
