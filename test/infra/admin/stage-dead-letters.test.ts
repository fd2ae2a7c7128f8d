/** Tests the commands for dead letters of a stage in AWS. */

import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import {
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { beforeEach, expect, test } from 'vitest'
import type { DeadLetterSource } from '../../../infra/admin/dead-letters/dead-letter-queue.ts'
import { openStageDeadLetters } from '../../../infra/admin/dead-letters/stage-dead-letters.ts'
import { runStoreCommandLine } from '../../../infra/admin/store-command-line.ts'
import { queueOutputs } from '../../../infra/constants.ts'
import { keyOf, MailRow } from '../../../lib/mail/entity.ts'
import { write } from '../../mail/outbox.ts'
import { mockAws, stackWithOutputs } from '../../support/mock-aws.ts'
import { newTenant } from '../../support/store.ts'

const stacks = mockAws(CloudFormationClient)
const sqs = mockAws(SQSClient)
const streams = mockAws(DynamoDBStreamsClient)
const lambda = mockAws(LambdaClient)

interface QueuedMessage {
  MessageId: string
  ReceiptHandle: string
  Body: string
  Attributes: { SentTimestamp: string }
  MessageAttributes?: Record<string, { DataType: string; StringValue: string }>
}
let queue: QueuedMessage[]
let hidden: Set<string>

/** Simulates a queue that hides received messages, and returns at most ten messages at once. */
function fakeQueue(): void {
  ;[queue, hidden] = [[], new Set()]
  const withHandle = (handle?: string) => queue.find(({ ReceiptHandle }) => ReceiptHandle === handle)
  sqs.on(ReceiveMessageCommand).callsFake(() => {
    const Messages = queue.filter(({ MessageId }) => !hidden.has(MessageId)).slice(0, 10)
    for (const { MessageId } of Messages) hidden.add(MessageId)
    return Messages.length > 0 ? { Messages } : {}
  })
  sqs.on(DeleteMessageCommand).callsFake(({ ReceiptHandle }) => {
    queue = queue.filter(message => message !== withHandle(ReceiptHandle))
    return {}
  })
  sqs.on(ChangeMessageVisibilityBatchCommand).callsFake(({ Entries }) => {
    if (Entries.length > 10) throw new Error('TooManyEntriesInBatchRequest')
    for (const { ReceiptHandle, VisibilityTimeout } of Entries)
      if (VisibilityTimeout === 0) hidden.delete(withHandle(ReceiptHandle)?.MessageId ?? '')
    return {}
  })
  sqs.on(SendMessageCommand).resolves({})
}

const attribute = (StringValue: string) => ({ DataType: 'String', StringValue })

function add(body: unknown, attributes: Record<string, string> = {}): string {
  const MessageId = `m${queue.length}`
  queue.unshift({
    MessageId,
    ReceiptHandle: `handle of ${MessageId}`,
    Body: typeof body === 'string' ? body : JSON.stringify(body),
    Attributes: { SentTimestamp: String(Date.parse('2026-11-20T08:30:00Z') + queue.length) },
    MessageAttributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, attribute(value)])),
  })
  return MessageId
}

const checkoutEvent = (id: string) => ({
  detail: { id, eventName: 'order.completed', account: 1001, mode: 'Live', content: { email: 'jane@x.example' } },
})

beforeEach(() => {
  for (const client of [stacks, sqs, streams, lambda]) client.reset()
  const urls = Object.values(queueOutputs).map(name => [name, `https://sqs.example/${name}`])
  stacks.on(DescribeStacksCommand).resolves(stackWithOutputs({ TableName: 'table', ...Object.fromEntries(urls) }))
  fakeQueue()
})

/** Reads a dead-letter queue as a command does, but uses the table of the tests. */
async function read(source: DeadLetterSource) {
  const { read } = await openStageDeadLetters(source, 'prod')
  return read()
}

/**
 * Runs `store letters` for the stage `prod`. The command sets the environment variables of the stage and does not reset
 * them, so a test that uses the table of the tests must come before the tests that call this function.
 */
const letters = (...args: string[]) => runStoreCommandLine(['letters', ...args, '--stage', 'prod'])
const sent = () => sqs.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input)

test('the reason of a mail is in its row, and a redriven mail is queued again', async () => {
  const tenant = await newTenant()
  const id = await write(tenant)
  await MailRow.patch(keyOf({ ...tenant, id }))
    .set({ reason: 'MailFromDomainNotVerified' })
    .go()
  add({ ...tenant, id })
  add({ ...tenant, id: 'expired' })
  const letters = await read('mail')
  expect(letters.map(({ subject, reason }) => ({ subject, reason }))).toEqual([
    { subject: `mail about refund ${id} of ${tenant.account} Test`, reason: 'MailFromDomainNotVerified' },
    { subject: expect.stringContaining('expired'), reason: expect.stringMatching(/^unknown: /) },
  ])
  await letters[0]!.redrive()
  expect(sent()).toEqual([
    { QueueUrl: 'https://sqs.example/MailQueueUrl', MessageBody: JSON.stringify({ ...tenant, id }) },
  ])
})

