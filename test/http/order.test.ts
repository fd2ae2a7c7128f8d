/**
 * Tests the sequence in which a request passes the middlewares of its endpoint. The sequence decides which of several
 * problems is returned.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { guid, integer } from '../../lib/core/fields.ts'
import { log } from '../../lib/core/log.ts'
import { Problem } from '../../lib/core/problem.ts'
import type { Feature, Tenant } from '../../lib/core/tenant.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { idempotentEndpoint } from '../../lib/http/idempotent-endpoint.ts'
import { defineEndpoints } from '../../lib/http/route.ts'
import { around, throttled } from '../support/fault-injection.ts'
import { type Call, contextFor, eventFor, newTenant } from '../support/store.ts'

let restore = () => {}
beforeEach(() => void vi.spyOn(log, 'info').mockImplementation(() => {}))
afterEach(() => {
  restore()
  restore = () => {}
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const schemas = {
  params: z.object({ id: guid }),
  query: z.object({ count: integer({ max: 9 }).optional() }),
  reply: z.object({ name: z.string() }),
}
const api = defineEndpoints('discounts', 'Endpoints for tests.', {
  create: {
    method: 'POST',
    path: '/discounts/{id}',
    purpose: 'Creates.',
    access: 'write',
    feature: 'creditNotes',
    successor: '/v2/discounts/{id}',
    body: z.object({ name: z.string() }),
    ...schemas,
  },
  get: { method: 'GET', path: '/discounts/{id}', purpose: 'Reads.', access: 'read', ...schemas },
})

const verb = vi.fn<() => { name: string }>()
const handlers = { 'discounts.create': idempotentEndpoint(api.create, verb), 'discounts.get': endpoint(api.get, verb) }

type Caller = Tenant & { enabled?: boolean; features?: Feature[] }

async function send(name: keyof typeof handlers, caller: Caller, request: Call) {
  const { statusCode, headers, body } = await handlers[name](eventFor(name, caller, request), contextFor(request))
  const { code, errors } = body ? JSON.parse(body) : {}
  return { status: statusCode, code, faults: Object.keys(errors ?? {}), headers: headers ?? {} }
}

const id = '01980000-0000-7000-8000-0000000dead0'
const valid = { params: { id }, body: { name: 'A' } }

/** Limits the key to one request a second, and uses up this limit with one request. */
async function exhaustLimit(caller: Caller): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubEnv('KEY_REQUESTS_PER_SECOND', '1')
  vi.stubEnv('KEY_BURST', '1')
  verb.mockReturnValueOnce({ name: 'A' })
  await send('discounts.get', { ...caller, enabled: true }, valid)
}

interface Sent {
  caller: Caller
  headers: Record<string, string>
  params: { id: string }
  query: Record<string, string>
  body: unknown
}

/** Each problem, and the correction after which the request gets the next problem. */
const rejections: [problem: string, correct: (sent: Sent) => unknown][] = [
  ['account_disabled', ({ caller }) => Object.assign(caller, { enabled: true })],
  ['too_many_requests', () => vi.unstubAllEnvs()],
  ['feature_not_enabled', ({ caller }) => caller.features?.push('creditNotes')],
  ['not_acceptable', ({ headers }) => delete headers.Accept],
  ['body_too_large', sent => Object.assign(sent, { body: '{"name": 5, ' })],
  ['unsupported_media_type', ({ headers }) => delete headers['Content-Type']],
  ['malformed_json', sent => Object.assign(sent, { body: { name: 5, nosuch: 1 } })],
  ['not_found', ({ params }) => Object.assign(params, { id })],
  ['validation_failed: count', ({ query }) => Object.assign(query, { count: '1' })],
  ['validation_failed: name', sent => Object.assign(sent, { body: { name: 'B', nosuch: 1 } })],
  ['validation_failed: Idempotency-Key', ({ headers }) => Object.assign(headers, { 'Idempotency-Key': 'used' })],
  ['idempotency_key_reused', ({ headers }) => Object.assign(headers, { 'Idempotency-Key': 'free' })],
  ['code_in_use', () => {}],
]
/** The first problem that is found after the input was read. This reply and all later ones name the ignored fields. */
const firstWithHeaders = 'not_found'

test('a request with all faults gets their problems in the order of the middlewares', async () => {
  const caller: Caller = { ...(await newTenant()), features: ['creditNotes'] }
  verb.mockImplementation(() => {
    throw new Problem('code_in_use')
  })
  await send('discounts.create', caller, { ...valid, headers: { 'Idempotency-Key': 'used' } })
  const sent: Sent = {
    caller: { ...caller, enabled: false, features: [] },
    headers: { Accept: 'image/png', 'Content-Type': 'text/plain', 'Idempotency-Key': 'é' },
    params: { id: 'none' },
    query: { count: '99', nosuch: '1' },
    body: 'x'.repeat(1_100_000),
  }
  await exhaustLimit(caller)
  const found: string[] = []
  for (const [, correct] of rejections) {
    const { code, faults, headers } = await send('discounts.create', sent.caller, sent)
    const hasRead = found.length >= rejections.findIndex(([problem]) => problem === firstWithHeaders)
    found.push([code, ...faults].join(': '))
    expect(headers['X-Request-Id'], code).toMatch(/^test-/)
    expect(headers.Ignored, code).toBe(hasRead ? 'nosuch, nosuch' : undefined)
    expect(headers.Deprecation, code).toBe(hasRead ? '@1767225600' : undefined)
    correct(sent)
  }
  expect(found).toEqual(rejections.map(([problem]) => problem))
})

