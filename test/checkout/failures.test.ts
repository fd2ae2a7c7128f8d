/** Tests when an event that fails is delivered again, and when it becomes a dead letter. */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ChangeMessageVisibilityBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handler } from '../../functions/checkout/intake.ts'
import { toJson } from '../../lib/core/json.ts'
import { log } from '../../lib/core/log.ts'
import { completeOrder, event, order } from '../support/checkout.ts'
import { around, throttled } from '../support/fault-injection.ts'
import { mockAws } from '../support/mock-aws.ts'
import { call, contextFor, newTenant } from '../support/store.ts'
import { newDirectory } from '../support/temporary.ts'

const sqs = mockAws(SQSClient)
const queue = 'https://sqs.local/events'
const deadLetters = 'https://sqs.local/dead-letters'

const restores: (() => void)[] = []
beforeEach(() => {
  sqs.reset()
  sqs.on(SendMessageCommand).resolves({})
  sqs.on(ChangeMessageVisibilityBatchCommand).resolves({})
  vi.stubEnv('CHECKOUT_QUEUE_URL', queue)
  vi.stubEnv('CHECKOUT_DEAD_LETTERS_URL', deadLetters)
  vi.spyOn(log, 'warn').mockImplementation(() => {})
  vi.spyOn(log, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  for (const restore of restores.splice(0)) restore()
})

const throttleTable = () => restores.push(around(() => Promise.reject(throttled())))

interface Sent {
  messageId?: string
  body: string
  receiveCount?: number
}

const receive = (...messages: Sent[]) => receiveWithin(600_000, ...messages)

async function receiveWithin(remainingMilliseconds: number, ...messages: Sent[]): Promise<string[]> {
  const Records = messages.map(({ messageId = 'm', body, receiveCount = 1 }) => ({
    messageId,
    body,
    receiptHandle: `handle of ${messageId}`,
    attributes: { ApproximateReceiveCount: String(receiveCount) },
  }))
  const { batchItemFailures } = (await handler(
    { Records } as SQSEvent,
    contextFor({ remainingMilliseconds }),
  )) as SQSBatchResponse
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)
}

const bodyOf = (detail: unknown) => JSON.stringify({ detail })
const goodBody = async () => bodyOf(event(await newTenant(), 'order.completed', order()))

const letters = () => sqs.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input)
const reasons = () => letters().map(({ MessageAttributes }) => MessageAttributes?.reason?.StringValue)
const pauses = () =>
  sqs.commandCalls(ChangeMessageVisibilityBatchCommand).flatMap(({ args: [{ input }] }) => input.Entries ?? [])

test('an event that is invalid is a dead letter at once, with all of its body and the reason', async () => {
  const tenant = await newTenant()
  const body = bodyOf(event(tenant, 'order.completed', order({ token: 'x' })))
  expect(await receive({ body })).toEqual([])
  expect(letters()).toMatchObject([{ QueueUrl: deadLetters, MessageBody: body }])
  expect(reasons()).toEqual([expect.stringMatching(/^content\.token must be /)])
  expect(pauses()).toEqual([])
})

test.each([
  ['is not JSON', 'Jane {', 'The message is not valid JSON.'],
  ['has no event', '{}', 'the event is required.'],
  ['is too large', bodyOf('x'.repeat(256 * 1024 - 1)), 'The event must not exceed 256 KB.'],
])('a message that %s is a dead letter at once', async (_, body, reason) => {
  expect(await receive({ body })).toEqual([])
  expect(reasons()).toEqual([reason])
})

test('what EventBridge adds to an event does not count for its size', async () => {
  const named = event(await newTenant(), 'cart.unknown', {})
  const detail = { ...named, padding: '' }
  detail.padding = 'x'.repeat(256 * 1024 - JSON.stringify(detail).length)
  expect(await receive({ body: JSON.stringify({ 'detail-type': 'cart.unknown', detail }) })).toEqual([])
  expect(letters()).toEqual([])
})

test('an event of an unknown account is a dead letter at once', async () => {
  const tenant = await newTenant()
  expect(await receive({ body: bodyOf(event(tenant, 'order.completed', order(), { account: 7 })) })).toEqual([])
  expect(reasons()).toEqual(['account is not an existing account.'])
})

test.each([
  [1, 5],
  [2, 30],
  [3, 120],
  [4, 600],
])('after failure %i, an event is delivered again in about %i seconds', async (receiveCount, seconds) => {
  const body = await goodBody()
  throttleTable()
  expect(await receive({ body, receiveCount })).toEqual(['m'])
  expect(pauses()).toEqual([{ Id: '0', ReceiptHandle: 'handle of m', VisibilityTimeout: expect.any(Number) }])
  const [pause] = pauses()
  expect(pause?.VisibilityTimeout).toBeGreaterThanOrEqual(0.8 * seconds)
  expect(pause?.VisibilityTimeout).toBeLessThanOrEqual(1.2 * seconds)
  expect(letters()).toEqual([])
})

