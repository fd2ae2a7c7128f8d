import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { item, order } from '../support/checkout.ts'
import { deliverQueue } from '../support/event-queue.ts'
import { mockAws } from '../support/mock-aws.ts'
import { type Call, call, newTenant, otherMode } from '../support/store.ts'

let tenant: Tenant
beforeEach(async () => {
  tenant = await newTenant()
})

const eventOf = (content: { token: string }, fields: object = {}) => ({
  id: randomUUID(),
  eventName: 'order.completed',
  createdOn: '2026-09-01T10:00:00.000Z',
  content,
  ...fields,
})
const completed = (fields: object = {}) => eventOf(order(), fields)

const send = (body: unknown, request: Omit<Call, 'body'> = {}) => call('events.send', tenant, { ...request, body })
const orderOf = (token: string) => call('orders.get', tenant, { params: { token } })

const queueDirectory = () => process.env.CHECKOUT_QUEUE_DIR ?? ''
/** Returns the files in the local queue. Each file contains the undelivered events of one request. */
const waiting = () => (existsSync(queueDirectory()) ? readdirSync(queueDirectory()) : [])

describe('a body', () => {
  test('of one event is applied like an event of the bus', async () => {
    const content = order({ email: 'jane@example.com' })
    const event = eventOf(content)
    const reply = await send(event)
    expect(reply).toMatchObject({ status: 202, body: [{ id: event.id, status: 'accepted' }] })
    expect((await orderOf(content.token)).status).toBe(404)
    expect(await deliverQueue()).toEqual([])
    expect((await orderOf(content.token)).body).toMatchObject({ email: 'jane@example.com', mode: tenant.mode })
  })

  test('may be an array, lines, or lines that are called JSON, and the reply has the order of the events', async () => {
    const events = [completed({ id: 'b' }), completed({ id: 'a' }), completed({ id: 'c' })]
    const lines = events.map(event => JSON.stringify(event)).join('\n')
    for (const [body, type] of [
      [JSON.stringify(events), 'application/json'],
      [`${lines}\n\n`, 'application/x-ndjson'],
      [lines.replaceAll('\n', '\r\n'), 'application/jsonl; charset=utf-8'],
      [lines, 'application/json'],
    ]) {
      const reply = await send(body, { headers: { 'Content-Type': type! } })
      expect(reply.body, type).toEqual(['b', 'a', 'c'].map(id => ({ id, status: 'accepted' })))
    }
  })

  test('with an invalid event has all faults of this event, and the others are accepted', async () => {
    const content = order({ items: [item({ id: null })] })
    const valid = completed()
    const lines = [
      JSON.stringify(valid),
      '{"id": ',
      '[]',
      JSON.stringify(eventOf({ ...content, token: 'x' }, { createdOn: 'yesterday' })),
      JSON.stringify({ eventName: 'order.completed' }),
    ]
    const { status, body } = await send(lines.join('\n'), { headers: { 'Content-Type': 'application/x-ndjson' } })
    expect(status).toBe(202)
    expect(body.map((result: { status: string }) => result.status)).toEqual([
      'accepted',
      ...Array.from({ length: 4 }, () => 'rejected'),
    ])
    expect(body[1]).toEqual({ id: null, status: 'rejected', errors: { 'the event': ['is not valid JSON'] } })
    expect(body[2].errors).toEqual({ 'the event': ['must be an object'] })
    expect(Object.keys(body[3].errors)).toEqual(
      expect.arrayContaining(['createdOn', 'content.token', 'content.items[0].id']),
    )
    expect(body[4].errors).toMatchObject({ id: ['is required'], createdOn: ['is required'] })
    expect(await deliverQueue()).toEqual([])
    expect((await orderOf(valid.content.token)).status).toBe(200)
  })

  test.each([
    ['nothing', undefined, {}],
    ['an empty array', [], {}],
    ['an array without an event', [1, 'a', null, []], {}],
    ['501 events', Array.from({ length: 501 }, () => ({})), {}],
    ['501 lines', '{}\n'.repeat(501), { 'Content-Type': 'application/x-ndjson' }],
    ['501 lines that are called JSON', '{}\n'.repeat(501), {}],
    ['blank lines', ' \n\n', { 'Content-Type': 'application/x-ndjson' }],
    ['blank lines that are called JSON', ' \n\n', {}],
    ['lines of which none is JSON', 'a\nb', { 'Content-Type': 'application/x-ndjson' }],
    ['lines that are called JSON, of which one is no object', '{}\n5', {}],
  ])('of %s is rejected as a whole', async (_, body, headers) => {
    expect((await send(body, { headers })).status).toBe(400)
    expect(waiting()).toEqual([])
  })

  test('of 500 events is accepted', async () => {
    const events = Array.from({ length: 500 }, () => completed({ eventName: 'order.status.changed' }))
    const { status, body } = await send(
      events.map(({ content, ...event }) => ({ ...event, content: { token: content.token } })),
    )
    expect(status).toBe(202)
    expect(body.filter((result: { status: string }) => result.status === 'accepted')).toHaveLength(500)
    rmSync(queueDirectory(), { recursive: true })
  })

  test('above 4 MB, and of another media type, is rejected', async () => {
    const large = JSON.stringify(completed({ padding: 'x'.repeat(4 * 1024 * 1024) }))
    expect(await send(large)).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
    const reply = await send('{}', { headers: { 'Content-Type': 'text/plain' } })
    expect(reply).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  })
})

