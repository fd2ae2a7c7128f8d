import { afterEach, describe, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import { Problem } from '../../lib/core/problem.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { Discount } from '../../lib/discounts/schemas.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { idempotentEndpoint } from '../../lib/http/idempotent-endpoint.ts'
import { defineEndpoints } from '../../lib/http/route.ts'
import { type KeyInUse, releaseKey, storeReply, takeKey } from '../../lib/store/idempotency.ts'
import { code } from '../discounts/samples.ts'
import { around, interruptOnce } from '../support/fault-injection.ts'
import { sampleCall } from '../support/samples.ts'
import { call, contextFor, eventFor, newTenant } from '../support/store.ts'

afterEach(() => void vi.useRealTimers().restoreAllMocks())

const post = (tenant: Tenant, body: unknown, key: string) =>
  call('discounts.create', tenant, { body, headers: { 'idempotency-key': key } })
const countOf = async (tenant: Tenant) => (await call('discounts.list', tenant)).body.length

test('returns the first reply again and creates nothing twice', async () => {
  const tenant = await newTenant()
  const body = { name: 'A', trigger: 'Total', type: 'Rate', rate: 1 }
  const [first, second] = [await post(tenant, body, 'k'), await post(tenant, body, 'k')]
  expect(second.body).toEqual(first.body)
  expect(second.headers).toMatchObject({ 'Idempotent-Replayed': 'true', ETag: first.headers.ETag })
  expect(first.headers['Idempotent-Replayed']).toBeUndefined()
  expect(second.headers['X-Request-Id']).not.toBe(first.headers['X-Request-Id'])
  expect(await countOf(tenant)).toBe(1)
})

test('fifty concurrent calls create one object; the others get the same reply, or 409 while the first is in progress', async () => {
  const tenant = await newTenant()
  const body = { name: 'A', trigger: 'Total', type: 'Rate', rate: 1 }
  const replies = await Promise.all(Array.from({ length: 50 }, () => post(tenant, body, 'k')))
  expect(await countOf(tenant)).toBe(1)
  const conflicts = replies.filter(reply => reply.status === 409)
  for (const reply of conflicts)
    expect(reply).toMatchObject({ headers: { 'Retry-After': '1' }, body: { code: 'request_in_progress' } })
  expect(replies.filter(reply => reply.status === 200).length + conflicts.length).toBe(50)
})

test('a call whose key the SDK writes again after a time-out is executed', async () => {
  const tenant = await newTenant()
  let isRepeated = false
  const restore = around(async (_, request, input) => {
    const isLock = !isRepeated && JSON.stringify(input).includes('lockId')
    if (isLock) await request()
    isRepeated ||= isLock
    return request()
  })
  expect((await post(tenant, code('A'), 'k')).status).toBe(200)
  restore()
  expect(isRepeated).toBe(true)
})

test('ignores a slash at the end of the path, and slashes that are doubled', async () => {
  const tenant = await newTenant()
  const { handler } = await import('../../functions/discounts/create.ts')
  const send = async (path: string) => {
    const event = eventFor('discounts.create', tenant, { body: code('A'), headers: { 'idempotency-key': 'k' } })
    return (await handler({ ...event, path }, contextFor())).statusCode
  }
  for (const path of ['/discounts', '/discounts/', '//discounts', '//discounts//'])
    expect(await send(path), path).toBe(200)
})

test('rejects the same key with another body', async () => {
  const tenant = await newTenant()
  await post(tenant, code('A'), 'k')
  expect(await post(tenant, code('B'), 'k')).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
})

test('accepts the same key at another endpoint', async () => {
  const tenant = await newTenant()
  await post(tenant, code('A'), 'k')
  const { body } = sampleCall('shipping.create')
  const reply = await call('shipping.create', tenant, { body, headers: { 'idempotency-key': 'k' } })
  expect(reply.status).toBe(200)
})

test('repeats an error of the endpoint, even if the request would succeed now', async () => {
  const tenant = await newTenant()
  const existing = await call('discounts.create', tenant, { body: code('A') })
  expect((await post(tenant, code('A'), 'k')).status).toBe(409)
  await call('discounts.remove', tenant, { params: { id: existing.body.id } })
  expect(await post(tenant, code('A'), 'k')).toMatchObject({ status: 409, headers: { 'Idempotent-Replayed': 'true' } })
})

test('does not store the reply to an invalid request', async () => {
  const tenant = await newTenant()
  expect((await post(tenant, {}, 'k')).status).toBe(400)
  expect((await post(tenant, code('A'), 'k')).status).toBe(200)
})

test('has separate keys for each account and mode', async () => {
  const tenant = await newTenant('Test')
  const others = [{ ...tenant, mode: 'Live' as const }, await newTenant()]
  const created = await Promise.all([tenant, ...others].map(owner => post(owner, code('A'), 'k')))
  expect(new Set(created.map(reply => reply.body.id)).size).toBe(3)
})

test('a key expires after 24 hours', async () => {
  const tenant = await newTenant()
  const body = { name: 'A', trigger: 'Total', type: 'Rate', rate: 1 }
  await post(tenant, body, 'k')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3600 * 1000 - 300_000 })
  await post(tenant, body, 'k')
  expect(await countOf(tenant)).toBe(1)
  vi.setSystemTime(Date.now() + 600_000)
  expect((await post(tenant, body, 'k')).headers['Idempotent-Replayed']).toBeUndefined()
  expect(await countOf(tenant)).toBe(2)
})

