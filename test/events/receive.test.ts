import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { ReceivedWebhookRow } from '../../lib/events/entity.ts'
import { removeSource, rotateSecret } from '../../lib/events/index.ts'
import { shards } from '../../lib/store/attributes.ts'
import { order } from '../support/checkout.ts'
import { cpuMilliseconds } from '../support/cpu-time.ts'
import { deliverQueue } from '../support/event-queue.ts'
import {
  addHosted,
  addSigned,
  hostedKey,
  type Signing,
  signedHeaders,
  startHostedService,
} from '../support/event-sources.ts'
import { mockAws } from '../support/mock-aws.ts'
import { call, newTenant, otherMode } from '../support/store.ts'

const bridge = mockAws(EventBridgeClient)

let tenant: Tenant
beforeEach(async () => {
  tenant = await newTenant()
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(log, level).mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllEnvs()
  rmSync(queueDirectory(), { recursive: true, force: true })
})

const queueDirectory = () => process.env.CHECKOUT_QUEUE_DIR ?? ''
/** Returns the events in the local queue, which are not delivered yet. */
const queued = (): { json: Record<string, unknown> }[] =>
  existsSync(queueDirectory())
    ? readdirSync(queueDirectory()).flatMap(file => JSON.parse(readFileSync(join(queueDirectory(), file), 'utf8')))
    : []

async function storedDeliveries() {
  const found = shards.map(shard => ReceivedWebhookRow.query.byHash({ ...tenant, shard }).go())
  return (await Promise.all(found)).flatMap(({ data }) => data)
}

const completed = (fields: object = {}) => ({
  id: randomUUID(),
  eventName: 'order.completed',
  createdOn: '2026-09-01T10:00:00.000Z',
  content: order(),
  ...fields,
})

const orderOf = (token: string) => call('orders.get', tenant, { params: { token } })

const post = (end: string, body: string, headers: Record<string, string>) =>
  call('events.receive', tenant, { params: { source: end }, body, headers })

const notVerified = { status: 401, body: { code: 'unauthorized', message: 'The request could not be verified.' } }

test('replies 404 to an address with invalid percent-encoding', async () => {
  const rawParams = { source: '%E0%A4%A' }
  expect(await call('events.receive', tenant, { rawParams, body: '{}' })).toMatchObject({ status: 404 })
})

describe('a request without a signature that has 4 MB of short lines', () => {
  const size = 4 * 1024 * 1024
  const linesOf = (line: string) => line.repeat(size / line.length)

  test.each<[string, string, string, object]>([
    ['that are not JSON', linesOf('x\n'), 'application/x-ndjson', { status: 400, body: { code: 'malformed_json' } }],
    ['that are called JSON', linesOf('x\n'), 'application/json', { status: 400, body: { code: 'malformed_json' } }],
    ['that are blank', linesOf(' \n'), 'application/x-ndjson', { status: 400, body: { code: 'malformed_json' } }],
    ['after an event', `{}\n${linesOf('x\n').slice(3)}`, 'application/x-ndjson', notVerified],
    ['that are events', linesOf('{}\n'), 'application/json', notVerified],
  ])('%s is refused in little time', async (_, body, type, refusal) => {
    const start = cpuMilliseconds()
    expect(await post('unknown', body, { 'Content-Type': type })).toMatchObject(refusal)
    expect(cpuMilliseconds() - start).toBeLessThan(5000)
  })
})