test('the pauses of messages that failed together differ', async () => {
  const body = await goodBody()
  throttleTable()
  const messages = Array.from({ length: 10 }, (_, n) => ({ messageId: `m${n}`, body, receiveCount: 4 }))
  expect(await receive(...messages)).toHaveLength(10)
  expect(sqs.commandCalls(ChangeMessageVisibilityBatchCommand)).toHaveLength(1)
  expect(new Set(pauses().map(({ VisibilityTimeout }) => VisibilityTimeout)).size).toBeGreaterThan(1)
})

test('an event that fails on its last delivery is a dead letter with the last reason', async () => {
  const body = await goodBody()
  throttleTable()
  expect(await receive({ body, receiveCount: 5 })).toEqual([])
  expect(letters()).toMatchObject([{ MessageBody: body }])
  expect(reasons()).toEqual(['ThrottlingException: Injected: ThrottlingException'])
})

test('the other events of the batch are applied', async () => {
  const tenant = await newTenant()
  const content = order()
  const good = bodyOf(event(tenant, 'order.completed', content))
  expect(await receive({ messageId: 'bad', body: '{' }, { messageId: 'good', body: good })).toEqual([])
  expect((await call('orders.get', tenant, { params: { token: content.token } })).status).toBe(200)
  expect(letters()).toHaveLength(1)
})

test('an event that takes too long is delivered again, and writes nothing later', async () => {
  const tenant = await newTenant()
  const [slow, fast] = [await completeOrder(tenant), await completeOrder(tenant)]
  const ship = (token: string) => bodyOf(event(tenant, 'order.status.changed', { token, status: 'Shipped' }))
  const thaw = Promise.withResolvers<void>()
  restores.push(
    around(async (_, request, input) => {
      if (toJson(input).includes(slow)) await Promise.race([thaw.promise, setTimeout(3000)])
      return request()
    }),
  )
  const messages = [
    { messageId: 'slow', body: ship(slow) },
    { messageId: 'fast', body: ship(fast) },
  ]
  expect(await receiveWithin(12_000, ...messages)).toEqual(['slow'])
  expect(pauses()).toMatchObject([{ ReceiptHandle: 'handle of slow' }])
  thaw.resolve()
  const statusOf = async (token: string) => (await call('orders.get', tenant, { params: { token } })).body.status
  expect([await statusOf(slow), await statusOf(fast)]).toEqual(['Processed', 'Shipped'])
})

test('a reason has no characters that SQS rejects, and is short', async () => {
  const body = await goodBody()
  restores.push(around(() => Promise.reject(new Error(`a\u0000\ud800${'b'.repeat(5000)}`))))
  await receive({ body, receiveCount: 5 })
  expect(reasons()[0]).toMatch(/^a \ufffdb{900,}…$/)
  expect(reasons()[0]?.length).toBeLessThan(1100)
})

test('an event whose dead letter cannot be written is delivered again', async () => {
  sqs.on(SendMessageCommand).rejects(new Error('no access'))
  expect(await receive({ body: '{' }, { messageId: 'last', body: '{', receiveCount: 5 })).toEqual(['m', 'last'])
  expect(log.error).toHaveBeenCalledWith('A dead letter could not be written.', expect.anything())
})

test('an event whose pause cannot be set is delivered again after the visibility timeout', async () => {
  const body = await goodBody()
  throttleTable()
  sqs.on(ChangeMessageVisibilityBatchCommand).rejects(new Error('no access'))
  expect(await receive({ body })).toEqual(['m'])
  sqs
    .on(ChangeMessageVisibilityBatchCommand)
    .resolves({ Failed: [{ Id: '0', SenderFault: true, Code: 'InvalidHandle' }] })
  expect(await receive({ body })).toEqual(['m'])
  expect(log.warn).toHaveBeenCalledWith('A retry could not be scheduled.', { code: 'InvalidHandle' })
})

test('on one machine, a dead letter is a file that only its owner can read', async () => {
  const directory = join(newDirectory(), 'letters')
  vi.stubEnv('CHECKOUT_DEAD_LETTERS_URL', '')
  vi.stubEnv('DEAD_LETTERS_DIR', directory)
  expect(await receive({ messageId: 'a/b', body: '{' })).toEqual([])
  const [file = '', ...others] = readdirSync(directory)
  expect(others).toEqual([])
  expect(JSON.parse(readFileSync(join(directory, file), 'utf8'))).toEqual({
    id: 'a/b',
    time: expect.any(String),
    reason: 'The message is not valid JSON.',
    body: '{',
  })
  expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600)
})
