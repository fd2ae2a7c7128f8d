/** Tests the rate limit of each API key: requests beyond the limit are rejected, and other keys are not affected. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import { RateLimitRow } from '../../lib/store/rate-limit.ts'
import { code } from '../discounts/samples.ts'
import { around, throttled } from '../support/fault-injection.ts'
import { call, newTenant } from '../support/store.ts'

let restore = () => {}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T00:00:00Z') })
  vi.stubEnv('KEY_REQUESTS_PER_SECOND', '2')
  vi.stubEnv('KEY_BURST', '4')
})
afterEach(() => {
  restore()
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const newKey = async (keyId = 'key-1') => ({ ...(await newTenant()), keyId })

test('rejects reads and writes beyond the burst, and says when to try again', async () => {
  const key = await newKey()
  for (let n = 0; n < 3; n++) expect((await call('discounts.list', key)).status).toBe(200)
  expect((await call('discounts.create', key, { body: code('A') })).status).toBe(200)
  for (const rejected of [await call('discounts.list', key), await call('discounts.create', key, { body: code('B') })])
    expect(rejected).toMatchObject({
      status: 429,
      headers: { 'Retry-After': '1', 'RateLimit-Policy': '"key";q=4;w=2', RateLimit: '"key";r=0;t=1' },
      body: { code: 'too_many_requests', message: 'The limit is 2 requests per second. Try again in 1 second.' },
    })
  vi.setSystemTime(Date.now() + 1000)
  expect((await call('discounts.list', key)).body).toHaveLength(1)
})

test('other keys of the store and other stores are not affected', async () => {
  const key = await newKey()
  await Promise.all(Array.from({ length: 9 }, () => call('discounts.list', key)))
  expect((await call('discounts.list', key)).status).toBe(429)
  expect((await call('discounts.list', { ...key, keyId: 'key-2' })).status).toBe(200)
  expect((await call('discounts.list', await newKey())).status).toBe(200)
})

test('of many requests at once, as many as the burst are accepted', async () => {
  const key = await newKey()
  const replies = await Promise.all(Array.from({ length: 30 }, () => call('discounts.list', key)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(4)
})

test('a rejected request can be sent again with its Idempotency-Key', async () => {
  const key = await newKey()
  const create = () => call('discounts.create', key, { body: code('A'), headers: { 'Idempotency-Key': 'once' } })
  for (let n = 0; n < 4; n++) await call('discounts.list', key)
  expect((await create()).status).toBe(429)
  vi.setSystemTime(Date.now() + 1000)
  expect((await create()).status).toBe(200)
})

test('counts requests that are invalid, and returns their problem until the limit is reached', async () => {
  const key = await newKey()
  const invalid = () => call('discounts.get', key, { params: { id: 'x' } })
  for (let n = 0; n < 4; n++) expect((await invalid()).status).toBe(404)
  expect((await invalid()).status).toBe(429)
})

test('a read takes no more calls in sequence, and one write unit', async () => {
  const key = await newKey()
  const commands: string[] = []
  let running = 0
  let maxRunning = 0
  restore = around(async (command, send) => {
    commands.push(command)
    maxRunning = Math.max(maxRunning, ++running)
    return send().finally(() => running--)
  })
  await call('discounts.list', key)
  expect(commands.filter(command => command === 'UpdateItemCommand')).toHaveLength(1)
  expect(maxRunning).toBe(2)
})

test('accepts requests while the limit cannot be checked', async () => {
  const error = vi.spyOn(log, 'error').mockImplementation(() => {})
  const key = await newKey()
  restore = around((command, send) => (command === 'UpdateItemCommand' ? Promise.reject(throttled()) : send()))
  for (let n = 0; n < 9; n++) expect((await call('discounts.list', key)).status).toBe(200)
  expect(error).toHaveBeenCalledTimes(9)
})

test('without a limit, nothing is written', async () => {
  vi.unstubAllEnvs()
  const key = await newKey()
  await call('discounts.list', key)
  const { data } = await RateLimitRow.get({ account: key.account, name: 'key#key-1' }).go()
  expect(data).toBeNull()
})
