import { beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { routes } from '../../lib/api.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { sampleCall, sampleEvent } from '../support/samples.ts'
import { call, newTenant } from '../support/store.ts'

/** This store is for requests whose reply does not depend on the objects in the store. */
let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})

const keyedRoutes = routes.filter(route => !route.isPublic)
const withNames = (selected: typeof routes) => selected.map(route => [route.name, route] as const)
const withBody = keyedRoutes.filter(route => route.body)
const takesArray = (shape: z.ZodType) => shape._zod.def.type === 'array'

describe.each(withNames(keyedRoutes))('%s', (name, route) => {
  test('has a sample event for its own route', () => {
    expect(sampleEvent(name)).toMatchObject({ resource: route.path, httpMethod: route.method })
  })

  test('returns the request id in a header', async () => {
    const reply = await call(name, tenant, sampleCall(name))
    expect(reply.headers['X-Request-Id']).toMatch(/^test-\d+$/)
  })

  test('forbids browsers to store its replies and its problems', async () => {
    const replies = [await call(name, tenant, sampleCall(name)), await call(name, { ...tenant, enabled: false })]
    for (const { headers, status } of replies) expect(headers['Cache-Control'], String(status)).toBe('no-store')
  })

  test('replies 503 with the time of the next attempt during a maintenance', async () => {
    const maintenance = { until: new Date(Date.now() + 300_000).toISOString(), message: 'Back at noon.' }
    const reply = await call(name, { ...tenant, maintenance, enabled: false }, sampleCall(name))
    expect(reply).toMatchObject({ status: 503, body: { code: 'maintenance', detail: 'Back at noon.' } })
    expect(Number(reply.headers['Retry-After'])).toBeGreaterThan(290)
    expect(Number(reply.headers['Retry-After'])).toBeLessThanOrEqual(300)
  })

  test('rejects a client that accepts no JSON, and one whose store is disabled', async () => {
    const notAcceptable = await call(name, tenant, {
      ...sampleCall(name),
      headers: { accept: 'text/html, application/json;q=0' },
    })
    expect(notAcceptable).toMatchObject({ status: 406, body: { code: 'not_acceptable' } })
    const disabled = await call(name, { ...tenant, enabled: false }, sampleCall(name))
    expect(disabled).toMatchObject({ status: 403, body: { code: 'account_disabled' } })
  })

  test('accepts every Accept header that includes JSON, and requests without one', async () => {
    for (const accept of [
      '*/*',
      'application/*',
      'application/json;q=0.1, text/html',
      'application/json; charset=utf-8',
      'text/html, application/json;version=1;q=0.5',
      ' ',
      undefined,
    ]) {
      const reply = await call(name, tenant, { ...sampleCall(name), headers: accept ? { Accept: accept } : {} })
      expect(reply.status, accept).not.toBe(406)
    }
  })
})

describe.each(withNames(keyedRoutes.filter(route => route.params)))('%s', (name, route) => {
  const unknownIds = [
    'NOT-A-GUID',
    '01980000-0000-7000-8000-0000000dead0',
    '01980000-0000-7000-8000-0000000dead00',
    'x'.repeat(10_000),
    '',
    ' ',
    '%',
    '../discounts',
    '__proto__',
    '\u0000',
    'a\u0000b',
    '%2e%2e%2f',
  ]

  test('returns 404 for unknown ids', async () => {
    for (const id of unknownIds) {
      const params = Object.fromEntries(Object.keys(route.params!.shape).map(key => [key, id]))
      expect(await call(name, tenant, { ...sampleCall(name), params }), id).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
    }
  })

  test('returns 404 for a path with invalid percent-encoding', async () => {
    const reply = await call(name, tenant, { ...sampleCall(name), rawParams: { id: '%E0%A4%A' } })
    expect(reply.status).toBe(404)
  })
})

