/** Tests rate limits of an account: concurrent requests never exceed them, and they refill over time. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runWithDeadline } from '../../lib/core/deadline.ts'
import { Problem } from '../../lib/core/problem.ts'
import type { AccountId } from '../../lib/core/tenant.ts'
import { consumeRateLimit, type RateLimit, RateLimitRow } from '../../lib/store/rate-limit.ts'
import { around, metTransaction } from '../support/fault-injection.ts'
import { newTenant } from '../support/store.ts'

const rateLimit: RateLimit = { name: 'test', burst: 5, requests: 10, period: 'minute' }
const start = Date.parse('2026-05-01T00:00:00Z')

let restore = () => {}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})
afterEach(() => {
  restore()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const setElapsed = (seconds: number) => vi.setSystemTime(start + seconds * 1000)

/** Sends concurrent requests, and returns how many are accepted. */
async function countAccepted(account: number, tries: number, limit = rateLimit): Promise<number> {
  const results = await Promise.allSettled(
    Array.from({ length: tries }, () => consumeRateLimit(account as AccountId, limit)),
  )
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'too_many_requests' })
  return results.filter(({ status }) => status === 'fulfilled').length
}

async function rejectionOf(account: number, limit = rateLimit): Promise<Problem> {
  const fault = await consumeRateLimit(account as AccountId, limit).catch(fault => fault)
  expect(fault).toBeInstanceOf(Problem)
  return fault
}

test('accepts exactly the burst of many concurrent requests', async () => {
  const { account } = await newTenant()
  expect(await countAccepted(account, 60)).toBe(5)
  expect(await countAccepted(account, 5)).toBe(0)
})

test('keeps its row until an hour after the last request', { tags: ['long'] }, async () => {
  const { account } = await newTenant()
  for (let minute = 0; minute <= 70; minute++) {
    setElapsed(minute * 60)
    await countAccepted(account, 10, { ...rateLimit, burst: 10 })
  }
  const { data } = await RateLimitRow.get({ account, name: rateLimit.name }).go()
  expect(data?.expiresAt).toBe(start / 1000 + 70 * 60 + 3600)
})

test('refills at the rate per minute, up to the burst', async () => {
  const { account } = await newTenant()
  await countAccepted(account, 5)
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
    setElapsed(seconds)
    expect(await countAccepted(account, 8), `after ${seconds} s`).toBe(count)
  }
})

test('refills at the same rate while requests are rejected', async () => {
  const { account } = await newTenant()
  let accepted = 0
  for (let seconds = 0; seconds <= 60; seconds++) {
    setElapsed(seconds)
    accepted += await countAccepted(account, 2)
  }
  expect(accepted).toBe(15)
})

test('states how long to wait, in Retry-After and in the fields of the draft', async () => {
  const { account } = await newTenant()
  await countAccepted(account, 5)
  setElapsed(1.5)
  const { message, headers } = await rejectionOf(account)
  expect(headers).toEqual({ 'Retry-After': '5', 'RateLimit-Policy': '"test";q=5;w=30', RateLimit: '"test";r=0;t=5' })
  expect(message).toBe('The limit is 10 requests per minute. Try again in 5 seconds.')
  setElapsed(6.5)
  expect(await countAccepted(account, 1)).toBe(1)
})

test('counts each account and each limit separately', async () => {
  const [one, other] = [await newTenant(), await newTenant()]
  await countAccepted(one.account, 5)
  expect(await countAccepted(other.account, 5)).toBe(5)
  expect(await countAccepted(one.account, 5, { ...rateLimit, name: 'another' })).toBe(5)
})

test('accepts neither more nor fewer requests after the clock goes back', async () => {
  const { account } = await newTenant()
  await countAccepted(account, 2)
  setElapsed(-3)
  expect(await countAccepted(account, 8)).toBe(2)
  setElapsed(0)
  expect(await countAccepted(account, 8)).toBe(1)
})

test('retries after a conflict, and returns a conflict if every attempt conflicts', async () => {
  const { account } = await newTenant()
  let failures = 2
  restore = around(async (_, request) => {
    if (failures-- > 0) throw metTransaction()
    return request()
  })
  await consumeRateLimit(account, rateLimit)
  restore()
  expect(await countAccepted(account, 8)).toBe(4)
  setElapsed(100)
  let attempts = 0
  restore = around(async (command, request) => {
    if (!command.startsWith('Update')) return request()
    attempts++
    throw metTransaction()
  })
  const rejected = runWithDeadline(4500, () => consumeRateLimit(account, rateLimit))
  await expect(rejected).rejects.toMatchObject({ code: 'conflict' })
  expect(attempts).toBeLessThan(100)
})

test('an error of the table is not a rate limit error', async () => {
  const { account } = await newTenant()
  restore = around(() => Promise.reject(new Error('the table is unreachable')))
  await expect(consumeRateLimit(account, rateLimit)).rejects.toThrow(/unreachable/)
})
