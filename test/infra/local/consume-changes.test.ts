import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync } from 'node:fs'
import { DeleteItemCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { pathsIn } from '../../../infra/local/data-directory.ts'
import { createTable, localClientConfig } from '../../../infra/local/database/create-table.ts'
import { startConsumingChanges } from '../../../infra/local/stream/consume-changes.ts'
import type { StreamWorker } from '../../../infra/local/stream/deliver-changes.ts'
import { addFailedChange, readFailedChanges } from '../../../infra/local/stream/failed-changes.ts'
import { openLocalStream, readBatch, readShardIterator, readShards } from '../../../infra/table-stream.ts'
import { newDirectory } from '../../support/temporary.ts'

const endpoint = inject('dynamodbEndpoint')
const client = new DynamoDBClient(localClientConfig(endpoint))

/** Creates a table with a stream, and a directory for positions and dead letters. */
async function newTable() {
  const table = `stream-${randomUUID()}`
  await createTable(endpoint, table)
  const directory = newDirectory()
  const put = (sk: string, value = '') =>
    client.send(new PutItemCommand({ TableName: table, Item: { pk: { S: 'a' }, sk: { S: sk }, value: { S: value } } }))
  const remove = (sk: string) =>
    client.send(new DeleteItemCommand({ TableName: table, Key: { pk: { S: 'a' }, sk: { S: sk } } }))
  return { table, directory, put, remove }
}

function consume({ table, directory }: { table: string; directory: string }, worker: StreamWorker) {
  const lines: string[] = []
  const { stop } = startConsumingChanges({
    endpoint,
    table,
    directory,
    worker,
    name: 'test.worker',
    print: line => lines.push(line),
  })
  onTestFinished(stop)
  return { stop, lines }
}

const sortKey = ({ dynamodb }: DynamoDBRecord) => dynamodb?.Keys?.sk?.S

/** Returns a worker, the records that it has received so far, and the size of each batch. */
function recordingWorker() {
  const received: DynamoDBRecord[] = []
  const batches: number[] = []
  const worker: StreamWorker = async records => {
    received.push(...records)
    batches.push(records.length)
  }
  return { received, batches, worker }
}

test('delivers changes in the form a Lambda receives', async () => {
  const testTable = await newTable()
  const { received, worker } = recordingWorker()
  await testTable.put('1', 'before')
  await testTable.put('1', 'after')
  await testTable.remove('1')
  consume(testTable, worker)
  await expect.poll(() => received.length).toBe(3)
  expect(received.map(({ eventName }) => eventName)).toEqual(['INSERT', 'MODIFY', 'REMOVE'])
  const key = { pk: { S: 'a' }, sk: { S: '1' } }
  expect(received[1]).toMatchObject({
    eventID: expect.any(String),
    eventSource: 'aws:dynamodb',
    eventSourceARN: expect.stringContaining(`table/${testTable.table}/stream/`),
    dynamodb: {
      ApproximateCreationDateTime: expect.closeTo(Date.now() / 1000, -3),
      Keys: key,
      OldImage: { ...key, value: { S: 'before' } },
      NewImage: { ...key, value: { S: 'after' } },
      SequenceNumber: expect.stringMatching(/^\d+$/),
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  })
})

test('delivers empty maps as DynamoDB does, wherever they are', async () => {
  const testTable = await newTable()
  const { received, worker } = recordingWorker()
  const values = { empty: { M: {} }, list: { L: [{ M: {} }] }, map: { M: { inner: { M: {} } } } }
  const Item = { pk: { S: 'a' }, sk: { S: '1' }, ...values }
  await client.send(new PutItemCommand({ TableName: testTable.table, Item }))
  consume(testTable, worker)
  await expect.poll(() => received.length).toBe(1)
  expect(received[0]?.dynamodb?.NewImage).toEqual(Item)
})

test('keeps the order, in batches larger than one response of the database, up to a limit', {
  tags: ['long'],
}, async () => {
  const testTable = await newTable()
  const { received, batches, worker } = recordingWorker()
  const all = Array.from({ length: 1050 }, (_, number) => String(number).padStart(4, '0'))
  for (const sk of all) await testTable.put(sk)
  consume(testTable, worker)
  await expect.poll(() => received.length).toBe(1050)
  expect(received.map(sortKey)).toEqual(all)
  expect(batches).toEqual([1050])
  const stream = await openLocalStream(endpoint, testTable.table)
  const { ShardId = '' } = (await readShards(stream))[0] ?? {}
  const { records, next } = await readBatch(stream, (await readShardIterator(stream, ShardId)) ?? '', 1000)
  expect(records.length).toBe(1000)
  expect((await readBatch(stream, next ?? '')).records.map(sortKey)).toEqual(all.slice(1000))
})

test('continues after the last change it delivered', async () => {
  const testTable = await newTable()
  const first = recordingWorker()
  await testTable.put('1')
  const { stop } = consume(testTable, first.worker)
  await expect.poll(() => first.received.length).toBe(1)
  await stop()
  await testTable.put('2')
  const second = recordingWorker()
  consume(testTable, second.worker)
  await expect.poll(() => second.received.map(sortKey)).toEqual(['2'])
})

test('writes a change that fails every time to the dead letters without its data, and continues', async () => {
  const testTable = await newTable()
  const processed: unknown[] = []
  const { lines } = consume(testTable, async records => {
    if (records.some(record => sortKey(record) === '2')) throw new Error('2 is bad')
    processed.push(...records.map(sortKey))
  })
  for (const sk of ['1', '2', '3']) await testTable.put(sk, 'ann@tea.example')
  await expect.poll(() => processed).toEqual(['1', '3'])
  expect(readFailedChanges(testTable.directory)).toEqual([
    {
      worker: 'test.worker',
      time: expect.any(String),
      reason: expect.stringContaining('2 is bad'),
      shard: expect.any(String),
      sequenceNumber: expect.stringMatching(/^\d+$/),
    },
  ])
  expect(lines).toMatchObject([expect.stringMatching(/^test\.worker gave up on change \d+ until the next start; see /)])
})

test('delivers dead letters again at the next start, and keeps only those that fail again', async () => {
  const testTable = await newTable()
  const failing = new Set(['1', '2'])
  const received: unknown[] = []
  const worker: StreamWorker = async records => {
    received.push(...records.map(sortKey))
    if (records.some(record => failing.has(sortKey(record) ?? ''))) throw new Error('still failing')
  }
  const letters = () => readFailedChanges(testTable.directory)
  const first = consume(testTable, worker)
  for (const sk of ['1', '2', '3']) await testTable.put(sk)
  await expect.poll(() => received.includes('3') && letters().length).toBe(2)
  await first.stop()

  failing.delete('1')
  const second = consume(testTable, worker)
  await expect.poll(() => letters().length).toBe(1)
  await second.stop()
  failing.clear()
  consume(testTable, worker)
  await expect.poll(() => existsSync(pathsIn(testTable.directory).failedChanges)).toBe(false)
})

test('keeps a dead letter whose change is no longer in the stream, and ignores half a letter', async () => {
  const testTable = await newTable()
  const letter = { worker: 'test.worker', time: '', reason: '', shard: 'shardId-1', sequenceNumber: '1' }
  addFailedChange(testTable.directory, letter)
  appendFileSync(pathsIn(testTable.directory).failedChanges, '{"worker":"test.wor')
  const { received, worker } = recordingWorker()
  await testTable.put('1')
  consume(testTable, worker)
  await expect.poll(() => received.length).toBe(1)
  expect(readFailedChanges(testTable.directory)).toEqual([letter])
})

test('waits for the current batch before it stops', async () => {
  const testTable = await newTable()
  const done = vi.fn()
  const started = Promise.withResolvers<void>()
  await testTable.put('1')
  const { stop } = consume(testTable, async () => {
    started.resolve()
    await new Promise(resolve => setTimeout(resolve, 200))
    done()
  })
  await started.promise
  await stop()
  expect(done).toHaveBeenCalledOnce()
})

test('tries again when the stream of the table is missing', async () => {
  const directory = newDirectory()
  const table = `stream-${randomUUID()}`
  const { received, worker } = recordingWorker()
  const { lines } = consume({ table, directory }, worker)
  await expect.poll(() => lines.length).toBe(1)
  await createTable(endpoint, table)
  await client.send(new PutItemCommand({ TableName: table, Item: { pk: { S: 'a' }, sk: { S: '1' } } }))
  await expect.poll(() => received.length).toBe(1)
})
