/** Reads the stream of a local table, shard by shard. */

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
import { streamBatchSize } from '../constants.ts'
import { localAccess } from './create-table.ts'

export interface Batch {
  records: DynamoDBRecord[]
  /** Where to go on; none when the shard has come to its end. */
  next: string | undefined
}

const bytesAsText = (_name: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value

/** DynamoDB Local says of an empty map not even that it is one. */
function mended(value: AttributeValue): AttributeValue {
  if (value.M) return { M: mapMended(value.M) }
  if (value.L) return { L: value.L.map(mended) }
  return Object.keys(value).length > 0 ? value : { M: {} }
}

const mapMended = (values: Record<string, AttributeValue>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, mended(value)]))

/** The record as Lambda hands it over. */
function recordOf({ dynamodb, ...record }: Read, eventSourceARN: string): DynamoDBRecord {
  const { NewImage, OldImage, ApproximateCreationDateTime: moment } = dynamodb ?? {}
  const change = {
    ...dynamodb,
    ApproximateCreationDateTime: Math.floor((moment?.getTime() ?? 0) / 1000),
    NewImage: NewImage && mapMended(NewImage),
    OldImage: OldImage && mapMended(OldImage),
  }
  return JSON.parse(JSON.stringify({ ...record, dynamodb: change, eventSourceARN }, bytesAsText))
}

export interface TableStream {
  client: DynamoDBStreamsClient
  StreamArn: string
}

export async function openStream(endpoint: string, table: string): Promise<TableStream> {
  const tables = new DynamoDBClient(localAccess(endpoint))
  const { Table } = await tables.send(new DescribeTableCommand({ TableName: table }))
  tables.destroy()
  return { client: new DynamoDBStreamsClient(localAccess(endpoint)), StreamArn: Table?.LatestStreamArn ?? '' }
}

export async function shardsOf({ client, StreamArn }: TableStream, after?: string): Promise<Shard[]> {
  const wanted = new DescribeStreamCommand({ StreamArn, ExclusiveStartShardId: after })
  const { StreamDescription: { Shards = [], LastEvaluatedShardId } = {} } = await client.send(wanted)
  if (!LastEvaluatedShardId) return Shards
  return [...Shards, ...(await shardsOf({ client, StreamArn }, LastEvaluatedShardId))]
}

/** Where to read on after a position; from the shard's beginning when there is none, or when it has been trimmed away. */
export async function iteratorIn(
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
  } catch (fault) {
    if (fault instanceof TrimmedDataAccessException) return iteratorIn({ client, StreamArn }, ShardId)
    throw fault
  }
}

/** GetRecords hands over no more. */
const mostAtOnce = 1000

async function readOnce({ client, StreamArn }: TableStream, ShardIterator: string): Promise<Batch> {
  const { Records = [], NextShardIterator } = await client.send(
    new GetRecordsCommand({ ShardIterator, Limit: mostAtOnce }),
  )
  return { records: Records.map(record => recordOf(record, StreamArn)), next: NextShardIterator }
}

/** Reads on while there is more, as far as a worker is handed at once. */
export async function read(stream: TableStream, iterator: string, most = streamBatchSize): Promise<Batch> {
  const { records, next } = await readOnce(stream, iterator)
  if (records.length < mostAtOnce || !next || most < 2 * mostAtOnce) return { records, next }
  const more = await read(stream, next, most - mostAtOnce)
  return { records: [...records, ...more.records], next: more.next }
}