describe('an event', () => {
  test('of another account or mode is rejected', async () => {
    const other = await newTenant()
    const events = [
      { ...completed(), account: other.account },
      { ...completed(), mode: otherMode(tenant).mode },
    ]
    const { body } = await send([...events, { ...completed(), ...tenant }])
    expect(body).toMatchObject([
      { status: 'rejected', errors: { account: [`must be ${tenant.account}`] } },
      { status: 'rejected', errors: { mode: [`must be ${tenant.mode}`] } },
      { status: 'accepted' },
    ])
    await deliverQueue()
    const { content } = events[0]!
    expect((await call('orders.get', other, { params: { token: content.token } })).status).toBe(404)
  })

  test('with an unknown name is ignored, with a hint if the name has a typo', async () => {
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {})
    const { body } = await send([completed({ eventName: 'order.complete' }), completed({ eventName: 'stock.counted' })])
    expect(body).toMatchObject([
      { status: 'ignored', errors: { eventName: ['is unknown. Did you mean order.completed?'] } },
      { status: 'ignored', errors: { eventName: ['is unknown'] } },
    ])
    expect(await deliverQueue()).toEqual([])
    expect(warn.mock.calls.filter(([message]) => message === 'An unknown checkout event was ignored.')).toHaveLength(2)
    warn.mockRestore()
  })

  test('that is too large or nested too deeply is rejected', async () => {
    const deep = `{"id":"deep","eventName":"stock.counted","createdOn":"2026-09-01T10:00:00Z","content":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const large = JSON.stringify(completed({ padding: 'x'.repeat(256 * 1024) }))
    const { body } = await send(`[${large},${deep}]`)
    expect(body).toMatchObject([
      { status: 'rejected', errors: { 'the event': ['must not exceed 256 KB'] } },
      { status: 'rejected', errors: { 'the event': ['is nested too deeply'] } },
    ])
    expect(waiting()).toEqual([])
  })

  test('that is invalid in a way that only the worker sees becomes a dead letter', async () => {
    vi.spyOn(log, 'warn').mockImplementation(() => {})
    const event = completed()
    await send(event)
    await accounts.startDeletion(tenant.account)
    expect(await deliverQueue()).toEqual([expect.stringContaining('account is not an existing account')])
    vi.restoreAllMocks()
  })
})

test('a request that is repeated with its Idempotency-Key queues its events once', async () => {
  const event = completed()
  const headers = { 'Idempotency-Key': 'import-1' }
  const first = await send(event, { headers })
  const again = await send(event, { headers })
  expect(again).toMatchObject({ status: 202, body: first.body, headers: { 'Idempotent-Replayed': 'true' } })
  expect(waiting()).toHaveLength(1)
  const other = await send(completed(), { headers })
  expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  await deliverQueue()
})

describe('in AWS', () => {
  const bridge = mockAws(EventBridgeClient)
  const bus = 'arn:aws:events:eu-west-1:000000000000:event-bus/checkout'
  beforeEach(() => {
    bridge.resetHistory()
    vi.stubEnv('CHECKOUT_BUS', bus)
    vi.spyOn(log, 'warn').mockImplementation(() => {})
    vi.spyOn(log, 'error').mockImplementation(() => {})
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })

  type Entry = { Detail?: string; DetailType?: string }
  const entries = () => bridge.commandCalls(PutEventsCommand).flatMap(({ args }) => args[0].input.Entries ?? [])
  const answer = (isAccepted: (entry: Entry) => boolean) =>
    bridge
      .on(PutEventsCommand)
      .callsFake(({ Entries }: { Entries: Entry[] }) => ({
        Entries: Entries.map(entry => (isAccepted(entry) ? { EventId: 'e' } : { ErrorCode: 'ThrottlingException' })),
      }))

  test('events are put on the bus as the checkout does, with the account and the mode of the key', async () => {
    answer(() => true)
    const events = Array.from({ length: 23 }, (_, n) => completed({ id: `e${n}` }))
    expect((await send(events)).status).toBe(202)
    expect(bridge.commandCalls(PutEventsCommand)).toHaveLength(3)
    expect(entries()[0]).toEqual({
      EventBusName: bus,
      Source: 'store.checkout',
      DetailType: 'order.completed',
      Detail: JSON.stringify({ ...tenant, ...events[0] }),
    })
  })

  test('only events that the bus did not accept are put again', async () => {
    const rejected = new Set(['e1'])
    answer(({ Detail = '' }) => !rejected.delete(JSON.parse(Detail).id))
    const events = [completed({ id: 'e0' }), completed({ id: 'e1' })]
    expect((await send(events)).status).toBe(202)
    expect(entries().map(({ Detail = '' }) => JSON.parse(Detail).id)).toEqual(['e0', 'e1', 'e1'])
  })

  test.each([
    ['rejects an event each time', () => answer(({ Detail = '' }) => JSON.parse(Detail).id !== 'e1')],
    ['cannot be reached', () => bridge.on(PutEventsCommand).rejects(new Error('socket hang up'))],
  ])('the reply is 503 if the bus %s, and a repeated request succeeds', async (_, fail) => {
    fail()
    const headers = { 'Idempotency-Key': randomUUID() }
    const events = [completed({ id: 'e0' }), completed({ id: 'e1' })]
    const failed = await send(events, { headers })
    expect(failed).toMatchObject({ status: 503, headers: { 'Retry-After': '5' }, body: { code: 'unavailable' } })
    expect(failed.body.message).toContain('Send all of them again')
    bridge.resetHistory()
    answer(() => true)
    expect((await send(events, { headers })).status).toBe(202)
    expect(entries()).toHaveLength(2)
  })

  test('no attempt begins shortly before the deadline', async () => {
    answer(() => false)
    const reply = await send(completed(), { remainingMilliseconds: 5500 })
    expect(reply.status).toBe(503)
    expect(bridge.commandCalls(PutEventsCommand)).toHaveLength(1)
  })
})
