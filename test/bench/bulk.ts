/** Writes rows and their list entries as `save` would, but in large batches. Recounts the lists. */

import { BatchWriteItemCommand, DynamoDBClient, type WriteRequest } from '@aws-sdk/client-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import { localClientConfig } from '../../infra/local/database/create-table.ts'
import { env } from '../../lib/core/env.ts'
import { rebuildTalliesOfList } from '../../lib/lists/rebuild-tallies.ts'
import { isSearchList } from '../../lib/lists/search-entries.ts'
import { readWordsOfEntries, suffixesOfWord, WordSuffixRow } from '../../lib/lists/word-suffixes.ts'
import { EntryRow, type List, listOfPartition } from '../../lib/store/list-entry.ts'
import { entriesOf } from '../../lib/store/save.ts'
import type { EntityDefinition, VersionedRow } from '../../lib/store/stored-object.ts'
import { forEachConcurrent, startProgress } from './progress.ts'

/** The maximum number of items in a BatchWriteItem request. */
const batchSize = 25
/** Higher concurrency does not make DynamoDB Local faster. */
const writeConcurrency = 3
const recountConcurrency = 4

export type Item = Record<string, unknown>
/** The number of list entries, by partition key. */
export type EntryCounts = Map<string, number>

/** Returns the item that ElectroDB would put into the table. */
export const itemOf = (row: { params: () => object }) => (row.params() as { Item: Item }).Item

/** Yields the items that `save` would write for a new entity, and counts its list entries in `entryCounts`. */
export function* itemsOf<R extends VersionedRow>(
  definition: EntityDefinition<R>,
  loaded: R,
  entryCounts: EntryCounts = new Map(),
): Generator<Item> {
  const row = { ...loaded, version: 1 }
  yield itemOf(definition.entity.put(row))
  for (const entry of entriesOf(definition, row)) {
    entryCounts.set(entry.partition, (entryCounts.get(entry.partition) ?? 0) + 1)
    yield itemOf(EntryRow.put(entry))
  }
}

function* batchesOf(items: Iterable<Item>): Generator<WriteRequest[]> {
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

export async function writeItems(items: Iterable<Item>, onBatchWritten = () => {}): Promise<void> {
  const client = new DynamoDBClient(localClientConfig(env.dynamodbEndpoint ?? ''))
  await forEachConcurrent(batchesOf(items), writeConcurrency, async batch => {
    for (let unprocessed: WriteRequest[] | undefined = batch; unprocessed?.length; ) {
      const command: BatchWriteItemCommand = new BatchWriteItemCommand({
        RequestItems: { [env.tableName]: unprocessed },
      })
      unprocessed = (await client.send(command)).UnprocessedItems?.[env.tableName]
    }
    onBatchWritten()
  })
  client.destroy()
}

export async function recountLists(partitions: readonly string[]): Promise<void> {
  const bar = startProgress('recounting lists', partitions.length)
  let count = 0
  await forEachConcurrent(partitions, recountConcurrency, async partition => {
    const list = listOfPartition(partition)
    if (list) await (isSearchList(list.list) ? writeWords(list) : rebuildTalliesOfList(list))
    bar.update(++count)
  })
  bar.end()
}

/**
 * Writes the rows of all words in large batches. The store is being filled, so no word has ceased to be used, and no
 * stream worker changes the rows. `rebuildWords` would check each word with several requests.
 */
async function writeWords(list: List): Promise<void> {
  for await (const words of readWordsOfEntries(list))
    await writeItems(words.flatMap(word => suffixesOfWord(list, word)).map(row => itemOf(WordSuffixRow.put(row))))
}