describe('a signed source', () => {
  let source: Awaited<ReturnType<typeof addSigned>>
  beforeEach(async () => {
    source = await addSigned(tenant)
  })

  const send = (body: unknown, signing: Partial<Signing> = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return post(source.end, text, signedHeaders(text, { secret: source.secret, ...signing }))
  }

  test('sends events of its account and mode, as one, an array, or lines', async () => {
    const [one, other] = [completed(), completed()]
    expect(await send(one)).toMatchObject({ status: 200, body: [{ id: one.id, status: 'accepted' }] })
    const reply = await send(`${JSON.stringify(other)}\n${JSON.stringify({ ...other, id: 'again' })}`, { id: 'msg_2' })
    expect(reply).toMatchObject({ status: 200, body: [{ status: 'accepted' }, { status: 'accepted' }] })
    expect(await deliverQueue()).toEqual([])
    expect((await orderOf(one.content.token)).body).toMatchObject({ mode: tenant.mode })
    expect((await orderOf(other.content.token)).status).toBe(200)
  })

  test('may sign with several secrets, one of which is ours', async () => {
    const body = JSON.stringify(completed())
    const headers = signedHeaders(body, { secret: source.secret })
    const others = `v1,AAAA v1a,${'A'.repeat(88)} v2,x`
    const signature = `${others} ${headers['webhook-signature']}`
    expect((await post(source.end, body, { ...headers, 'webhook-signature': signature })).status).toBe(200)
  })

  test.each<[string, (body: string) => Record<string, string>]>([
    ['no signature', () => ({})],
    ['a signature of another secret', body => signedHeaders(body, { secret: `whsec_${btoa('another secret')}` })],
    ['a signature of another body', body => signedHeaders(`${body} `, { secret: source.secret })],
    [
      'a signature of another id',
      body => ({ ...signedHeaders(body, { secret: source.secret }), 'webhook-id': 'msg_2' }),
    ],
    ['no id', body => ({ ...signedHeaders(body, { secret: source.secret }), 'webhook-id': '' })],
    [
      'another time than the signed one',
      body => ({
        ...signedHeaders(body, { secret: source.secret }),
        'webhook-timestamp': String(Math.floor(Date.now() / 1000) + 1),
      }),
    ],
    [
      'a time that is no number',
      body => ({ ...signedHeaders(body, { secret: source.secret }), 'webhook-timestamp': '1e9' }),
    ],
    ['a stale signature', body => signedHeaders(body, { secret: source.secret, at: new Date(Date.now() - 302_000) })],
    ['one of the future', body => signedHeaders(body, { secret: source.secret, at: new Date(Date.now() + 302_000) })],
  ])('is refused with %s, and nothing is stored', async (_, headersOf) => {
    const body = JSON.stringify(completed())
    expect(await post(source.end, body, headersOf(body))).toMatchObject(notVerified)
    expect(queued()).toEqual([])
    expect(await storedDeliveries()).toEqual([])
  })

  test('is accepted within five minutes of its time', async () => {
    for (const seconds of [-295, 295]) {
      const reply = await send(completed(), { id: `msg_${seconds}`, at: new Date(Date.now() + seconds * 1000) })
      expect(reply.status, String(seconds)).toBe(200)
    }
  })

  test('that does not exist, and the signature of another store, are refused alike', async () => {
    const other = await addSigned(await newTenant())
    const body = JSON.stringify(completed())
    for (const [end, secret] of [
      [source.end, other.secret],
      [other.end, source.secret],
      ['unknown', source.secret],
      ['x'.repeat(5000), source.secret],
    ] as const)
      expect(await post(end, body, signedHeaders(body, { secret }))).toMatchObject(notVerified)
    expect(queued()).toEqual([])
  })

  test('may repeat a webhook, which is queued once', async () => {
    const event = completed()
    const first = await send(event)
    const again = await send(event, { at: new Date(Date.now() + 60_000) })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(queued()).toHaveLength(1)
  })

  test('may not use the id of a webhook for another one', async () => {
    await send(completed())
    expect(await send(completed())).toMatchObject({ status: 409, body: { code: 'state_conflict' } })
    expect(queued()).toHaveLength(1)
  })

  test('has its events queued again if the webhook was interrupted before it was remembered', async () => {
    const event = completed()
    await send(event)
    const [delivery] = await storedDeliveries()
    await ReceivedWebhookRow.delete(delivery!).go()
    expect((await send(event)).status).toBe(200)
    expect(queued()).toHaveLength(2)
    expect(await deliverQueue()).toEqual([])
    expect((await orderOf(event.content.token)).status).toBe(200)
  })

  test('is refused with an event of another account or mode, if there is no other event', async () => {
    const other = await newTenant()
    const events = [completed({ account: other.account }), completed({ mode: otherMode(tenant).mode })]
    expect(await send(events[0])).toMatchObject({
      status: 400,
      body: { errors: { account: [`must be ${tenant.account}`] } },
    })
    expect(await send([...events, completed()], { id: 'msg_2' })).toMatchObject({
      status: 200,
      body: [{ status: 'rejected' }, { status: 'rejected' }, { status: 'accepted' }],
    })
    expect(queued()).toHaveLength(1)
  })

  test.each<[string, string, Record<string, string>, object]>([
    ['that is not JSON', '{"id": ', {}, { status: 400, body: { code: 'malformed_json' } }],
    ['without an event', '[]', {}, { status: 400, body: { code: 'validation_failed' } }],
    ['that is empty', '', {}, { status: 400, body: { code: 'validation_failed' } }],
    [
      'of another media type',
      '{}',
      { 'Content-Type': 'text/xml' },
      { status: 415, body: { code: 'unsupported_media_type' } },
    ],
    ['above 4 MB', ' '.repeat(4 * 1024 * 1024 + 1), {}, { status: 413, body: { code: 'body_too_large' } }],
  ])('is refused with a body %s, even if it is signed', async (_, body, headers, refusal) => {
    const reply = await post(source.end, body, { ...signedHeaders(body, { secret: source.secret }), ...headers })
    expect(reply).toMatchObject(refusal)
    expect(queued()).toEqual([])
  })

  test('is refused if it accepts no JSON', async () => {
    const body = JSON.stringify(completed())
    const headers = { ...signedHeaders(body, { secret: source.secret }), Accept: 'text/html' }
    expect((await post(source.end, body, headers)).status).toBe(406)
  })

  test('is refused while its account is disabled, and after it is removed', async () => {
    await accounts.update(tenant.account, { enabled: false })
    expect(await send(completed())).toMatchObject({ status: 403, body: { code: 'account_disabled' } })
    await accounts.update(tenant.account, { enabled: true })
    expect((await send(completed())).status).toBe(200)
    await removeSource(tenant.account, source.id)
    expect(await send(completed(), { id: 'msg_2' })).toMatchObject(notVerified)
  })

  test('may use the old secret for a day after a rotation', async () => {
    const { secret } = await rotateSecret(tenant.account, source.id)
    expect((await send(completed(), { id: 'msg_old' })).status).toBe(200)
    expect((await send(completed(), { id: 'msg_new', secret })).status).toBe(200)
    const later = new Date(Date.now() + 24 * 3600 * 1000 + 1000)
    vi.useFakeTimers({ toFake: ['Date'], now: later })
    expect(await send(completed(), { id: 'msg_3' })).toMatchObject(notVerified)
    expect((await send(completed(), { id: 'msg_4', secret })).status).toBe(200)
  })

  test('may use each old secret for a day after its own rotation', async () => {
    const { secret: second } = await rotateSecret(tenant.account, source.id)
    const hour = 3600 * 1000
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12 * hour })
    const { secret: third } = await rotateSecret(tenant.account, source.id)
    for (const [secret, id] of [
      [source.secret, 'msg_1'],
      [second, 'msg_2'],
      [third, 'msg_3'],
    ] as const)
      expect((await send(completed(), { id, secret })).status).toBe(200)
    vi.setSystemTime(Date.now() + 13 * hour)
    expect(await send(completed(), { id: 'msg_4' })).toMatchObject(notVerified)
    expect((await send(completed(), { id: 'msg_5', secret: second })).status).toBe(200)
    vi.setSystemTime(Date.now() + 12 * hour)
    expect(await send(completed(), { id: 'msg_6', secret: second })).toMatchObject(notVerified)
    expect((await send(completed(), { id: 'msg_7', secret: third })).status).toBe(200)
  })

  test('may use the ten newest old secrets', async () => {
    const secrets = [source.secret]
    for (let count = 0; count < 11; count++) secrets.push((await rotateSecret(tenant.account, source.id)).secret)
    const [oldest = '', ...others] = secrets
    expect(await send(completed(), { id: 'msg_old', secret: oldest })).toMatchObject(notVerified)
    for (const secret of others) expect((await send(completed(), { id: secret, secret })).status).toBe(200)
  })

  test('gets 429 beyond its limit, and other sources are not affected', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const other = await addSigned(tenant)
    const body = JSON.stringify(completed())
    const replies = await Promise.all(Array.from({ length: 101 }, () => post(source.end, body, {})))
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
    expect(await send(completed())).toMatchObject({ status: 429, headers: { 'Retry-After': '1' } })
    expect((await post(other.end, body, signedHeaders(body, { secret: other.secret }))).status).toBe(200)
  })

  test('gets 503 if the queue accepts no event, and may send the same webhook again', async () => {
    const event = completed()
    vi.stubEnv('CHECKOUT_BUS', 'arn:aws:events:eu-west-1:000000000000:event-bus/checkout')
    bridge.on(PutEventsCommand).rejects(new Error('socket hang up'))
    const failed = await call('events.receive', tenant, {
      params: { source: source.end },
      body: JSON.stringify(event),
      headers: signedHeaders(JSON.stringify(event), { secret: source.secret }),
      remainingMilliseconds: 5500,
    })
    expect(failed).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    vi.stubEnv('CHECKOUT_BUS', '')
    expect((await send(event)).status).toBe(200)
  })

  test('gets 500 without details after an error of this API', async () => {
    vi.stubEnv('CHECKOUT_QUEUE_DIR', '')
    expect(await send(completed())).toMatchObject({ status: 500, body: { code: 'internal_error' } })
  })
})