describe.each(withNames(withBody))('%s', (name, route) => {
  const send = (body: unknown, headers = {}, store = tenant) =>
    call(name, store, { ...sampleCall(name), body, headers })

  test.each([
    ['incomplete JSON', '{"name": '],
    ['plain text', 'hello'],
    ['a raw NUL byte', '{"name": "a\u0000"}'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('{"name":"a"}', 'utf16le')],
    ['a hundred thousand opening brackets', '['.repeat(100_000)],
  ])('rejects %s as malformed JSON', async (_, body) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { code: 'malformed_json' } })
  })

  test.each([
    ['nothing', undefined],
    ['null', 'null'],
    ['text', '"text"'],
    ['a number', '5'],
    ['an object instead of an array, or the reverse', takesArray(route.body!) ? '{}' : '[]'],
    ['arrays nested a hundred thousand deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ])('rejects %s as invalid', async (_, body) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  test('rejects other media types and character sets', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
    ])
      expect((await send('{}', { 'Content-Type': type })).body.code, type).toBe('unsupported_media_type')
  })

  test('accepts all media types of JSON', async () => {
    for (const type of ['Application/JSON', 'application/json;charset="UTF-8"', 'application/merge-patch+json'])
      expect((await send(sampleCall(name).body, { 'content-type': type })).status, type).not.toBe(415)
  })

  test('rejects a body above its limit, which is a megabyte for most', async () => {
    const reply = await send(JSON.stringify({ name: 'x'.repeat(route.maxBodyBytes ?? 1024 * 1024) }))
    expect(reply).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
  })

  test('ignores unknown fields, even names of prototypes and deeply nested values', async () => {
    const sample = sampleCall(name)
    if (takesArray(route.body!)) return
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const unusualBody = `{"__proto__": {"name": 1}, "constructor": {"prototype": {}}, "deep": ${deep}, ${JSON.stringify(sample.body).slice(1)}`
    const plain = await send(sample.body, {}, await newTenant())
    const unusual = await send(unusualBody, {}, await newTenant())
    expect(unusual.status).toBe(plain.status)
    expect(({} as Record<string, unknown>).name).toBeUndefined()
  })
})

describe.each(withNames(keyedRoutes.filter(route => !route.body)))('%s', name => {
  test('ignores a body, whatever it is', async () => {
    const plain = await call(name, await newTenant(), sampleCall(name))
    for (const [body, type] of [
      ['<xml/>', 'application/xml'],
      ['{"name":', 'application/json'],
      ['', 'text/plain'],
    ]) {
      const request = { ...sampleCall(name), body, headers: { 'Content-Type': type! } }
      expect((await call(name, await newTenant(), request)).status, type).toBe(plain.status)
    }
  })
})

describe('problems', () => {
  test('have one form, with the same text in detail and in message', async () => {
    const { body, headers } = await call('discounts.create', await newTenant(), { body: {} })
    expect(headers['Content-Type']).toBe('application/problem+json')
    expect(body).toEqual({
      type: 'urn:back-office:problem:validation_failed',
      title: 'The request is invalid.',
      status: 400,
      detail: 'name is required; trigger is required; type is required.',
      message: 'name is required; trigger is required; type is required.',
      code: 'validation_failed',
      errors: { name: ['is required'], trigger: ['is required'], type: ['is required'] },
      requestId: headers['X-Request-Id'],
    })
  })
})

test('a missing body is reported with the fields that it needs', async () => {
  expect((await call('discounts.create', await newTenant())).body).toMatchObject({
    detail: 'body is required; name is required; trigger is required; and 1 more.',
    errors: { body: ['is required'], name: ['is required'], trigger: ['is required'], type: ['is required'] },
  })
})

const pagedNames = routes.filter(({ paging }) => paging === 'offset').map(({ name }) => name)

test.each(pagedNames)('%s accepts the largest offset', async name => {
  const query = { offset: '2147483647', limit: '100' }
  const reply = await call(name, await newTenant(), { query })
  expect(reply).toMatchObject({ status: 200, body: { offset: 2_147_483_647, items: [] } })
})

const listsWithFilters: [name: string, filters: string[]][] = [
  ['orders.list', ['status', 'hasPendingWithdrawal', 'isRecurringOrder', 'awaitsCapture', 'hasRefunds', 'from', 'to']],
  ['customers.list', ['status', 'from', 'to']],
  ['carts.list', ['timeRange', 'minimalValue']],
  ['products.list', ['archived', 'excludeZeroSales', 'from', 'to']],
  ['subscriptions.list', ['status', 'from', 'to']],
  ['subscriptions.dashboardList', ['status', 'customerId', 'lastAttemptedInvoiceState', 'from', 'to']],
]

test.each(listsWithFilters)('%s treats `all` as no filter', async (name, filters) => {
  const query = Object.fromEntries(filters.map((filter, n) => [filter, n % 2 ? 'ALL' : 'all']))
  expect((await call(name, await newTenant(), { query })).status).toBe(200)
})