test.each([
  ['empty', ''],
  ['long', 'x'.repeat(256)],
  ['not ASCII', 'clé'],
])('rejects a key that is %s', async (_, key) => {
  const reply = await post(await newTenant(), code('A'), key)
  expect(reply).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', errors: { 'Idempotency-Key': [expect.any(String)] } },
  })
})

/** Returns an endpoint that fails as specified, and the ids that it receives. */
function failingEndpoint(failures: (Error | 'hang')[]) {
  const ids: string[] = []
  const api = defineEndpoints('discounts', 'Endpoints for tests.', {
    create: { method: 'POST', path: '/discounts', purpose: 'Fails.', access: 'write', reply: Discount },
  })
  const handler = idempotentEndpoint(api.create, ({ newId }) => {
    ids.push(newId)
    const failure = failures.shift()
    if (failure === 'hang') return new Promise<never>(() => {})
    throw failure
  })
  const send = async (tenant: Tenant) => {
    const event = eventFor('discounts.create', tenant, { headers: { 'idempotency-key': 'k' } })
    return (await handler(event, contextFor())).statusCode
  }
  return { ids, send }
}

test('a call can be repeated at once after an internal error, with the same id', async () => {
  const errorSpy = vi.spyOn(log, 'error').mockImplementation(() => {})
  const { ids, send } = failingEndpoint([
    new Error('broken'),
    new Problem('unavailable'),
    new Problem('too_many_requests'),
    new Problem('conflict'),
    new Problem('not_found'),
  ])
  const tenant = await newTenant()
  const statuses = [
    await send(tenant),
    await send(tenant),
    await send(tenant),
    await send(tenant),
    await send(tenant),
    await send(tenant),
  ]
  expect(statuses).toEqual([500, 503, 429, 409, 404, 404])
  expect(errorSpy).toHaveBeenCalledOnce()
  expect(ids).toHaveLength(5)
  expect(new Set(ids).size).toBe(1)
})

test('a call that never ends blocks repetitions for half a minute, after which they have the same id', async () => {
  const { ids, send } = failingEndpoint(['hang', new Problem('not_found')])
  const tenant = await newTenant()
  void send(tenant)
  await expect.poll(() => ids.length).toBe(1)
  expect(await send(tenant)).toBe(409)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  expect(await send(tenant)).toBe(404)
  expect(ids[1]).toBe(ids[0])
})

describe('a call that ends after its use of the key has expired', () => {
  const newClaim = async () => ({ tenant: await newTenant(), endpoint: 'a.b', key: 'k', fingerprint: 'f' })
  type Claim = Awaited<ReturnType<typeof newClaim>>

  async function take(claim: Claim): Promise<KeyInUse> {
    const { keyInUse } = await takeKey(claim)
    if (!keyInUse) throw new Error('The key has a reply.')
    return keyInUse
  }

  async function expiredKey(claim: Claim): Promise<KeyInUse> {
    const expired = await take(claim)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    return expired
  }

  test('keeps its reply if it ends before the next call has locked the key', async () => {
    const claim = await newClaim()
    const late = await expiredKey(claim)
    const isLock = (command: string, input: string) => command === 'PutItemCommand' && input.includes('lockId')
    interruptOnce(isLock, () => storeReply(late, 'late'))
    expect(await takeKey(claim)).toEqual({ reply: 'late' })
  })

  test('does not free the key of the next call', async () => {
    const claim = await newClaim()
    const late = await expiredKey(claim)
    const next = await take(claim)
    expect(next.newId).toBe(late.newId)
    await releaseKey(late)
    await expect(takeKey(claim)).rejects.toMatchObject({ code: 'request_in_progress' })
    await storeReply(late, 'late')
    await expect(takeKey(claim)).rejects.toMatchObject({ code: 'request_in_progress' })
    await storeReply(next, 'next')
    expect(await takeKey(claim)).toEqual({ reply: 'next' })
  })
})

test('a repetition after a crash returns the discount that was created before', async () => {
  const tenant = await newTenant()
  const created = await call('discounts.create', tenant, { body: code('A') })
  const { create } = await import('../../lib/discounts/index.ts')
  expect(await create(tenant, { id: created.body.id, body: code('A') as never, currency: 'EUR' })).toEqual(created.body)
  expect(await countOf(tenant)).toBe(1)
})

test('a POST endpoint without idempotency is a type error', () => {
  const api = defineEndpoints('discounts', 'Endpoints for tests.', {
    create: { method: 'POST', path: '/discounts', purpose: 'Creates.', access: 'write' },
  })
  // @ts-expect-error: POST endpoints use idempotentEndpoint
  endpoint(api.create, () => {})
})