test('lists all letters with their reasons, oldest first, and makes them visible again', async () => {
  add(checkoutEvent('e0'), { reason: 'content.token must be a GUID.' })
  add(checkoutEvent('e1'), { ERROR_CODE: 'NO_PERMISSIONS', ERROR_MESSAGE: 'No access to the queue.' })
  for (let n = 2; n < 25; n++) add('{')
  const { exitCode, output, errors } = await letters('list', '--json')
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
  const listed = JSON.parse(output)
  expect(listed).toHaveLength(25)
  const subject = 'order.completed of 1001 Live'
  expect(listed.slice(0, 3)).toEqual([
    { id: 'm0', time: '2026-11-20T08:30:00.000Z', subject, reason: 'content.token must be a GUID.' },
    { id: 'm1', time: '2026-11-20T08:30:00.001Z', subject, reason: 'No access to the queue.' },
    { id: 'm2', time: expect.any(String), subject: 'no event', reason: expect.stringMatching(/^unknown: /) },
  ])
  expect(output).not.toContain('jane')
  expect({ queued: queue.length, hidden: hidden.size }).toEqual({ queued: 25, hidden: 0 })
  expect(sqs.commandCalls(ReceiveMessageCommand)[0]?.args[0].input.QueueUrl).toBe(
    'https://sqs.example/CheckoutDeadLettersUrl',
  )
})

test('shows one letter', async () => {
  const id = add(checkoutEvent('e0'), { reason: 'Too slow.' })
  expect((await letters('show', '--id', id)).output).toContain('"email": "jane@x.example"')
})

test('redrives letters: each is sent to the queue of its worker, and then deleted', async () => {
  const ids = [0, 1, 2].map(n => add(checkoutEvent(`e${n}`), { reason: 'Too slow.' }))
  const { exitCode, output } = await letters('redrive', '--id', ids[1]!)
  expect(exitCode).toBe(0)
  expect(output).toBe(
    '1 of 1 dead letters redriven.\nThey are in the queue again. Those that fail again are dead letters again.',
  )
  expect(sent()).toEqual([
    { QueueUrl: 'https://sqs.example/CheckoutQueueUrl', MessageBody: JSON.stringify(checkoutEvent('e1')) },
  ])
  expect(queue.map(({ MessageId }) => MessageId)).toEqual([ids[2], ids[0]])
  expect((await letters('redrive', '--all')).output).toContain('2 of 2')
  expect({ queue, sent: sent().length }).toEqual({ queue: [], sent: 3 })
})

test('a letter that cannot be sent stays a letter', async () => {
  add(checkoutEvent('e0'))
  sqs.on(SendMessageCommand).rejects(new Error('No access.'))
  expect(await letters('redrive', '--all')).toEqual({
    exitCode: 1,
    output: '0 of 1 dead letters redriven.',
    errors: 'm0: No access.',
  })
  expect({ queued: queue.length, hidden: hidden.size }).toEqual({ queued: 1, hidden: 0 })
})

test('drops letters without sending them', async () => {
  const id = add('a')
  add('b')
  expect((await letters('drop', '--id', id)).output).toBe('1 of 1 dead letters dropped.')
  expect(queue.map(({ Body }) => Body)).toEqual(['b'])
  await letters('drop', '--all')
  expect({ queue, sent: sent() }).toEqual({ queue: [], sent: [] })
})

const functionArn = 'arn:aws:lambda:eu-west-1:000000000000:function:BackOffice-MaintenanceRun-1'
const streamArn = 'arn:aws:dynamodb:eu-west-1:000000000000:table/t/stream/2026'
const failure = {
  requestContext: { functionArn, condition: 'RetryAttemptsExhausted', approximateInvokeCount: 9 },
  DDBStreamBatchInfo: {
    shardId: 'shard-1',
    startSequenceNumber: '100',
    endSequenceNumber: '102',
    batchSize: 2,
    streamArn,
    approximateArrivalOfFirstRecord: '2026-11-20T08:30:00Z',
  },
}
const change = (SequenceNumber: string) => ({
  eventID: SequenceNumber,
  eventName: 'INSERT' as const,
  dynamodb: { SequenceNumber, Keys: { pk: { S: 'a' }, sk: { S: SequenceNumber } } },
})
const setStream = (...numbers: string[]) => {
  streams.on(GetShardIteratorCommand).resolves({ ShardIterator: 'i' })
  streams.on(GetRecordsCommand).resolves({ Records: numbers.map(change), NextShardIterator: 'j' })
}
const setResult = (result: unknown, FunctionError?: string) =>
  lambda
    .on(InvokeCommand)
    .resolves({
      Payload: new TextEncoder().encode(JSON.stringify(result)) as never,
      ...(FunctionError && { FunctionError }),
    })
