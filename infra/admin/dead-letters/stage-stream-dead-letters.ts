/**
 * Describes and redrives the dead letters of the table's stream in AWS. A dead letter contains the positions of changes
 * instead of the changes, so the changes are read from the stream again.
 */

import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import * as z from 'zod'
import { batchesOf } from '../../../lib/core/batches.ts'
import { readChangesBetween } from '../../table-stream.ts'
import { createTrimmedChangeError } from './dead-letter-queue.ts'

/** Lambda sends this message to the dead-letter queue if a worker has failed on a batch in all retries. */
const StreamFailure = z.object({
  requestContext: z.object({ functionArn: z.string(), condition: z.string() }),
  DDBStreamBatchInfo: z.object({
    shardId: z.string(),
    startSequenceNumber: z.string(),
    endSequenceNumber: z.string(),
    approximateArrivalOfFirstRecord: z.string(),
    batchSize: z.number(),
    streamArn: z.string(),
  }),
})

const nameIn = (functionArn: string) => functionArn.split(':')[6] ?? ''

export async function describeStreamDeadLetter(content: unknown) {
  const { data } = StreamFailure.safeParse(content)
  if (!data) return { subject: 'no change', reason: 'unknown' }
  const { requestContext, DDBStreamBatchInfo } = data
  const { batchSize, approximateArrivalOfFirstRecord: arrival } = DDBStreamBatchInfo
  return {
    subject: `${batchSize} ${batchSize === 1 ? 'change' : 'changes'} for ${nameIn(requestContext.functionArn)}, from ${arrival}`,
    reason: `${requestContext.condition}: see the log of the Lambda at that time`,
  }
}

export async function redriveStreamDeadLetter(content: unknown): Promise<void> {
  const { requestContext, DDBStreamBatchInfo } = StreamFailure.parse(content)
  const { streamArn: StreamArn, shardId: shard, ...numbers } = DDBStreamBatchInfo
  const range = { shard, from: numbers.startSequenceNumber, to: numbers.endSequenceNumber }
  const records = await readChangesBetween({ client: new DynamoDBStreamsClient({}), StreamArn }, range)
  if (!records) throw createTrimmedChangeError()
  const limits = { maxSize: maxBatchCharacters, sizeOf: (record: DynamoDBRecord) => JSON.stringify(record).length }
  for (const batch of batchesOf(records, limits)) await invoke(requestContext.functionArn, batch)
}

/** Lambda accepts at most 6 MB in one call, so the changes of one dead letter may need several calls. */
const maxBatchCharacters = 4_000_000

async function invoke(FunctionName: string, Records: DynamoDBRecord[]): Promise<void> {
  const command = new InvokeCommand({ FunctionName, Payload: Buffer.from(JSON.stringify({ Records })) })
  const { FunctionError, Payload } = await new LambdaClient({}).send(command)
  const result = JSON.parse(Buffer.from(Payload ?? []).toString() || 'null')
  if (FunctionError) throw new Error(`The worker failed again: ${result?.errorMessage ?? FunctionError}`)
  const { batchItemFailures = [] } = (result ?? {}) as Partial<DynamoDBBatchResponse>
  if (batchItemFailures.length > 0) throw new Error(`${nameIn(FunctionName)} failed again: its log says why.`)
}
