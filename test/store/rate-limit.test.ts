/** How often an account may do something: never more, whoever comes at once, and again as time goes by. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AccountId } from '../../lib/core/ids.ts'
import { Problem } from '../../lib/core/problem.ts'
import { consumeRateLimit, type RateLimit, RateLimitRow } from '../../lib/store/rate-limit.ts'
import { around, metTransaction } from '../support/fault-injection.ts'
import { newTenant } from '../support/store.ts'

const allowance: RateLimit = { name: 'test', burst: 5, perMinute: 10 }
const start = Date.parse('2026-05-01T00:00:00Z')

let calm = () => {}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})
afterEach(() => {
  calm()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const after = (seconds: number) => vi.setSystemTime(start + seconds * 1000)

/** How many of some that come at once may. */
async function countOf(account: number, tries: number, asked = allowance): Promise<number> {
  const outcomes = await Promise.allSettled(
    Array.from({ length: tries }, () => consumeRateLimit(account as AccountId, asked)),
  )
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'too_many_requests' })
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

async function refusal(account: number, asked = allowance): Promise<Problem> {
  const fault = await consumeRateLimit(account as AccountId, asked).catch(fault => fault)
  expect(fault).toBeInstanceOf(Problem)
  return fault
}

test('of many at once exactly the burst goes through', async () => {
  const { account } = await newTenant()
  expect(await countOf(account, 60)).toBe(5)
  expect(await countOf(account, 5)).toBe(0)
})

test('is remembered for as long as it is used, however long that is', { tags: ['long'] }, async () => {
  const { account } = await newTenant()
  for (let minute = 0; minute <= 70; minute++) {
    after(minute * 60)
    await countOf(account, 10, { ...allowance, burst: 10 })
  }
  const { data } = await RateLimitRow.get({ account, name: allowance.name }).go()
  expect(data?.expiresAt).toBe(start / 1000 + 70 * 60 + 3600)
})

test('one more goes through with each share of the minute, and never more than the burst', async () => {
  const { account } = await newTenant()
  await countOf(account, 5)
  for (const [seconds, count] of [
    [5.999, 0],
    [6, 1],
    [6, 0],
    [18, 2],
    [40, 3],
    [47.9, 1],
    [48, 1],
    [1000, 5],
    [1006, 1],
  ] as const) {
    after(seconds)
    expect(await countOf(account, 8), `after ${seconds} s`).toBe(count)
  }
})

test('whoever keeps trying gets as much as whoever waits', async () => {
  const { account } = await newTenant()
  let used = 0
  for (let seconds = 0; seconds <= 60; seconds++) {
    after(seconds)
    used += await countOf(account, 2)
  }
  expect(used).toBe(15)
}, 60_000)

test('states how long to wait, in Retry-After and in the fields of the draft', async () => {
  const { account } = await newTenant()
  await countOf(account, 5)
  after(1.5)
  const { message, headers } = await refusal(account)
  expect(headers).toEqual({
    'Retry-After': '5',
    'RateLimit-Policy': '"test";q=5;w=30',
    RateLimit: '"test";r=0;t=5',
  })
  expect(message).toBe('The limit is 10 requests per minute. Try again in 5 seconds.')
  after(6.5)
  expect(await countOf(account, 1)).toBe(1)
})

test('counts each account and each thing for itself', async () => {
  const [one, other] = [await newTenant(), await newTenant()]
  await countOf(one.account, 5)
  expect(await countOf(other.account, 5)).toBe(5)
  expect(await countOf(one.account, 5, { ...allowance, name: 'another' })).toBe(5)
})

test('a clock that goes back takes nothing away and gives nothing away', async () => {
  const { account } = await newTenant()
  await countOf(account, 2)
  after(-3)
  expect(await countOf(account, 8)).toBe(2)
  after(0)
  expect(await countOf(account, 8)).toBe(1)
})

test('who is only in the way of another tries again, and gives up with a conflict where that does not end', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const { account } = await newTenant()
  let failures = 2
  calm = around(async (_, request) => {
    if (failures-- > 0) throw metTransaction()
    return request()
  })
  await consumeRateLimit(account, allowance)
  calm()
  expect(await countOf(account, 8)).toBe(4)
  after(100)
  let tried = 0
  calm = around(async (command, request) => {
    if (!command.startsWith('Update')) return request()
    tried++
    throw metTransaction()
  })
  expect(await refusal(account)).toMatchObject({ code: 'conflict' })
  expect(tried).toBeLessThan(100)
})

test('an error of the table is not a rate limit error', async () => {
  const { account } = await newTenant()
  calm = around(() => Promise.reject(new Error('the table is gone')))
  await expect(consumeRateLimit(account, allowance)).rejects.toThrow(/gone/)
})