const redriveChanges = () => letters('redrive', '--queue', 'stream', '--all')

test('a letter of a stream names its worker and the time of its changes', async () => {
  add(failure)
  add('not from Lambda')
  expect(JSON.parse((await letters('list', '--queue', 'stream', '--json')).output)).toMatchObject([
    {
      subject: '2 changes for BackOffice-MaintenanceRun-1, from 2026-11-20T08:30:00Z',
      reason: 'RetryAttemptsExhausted: see the log of the Lambda at that time',
    },
    { subject: 'no change' },
  ])
})

test('reads the changes of a letter from the stream again, and invokes the worker with them', async () => {
  add(failure)
  setStream('100', '102', '103')
  setResult({ batchItemFailures: [] })
  expect(await redriveChanges()).toMatchObject({ exitCode: 0, output: '1 of 1 dead letters redriven.' })
  expect(streams.commandCalls(GetShardIteratorCommand)[0]?.args[0].input).toEqual({
    StreamArn: streamArn,
    ShardId: 'shard-1',
    SequenceNumber: '100',
    ShardIteratorType: 'AT_SEQUENCE_NUMBER',
  })
  const [{ FunctionName, Payload }] = lambda.commandCalls(InvokeCommand).map(({ args: [{ input }] }) => input) as [
    { FunctionName: string; Payload: Buffer },
  ]
  expect(FunctionName).toBe(functionArn)
  const { Records } = JSON.parse(String(Payload))
  expect(Records).toMatchObject([{ eventID: '100', eventSourceARN: streamArn }, { eventID: '102' }])
  expect(queue).toEqual([])
})

test('invokes the worker several times if the changes are larger than Lambda accepts', async () => {
  add(failure)
  setResult(null)
  const large = { NewImage: { text: { S: 'x'.repeat(1_500_000) } } }
  const records = ['100', '101', '102'].map(number => {
    const record = change(number)
    return { ...record, dynamodb: { ...record.dynamodb, ...large } }
  })
  streams.on(GetShardIteratorCommand).resolves({ ShardIterator: 'i' })
  streams.on(GetRecordsCommand).resolves({ Records: records, NextShardIterator: 'j' })
  expect(await redriveChanges()).toMatchObject({ exitCode: 0 })
  const payloads = lambda.commandCalls(InvokeCommand).map(({ args: [{ input }] }) => String(input.Payload))
  expect(payloads.map(payload => JSON.parse(payload).Records.length)).toEqual([2, 1])
})

test('a page of the stream without records does not end the search for the changes', async () => {
  add(failure)
  setStream('100', '102')
  setResult(null)
  streams.on(GetRecordsCommand, { ShardIterator: 'i' }).resolves({ NextShardIterator: 'j' })
  expect(await redriveChanges()).toMatchObject({ exitCode: 0 })
})

test('the search ends in a shard that returns no records any more', async () => {
  add(failure)
  setStream()
  expect((await redriveChanges()).errors).toMatch(/^m0: The stream does not have /)
})

test.each([
  [
    'the worker reports a failure',
    { batchItemFailures: [{ itemIdentifier: '102' }] },
    undefined,
    'BackOffice-MaintenanceRun-1 failed again: its log says why.',
  ],
  ['the worker throws', { errorMessage: 'Out of memory' }, 'Unhandled', 'The worker failed again: Out of memory'],
])('a letter stays if %s', async (_, result, functionError, reason) => {
  add(failure)
  setStream('100', '102')
  setResult(result, functionError)
  const { exitCode, errors } = await redriveChanges()
  expect(exitCode).toBe(1)
  expect(errors).toBe(`m0: ${reason}`)
  expect({ queued: queue.length, hidden: hidden.size }).toEqual({ queued: 1, hidden: 0 })
})

test('a letter whose changes are no longer in the stream stays, with what to do instead', async () => {
  add(failure)
  setStream('101', '102')
  expect((await redriveChanges()).errors).toMatch(/^m0: The stream does not have .*"lists recount"/)
  streams.on(GetShardIteratorCommand).rejects(new TrimmedDataAccessException({ message: '', $metadata: {} }))
  expect((await redriveChanges()).errors).toMatch(/^m0: The stream does not have /)
  streams.on(GetShardIteratorCommand).rejects(new Error('No access.'))
  expect((await redriveChanges()).errors).toBe('m0: No access.')
  expect(lambda.commandCalls(InvokeCommand)).toEqual([])
  expect(queue).toHaveLength(1)
})
