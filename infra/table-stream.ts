/** Reads the stream of a table, shard by shard. */

import { type AttributeValue, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as Read,
  type Shard,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBRecord } from 'aws-lambda'
import { streamBatchSize } from './constants.ts'
import { localClientConfig } from './local/database/create-table.ts'

export interface Batch {
  records: DynamoDBRecord[]
  /** The iterator for the next batch; undefined at the end of the shard. */
  next: string | undefined
}

const bytesAsText = (_name: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value

/** Restores the type of empty maps, because DynamoDB Local returns them without a type. */
function withMapType(value: AttributeValue): AttributeValue {
  if (value.M) return { M: withTypedMaps(value.M) }
  if (value.L) return { L: value.L.map(withMapType) }
  return Object.keys(value).length > 0 ? value : { M: {} }
}

const withTypedMaps = (values: Record<string, AttributeValue>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withMapType(value)]))

/** Converts a record of the stream API to the record that a Lambda receives. */
function recordOf({ dynamodb, ...record }: Read, eventSourceARN: string): DynamoDBRecord {
  const { NewImage, OldImage, ApproximateCreationDateTime: moment } = dynamodb ?? {}
  const change = {
    ...dynamodb,
    ApproximateCreationDateTime: Math.floor((moment?.getTime() ?? 0) / 1000),
    NewImage: NewImage && withTypedMaps(NewImage),
    OldImage: OldImage && withTypedMaps(OldImage),
  }
  return JSON.parse(JSON.stringify({ ...record, dynamodb: change, eventSourceARN }, bytesAsText))
}

export interface TableStream {
  client: DynamoDBStreamsClient
  StreamArn: string
}

export async function openLocalStream(endpoint: string, table: string): Promise<TableStream> {
  const tables = new DynamoDBClient(localClientConfig(endpoint))
  const { Table } = await tables.send(new DescribeTableCommand({ TableName: table }))
  tables.destroy()
  return { client: new DynamoDBStreamsClient(localClientConfig(endpoint)), StreamArn: Table?.LatestStreamArn ?? '' }
}

export async function readShards({ client, StreamArn }: TableStream, after?: string): Promise<Shard[]> {
  const command = new DescribeStreamCommand({ StreamArn, ExclusiveStartShardId: after })
  const { StreamDescription: { Shards = [], LastEvaluatedShardId } = {} } = await client.send(command)
  if (!LastEvaluatedShardId) return Shards
  return [...Shards, ...(await readShards({ client, StreamArn }, LastEvaluatedShardId))]
}

/**
 * Returns an iterator for the changes after the position. If the position is missing or too old, the iterator starts at
 * the oldest change.
 */
export async function readShardIterator(
  { client, StreamArn }: TableStream,
  ShardId: string,
  position?: string,
): Promise<string | undefined> {
  const from = position
    ? ({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: position } as const)
    : ({ ShardIteratorType: 'TRIM_HORIZON' } as const)
  try {
    const { ShardIterator } = await client.send(new GetShardIteratorCommand({ StreamArn, ShardId, ...from }))
    return ShardIterator
  } catch (error) {
    if (error instanceof TrimmedDataAccessException) return readShardIterator({ client, StreamArn }, ShardId)
    throw error
  }
}

/** GetRecords returns at most this many records. */
const maxRecords = 1000

async function readOnce({ client, StreamArn }: TableStream, ShardIterator: string): Promise<Batch> {
  const { Records = [], NextShardIterator } = await client.send(
    new GetRecordsCommand({ ShardIterator, Limit: maxRecords }),
  )
  return { records: Records.map(record => recordOf(record, StreamArn)), next: NextShardIterator }
}

/** Returns the changes between two sequence numbers of a shard; null if the stream no longer has all these changes. */
export async function readChangesBetween(stream: TableStream, range: Record<'shard' | 'from' | 'to', string>) {
  const { client, StreamArn } = stream
  const { shard: ShardId, from, to } = range
  const position = { ShardId, SequenceNumber: from, ShardIteratorType: 'AT_SEQUENCE_NUMBER' } as const
  const command = new GetShardIteratorCommand({ StreamArn, ...position })
  const { ShardIterator } = await client.send(command).catch(error => {
    if (/Trimmed|NotFound|ValidationException/.test(error.name)) return { ShardIterator: undefined }
    throw error
  })
  const records = ShardIterator ? await readUntil(stream, ShardIterator, to) : []
  return numberOf(records[0]) === from && numberOf(records.at(-1)) === to ? records : null
}

const numberOf = (record?: DynamoDBRecord) => record?.dynamodb?.SequenceNumber ?? ''

/**
 * Reading stops after this many empty pages, because an open shard has no last page. One empty page is not the end,
 * because more records can follow it.
 */
const maxEmptyPages = 10

async function readUntil(stream: TableStream, iterator: string, last: string): Promise<DynamoDBRecord[]> {
  const found: DynamoDBRecord[] = []
  let next: string | undefined = iterator
  for (let emptyPages = 0; next && emptyPages < maxEmptyPages; ) {
    const page: Batch = await readOnce(stream, next)
    const wanted = page.records.filter(record => BigInt(numberOf(record)) <= BigInt(last))
    found.push(...wanted)
    if (wanted.length < page.records.length || numberOf(found.at(-1)) === last) break
    if (page.records.length === 0) emptyPages++
    next = page.next
  }
  return found
}

/** Reads at most `max` records, by default as many as a worker gets in one batch. `max` is at least `maxRecords`. */
export async function readBatch(stream: TableStream, iterator: string, max = streamBatchSize): Promise<Batch> {
  const { records, next } = await readOnce(stream, iterator)
  if (records.length < maxRecords || !next || max < 2 * maxRecords) return { records, next }
  const more = await readBatch(stream, next, max - maxRecords)
  return { records: [...records, ...more.records], next: more.next }
}