test('a disabled account uses up no limit, and a rejected write nothing else', async () => {
  const caller = await newTenant()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubEnv('KEY_REQUESTS_PER_SECOND', '1')
  vi.stubEnv('KEY_BURST', '1')
  verb.mockClear().mockReturnValue({ name: 'A' })
  const write = (enabled: boolean) =>
    send('discounts.create', { ...caller, enabled }, { ...valid, headers: { 'Idempotency-Key': 'k' } })
  const statuses = [(await write(false)).status, (await write(true)).status, (await write(true)).status]
  expect(statuses).toEqual([403, 200, 429])
  expect(verb).toHaveBeenCalledOnce()
})

test.each<[string, () => { name: string }]>([
  ['its reply', () => ({ name: 'A' })],
  [
    'its problem',
    () => {
      throw new Problem('not_found')
    },
  ],
  [
    'its internal error',
    () => {
      throw new Error('broken')
    },
  ],
])('a read beyond the limit gets 429 in place of %s, without what else the reply would name', async (_, outcome) => {
  const error = vi.spyOn(log, 'error').mockImplementation(() => {})
  const caller = await newTenant()
  await exhaustLimit(caller)
  verb.mockImplementation(outcome)
  const reply = await send('discounts.get', caller, { ...valid, query: { nosuch: '1' } })
  expect(reply).toMatchObject({ status: 429, headers: { 'Retry-After': '1' } })
  expect(reply.headers).not.toHaveProperty('Ignored')
  expect(reply.headers['X-Request-Id']).toMatch(/^test-/)
  expect(error).not.toHaveBeenCalled()
})

test('an internal error names nothing of the request but its id', async () => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
  verb.mockImplementation(() => {
    throw new Error('broken')
  })
  const reply = await send('discounts.create', await newTenant(), { ...valid, query: { nosuch: '1' } })
  expect(reply).toMatchObject({ status: 500, code: 'internal_error' })
  expect(Object.keys(reply.headers).toSorted()).toEqual([
    'Cache-Control',
    'Content-Type',
    'X-Content-Type-Options',
    'X-Request-Id',
  ])
})

test('a stored problem is repeated with what the repetition itself has ignored', async () => {
  const caller = await newTenant()
  const headers = { 'Idempotency-Key': 'k' }
  verb.mockReset().mockImplementation(() => {
    throw new Problem('code_in_use')
  })
  const sendWith = (query: Record<string, string>) => send('discounts.create', caller, { ...valid, headers, query })
  const replies = [await sendWith({ first: '1' }), await sendWith({}), await sendWith({ third: '1' })]
  expect(replies.map(({ headers }) => headers.Ignored)).toEqual(['first', undefined, 'third'])
  expect(replies.map(({ headers }) => headers['Idempotent-Replayed'])).toEqual([undefined, 'true', 'true'])
  expect(replies.map(({ headers }) => headers.Deprecation)).toEqual(['@1767225600', '@1767225600', '@1767225600'])
  expect(replies.map(({ status }) => status)).toEqual([409, 409, 409])
  expect(verb).toHaveBeenCalledOnce()
})

test('a reply that cannot be stored is not sent, and the call can be repeated at once with the same key', async () => {
  const error = vi.spyOn(log, 'error').mockImplementation(() => {})
  verb.mockReset().mockReturnValue({ name: 'A' })
  const caller = await newTenant()
  const request = { ...valid, headers: { 'Idempotency-Key': 'k' }, query: { nosuch: '1' } }
  let updates = 0
  restore = around((command, run) =>
    command === 'UpdateItemCommand' && ++updates === 1 ? Promise.reject(new Error('broken')) : run(),
  )
  expect((await send('discounts.create', caller, request)).status).toBe(500)
  expect((await send('discounts.create', caller, request)).status).toBe(200)
  expect(verb).toHaveBeenCalledTimes(2)
  expect(error).toHaveBeenCalledOnce()
})

/** In each test, the n-th request to the table with this command never ends. */
test.each<[string, string, number]>([
  ['the limit is checked', 'UpdateItemCommand', 1],
  ['the key is read', 'GetItemCommand', 1],
  ['the key is locked', 'PutItemCommand', 1],
  ['the reply is stored', 'UpdateItemCommand', 2],
])('the deadline ends a request while %s', async (_, command, nth) => {
  vi.stubEnv('KEY_REQUESTS_PER_SECOND', '9')
  vi.stubEnv('KEY_BURST', '9')
  verb.mockReset().mockReturnValue({ name: 'A' })
  const caller = await newTenant()
  let count = 0
  restore = around((sent, run) => (sent === command && ++count === nth ? new Promise(() => {}) : run()))
  const request = { ...valid, headers: { 'Idempotency-Key': 'k' }, remainingMilliseconds: 1500 }
  const reply = await Promise.race([
    send('discounts.create', caller, request),
    sleep(1400, { status: 0, code: 'none', headers: {} as Record<string, unknown> }),
  ])
  expect(reply).toMatchObject({ status: 504, code: 'timeout' })
  expect(reply.headers['X-Request-Id']).toMatch(/^test-/)
  expect(log.info).toHaveBeenLastCalledWith('request', expect.objectContaining({ status: 504 }))
})

test('the limit that cannot be checked delays no reply and hides no problem', async () => {
  const error = vi.spyOn(log, 'error').mockImplementation(() => {})
  vi.stubEnv('KEY_REQUESTS_PER_SECOND', '9')
  vi.stubEnv('KEY_BURST', '9')
  verb.mockImplementation(() => {
    throw new Problem('not_found')
  })
  const caller = await newTenant()
  restore = around((command, run) => (command === 'UpdateItemCommand' ? Promise.reject(throttled()) : run()))
  expect((await send('discounts.get', caller, valid)).status).toBe(404)
  expect(error).toHaveBeenCalledOnce()
})
