import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { beforeEach, expect, test } from 'vitest'
import { createBusSender } from '../../../infra/admin/events/bus-sender.ts'
import type { FileEvent } from '../../../infra/admin/events/event-files.ts'
import type { AccountId } from '../../../lib/core/tenant.ts'
import { mockAws, stackWithOutputs } from '../../support/mock-aws.ts'

const stacks = mockAws(CloudFormationClient)
const bridge = mockAws(EventBridgeClient)
const bus = 'arn:aws:events:eu-west-1:000000000000:event-bus/checkout'

type Entry = { Detail?: string }
const idOf = ({ Detail = '' }: Entry): string => JSON.parse(Detail).id

/** Rejects the events whose ids match, and accepts all others. */
const rejectEvents = (isRejected: (id: string) => boolean) =>
  bridge
    .on(PutEventsCommand)
    .callsFake(({ Entries }: { Entries: Entry[] }) => ({
      Entries: Entries.map(entry =>
        isRejected(idOf(entry)) ? { ErrorCode: 'ThrottlingException', ErrorMessage: 'Too fast.' } : { EventId: 'e' },
      ),
    }))

const send = (events: FileEvent[], onProgress = (_count: number) => {}) => createBusSender('prod')(events, onProgress)

const calls = () => bridge.commandCalls(PutEventsCommand).map(({ args }) => args[0].input.Entries ?? [])

beforeEach(() => {
  stacks.reset()
  bridge.reset()
  stacks.on(DescribeStacksCommand).resolves(stackWithOutputs({ CheckoutBusArn: bus }))
})

const sampleEvent = (id: string, kilobytes = 0) => ({
  id,
  eventName: 'cart.updated',
  account: 1001 as AccountId,
  location: `a.json, ${id}`,
  json: { id, padding: 'x'.repeat(kilobytes * 1024) },
})
const sampleEvents = (count: number, kilobytes = 0) =>
  Array.from({ length: count }, (_, number) => sampleEvent(`e${number}`, kilobytes))

test("puts each event on the bus of the stage's stack as the checkout does, ten in each call", async () => {
  rejectEvents(() => false)
  expect(await send(sampleEvents(23))).toEqual({ rejected: [], stoppedBy: null, count: 23 })
  expect(stacks.commandCalls(DescribeStacksCommand)[0]?.args[0].input).toEqual({ StackName: 'BackOffice-prod' })
  expect(calls().map(entries => entries.length)).toEqual([10, 10, 3])
  expect(calls().flat().map(idOf)).toEqual(sampleEvents(23).map(({ id }) => id))
  expect(calls()[0]?.[0]).toEqual({
    EventBusName: bus,
    Source: 'store.checkout',
    DetailType: 'cart.updated',
    Detail: '{"id":"e0","padding":""}',
  })
})

test('keeps each call below 256 KB, even if it then has few events', async () => {
  rejectEvents(() => false)
  await send([...sampleEvents(5, 100), sampleEvent('large', 255), ...sampleEvents(2, 10)])
  expect(calls().map(entries => entries.length)).toEqual([2, 2, 1, 1, 2])
  for (const entries of calls())
    expect(entries.map(({ Detail = '' }) => Detail).join('').length).toBeLessThan(256 * 1024)
})

test('retries only the events that AWS did not accept', async () => {
  const rejectedOnce = new Set(['e1', 'e3'])
  rejectEvents(id => rejectedOnce.delete(id))
  expect(await send(sampleEvents(5))).toMatchObject({ rejected: [], count: 5 })
  expect(calls().map(entries => entries.map(idOf))).toEqual([
    ['e0', 'e1', 'e2', 'e3', 'e4'],
    ['e1', 'e3'],
  ])
})

test('returns the events that AWS never accepted, with the reason', async () => {
  rejectEvents(id => id === 'e2')
  expect(await send(sampleEvents(12))).toEqual({
    rejected: [{ event: sampleEvent('e2'), reason: 'Too fast.' }],
    stoppedBy: null,
    count: 12,
  })
})

test('retries a call that fails as a whole', async () => {
  let failures = 1
  rejectEvents(() => {
    if (failures-- > 0) throw new Error('The connection is lost.')
    return false
  })
  expect(await send(sampleEvents(1))).toMatchObject({ rejected: [], count: 1 })
  expect(calls().map(entries => entries.map(idOf))).toEqual([['e0'], ['e0']])
})

test('stops when the bus accepts no event any more, after eight calls at once', async () => {
  let accepted = 0
  rejectEvents(() => ++accepted > 80)
  const progress: number[] = []
  const result = await send(sampleEvents(200), count => progress.push(count))
  expect(result).toEqual({ rejected: [], stoppedBy: 'Too fast.', count: 80 })
  expect(progress).toEqual([80])
})