describe('the hosted service', () => {
  let service: Awaited<ReturnType<typeof startHostedService>>
  let id: string
  let end: string
  beforeEach(async () => {
    service = await startHostedService()
    vi.stubEnv('CRAWLER_ALLOW_HOSTS', service.host)
    ;({ id, end } = await addHosted(tenant, service.api))
  })
  afterEach(() => service.close())

  const webhook = (fields: object = {}) =>
    JSON.stringify({
      eventName: 'order.completed',
      mode: tenant.mode,
      createdOn: '2026-09-01T10:00:00Z',
      content: order(),
      ...fields,
    })

  const send = (body: string, token: string = randomUUID()) => post(end, body, { 'X-Snipcart-RequestToken': token })

  test('confirms its webhooks with the key of the store, and is asked once for each', async () => {
    const token = randomUUID()
    const content = order()
    const body = webhook({ content })
    const reply = await send(body, token)
    expect(reply).toMatchObject({ status: 200, body: [{ status: 'accepted' }] })
    expect(reply.body[0].id).toMatch(/^[0-9a-f]{64}$/)
    expect(service.requests).toEqual([
      { url: `/api/requestvalidation/${token}`, authorization: `Basic ${btoa(`${hostedKey}:`)}` },
    ])
    expect((await send(body, token)).body).toEqual(reply.body)
    expect(service.requests).toHaveLength(1)
    expect(await deliverQueue()).toEqual([])
    expect((await orderOf(content.token)).status).toBe(200)
  })

  test('whose token is used again with another body is refused', async () => {
    const token = randomUUID()
    await send(webhook(), token)
    expect(await send(webhook(), token)).toMatchObject(notVerified)
    expect(queued()).toHaveLength(1)
    expect(service.requests).toHaveLength(1)
  })

  test('is asked again after an hour', async () => {
    const token = randomUUID()
    await send(webhook(), token)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 })
    expect((await send(webhook(), token)).status).toBe(200)
    expect(service.requests).toHaveLength(2)
  })

  test.each<[string, (token: string) => { status: number; body?: string }]>([
    ['does not know', () => ({ status: 404 })],
    ['confirms as another token', () => ({ status: 200, body: JSON.stringify({ token: randomUUID() }) })],
    ['confirms without JSON', () => ({ status: 200, body: '<html>' })],
  ])('refuses a webhook that the service %s, asks once, and queues nothing', async (_, answer) => {
    service.answer(answer)
    const [token, body] = [randomUUID(), webhook()]
    expect(await send(body, token)).toMatchObject(notVerified)
    expect(await send(body, token)).toMatchObject(notVerified)
    expect(service.requests).toHaveLength(1)
    expect(queued()).toEqual([])
  })

  test.each(['', 'a/../b', 'a b', 'x'.repeat(201), 'ä'])('is not asked for the token %j', async token => {
    expect(await send(webhook(), token)).toMatchObject(notVerified)
    expect(service.requests).toEqual([])
  })

  test.each<[string, Parameters<typeof service.answer>[0]]>([
    ['closes the connection', () => 'no answer'],
    ['fails', () => ({ status: 500 })],
    ['refuses the key', () => ({ status: 401 })],
    ['redirects', () => ({ status: 302 })],
  ])('gets 503 if its API %s, and the webhook is accepted when it is sent again', async (_, answer) => {
    service.answer(answer)
    const [token, body] = [randomUUID(), webhook()]
    expect(await send(body, token)).toMatchObject({ status: 503, headers: { 'Retry-After': '30' } })
    expect(service.requests).toHaveLength(1)
    service.answer(valid => ({ status: 200, body: JSON.stringify({ token: valid }) }))
    expect((await send(body, token)).status).toBe(200)
  })

  test('gets 503 if its API does not reply within four seconds, and the log says so', async () => {
    const { timeout } = AbortSignal
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(milliseconds => timeout(milliseconds / 100))
    const late = Promise.withResolvers<'no answer'>()
    service.answer(() => late.promise)
    expect(await send(webhook())).toMatchObject({ status: 503 })
    late.resolve('no answer')
    expect(vi.mocked(log.error).mock.lastCall?.[1]).toMatchObject({
      source: id,
      reason: 'The page could not be read: it took too long (longer than 4 seconds).',
    })
  })

  test('is asked at public addresses only', async () => {
    vi.stubEnv('CRAWLER_ALLOW_HOSTS', '')
    expect((await send(webhook())).status).toBe(503)
    expect(service.requests).toEqual([])
  })

  test('may confirm a token only once: of two requests at once, the confirmed one counts', async () => {
    const otherIsRefused = Promise.withResolvers<void>()
    let questions = 0
    service.answer(async token => {
      if (++questions > 1) return { status: 404 }
      await otherIsRefused.promise
      return { status: 200, body: JSON.stringify({ token }) }
    })
    const [token, body] = [randomUUID(), webhook()]
    const first = send(body, token)
    await expect.poll(() => questions).toBe(1)
    expect((await send(body, token)).status).toBe(401)
    otherIsRefused.resolve()
    expect((await first).status).toBe(200)
    expect((await send(body, token)).status).toBe(200)
  })

  test('gets 204 where it asks for rates or taxes', async () => {
    for (const eventName of ['shippingrates.fetch', 'taxes.calculate'])
      expect(await send(webhook({ eventName }))).toMatchObject({ status: 204, body: '' })
    expect(queued()).toEqual([])
  })

  test('gets 200 for all other events, which are logged and ignored', async () => {
    for (const eventName of ['order.notification.created', 'cart.confirmed', 'toString']) {
      const reply = await send(webhook({ eventName, content: null, createdOn: undefined }))
      expect(reply).toMatchObject({ status: 200, body: [{ status: 'ignored' }] })
      expect(vi.mocked(log.info).mock.calls).toContainEqual([
        'A webhook of the hosted service was ignored.',
        expect.objectContaining({ ...tenant, eventName }),
      ])
    }
    expect(queued()).toEqual([])
  })

  test.each<[string, () => { fields: object; status: number; errors: object }]>([
    [
      'of the other mode',
      () => ({ fields: { mode: otherMode(tenant).mode }, status: 400, errors: { mode: [`must be ${tenant.mode}`] } }),
    ],
    [
      'without an event name',
      () => ({ fields: { eventName: undefined }, status: 400, errors: { eventName: ['is required'] } }),
    ],
    [
      'without what each event has',
      () => ({
        fields: { createdOn: 'x', content: 5 },
        status: 400,
        errors: { createdOn: expect.anything(), content: expect.anything() },
      }),
    ],
    [
      'above 256 KB',
      () => ({
        fields: { padding: 'x', content: { ...order(), notes: 'x'.repeat(300_000) } },
        status: 413,
        errors: { 'the event': ['must not exceed 256 KB'] },
      }),
    ],
  ])('%s is refused, and the log names the source and the reason', async (_, refused) => {
    const { fields, status, errors } = refused()
    expect(await send(webhook(fields))).toMatchObject({ status, body: { errors } })
    expect(vi.mocked(log.warn).mock.calls).toEqual([
      ['All events of a webhook were rejected.', { ...tenant, source: id, faults: errors }],
    ])
    expect(queued()).toEqual([])
  })

  test('has an event with invalid content in the dead letters, as it sends no other', async () => {
    expect((await send(webhook({ content: { token: 'x' } }))).status).toBe(200)
    expect(await deliverQueue()).toEqual([expect.stringContaining('content.token')])
  })
})
