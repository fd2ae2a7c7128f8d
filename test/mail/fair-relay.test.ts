/** Tests the sequence in which mails of several stores leave the outbox. The table has only the mails of this file. */

import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createTable } from '../../infra/local/database/create-table.ts'
import type { AccountId, Tenant } from '../../lib/core/tenant.ts'
import { allowanceOf } from '../../lib/mail/allowance.ts'
import { EarlierMailRow, keyOf, MailRow } from '../../lib/mail/entity.ts'
import { moveOutboxToQueue } from '../../lib/mail/index.ts'
import { readWaitingStores, takeTurns } from '../../lib/mail/outbox.ts'
import { type MailServiceOptions, startMailServices } from './mail-services.ts'
import { sampleRefund, write } from './outbox.ts'

const table = vi.hoisted(() => {
  process.env.TABLE_NAME = `fair-relay-${crypto.randomUUID()}`
  return process.env.TABLE_NAME
})
let services: Awaited<ReturnType<typeof startMailServices>>
beforeAll(async () => {
  await createTable(inject('dynamodbEndpoint'), table, false)
  services = await startMailServices()
})
afterAll(() => {
  services.close()
  vi.unstubAllEnvs()
})

const store = (account: number, mode: Tenant['mode'] = 'Live'): Tenant => ({ account: account as AccountId, mode })
const [large, small, tiny] = [store(1001), store(10011), store(1002, 'Test')]

afterEach(async () => {
  const { data } = await MailRow.query.unqueued({}).go({ pages: 'all' })
  if (data.length > 0) await MailRow.delete(data.map(row => keyOf(row))).go({ concurrent: 4 })
})

const writeMany = async (tenant: Tenant, count: number) => {
  const rows = Array.from({ length: count }, () => ({
    ...keyOf({ ...tenant, id: crypto.randomUUID() }),
    kind: 'refund' as const,
    data: sampleRefund,
  }))
  await MailRow.put(rows).go({ concurrent: 4 })
}

const quota = (MaxSendRate: number, Max24HourSend = 50_000, SentLast24Hours = 0) => ({
  MaxSendRate,
  Max24HourSend,
  SentLast24Hours,
})

/**
 * Moves mails to the queue once, and returns the messages in the sequence in which the queue gets them. A message has
 * the account and the delay of a mail.
 */
async function relay(options: MailServiceOptions = {}) {
  services.change(options)
  await moveOutboxToQueue()
  return services.batches.splice(0).flat()
}

const accountsOf = (mails: { account: number }[]) => mails.map(({ account }) => account)
const waiting = async () => (await MailRow.query.unqueued({}).go({ pages: 'all' })).data.length

test('one mail of a store leaves at once, although another store has many that are older', async () => {
  await writeMany(large, 300)
  await write(small)
  await writeMany(tiny, 3)
  const first = await relay({ quota: quota(1) })
  expect(first).toHaveLength(60)
  expect(accountsOf(first).slice(0, 5)).toEqual([1001, 10011, 1002, 1001, 1002])
  expect(Map.groupBy(first, ({ account }) => account).get(1002)).toHaveLength(3)
  expect(await waiting()).toBe(304 - 60)
})

test('the mails of a run are spread over its minute, after those that are in the queue', async () => {
  await writeMany(large, 100)
  const mails = await relay({ quota: quota(2), queued: 40 })
  expect(mails.map(({ delay }) => delay)).toEqual(Array.from({ length: 80 }, (_, n) => 20 + Math.floor(n / 2)))
})

test('mails stay in the outbox when the quota of the day is used up, or SES has stopped sending', async () => {
  await writeMany(large, 5)
  expect(await relay({ quota: quota(14, 200, 199) })).toHaveLength(1)
  expect(await relay({ quota: quota(14, 200, 200) })).toEqual([])
  expect(await relay({ isEnabled: false })).toEqual([])
  expect(await waiting()).toBe(4)
})

test('stores take turns over several runs if SES allows fewer mails than there are stores', async () => {
  for (let account = 2001; account <= 2007; account++) await writeMany(store(account), 2)
  const runs = []
  for (let run = 0; run < 7; run++) runs.push(accountsOf(await relay({ quota: quota(14, 3) })))
  for (const accounts of runs.slice(0, 4)) expect(new Set(accounts).size).toBe(3)
  expect(new Set(runs.slice(0, 3).flat()).size).toBe(7)
  expect(runs.flat()).toHaveLength(14)
})

test('finds each store once, from any position on', async () => {
  await writeMany(large, 2)
  await writeMany(small, 2)
  await write(tiny)
  const accountsAfter = async (position: Tenant | null, max = 10) => accountsOf(await readWaitingStores(position, max))
  expect(await accountsAfter(null)).toEqual([1001, 10011, 1002])
  expect(await accountsAfter(large)).toEqual([10011, 1002, 1001])
  expect(await accountsAfter(tiny)).toEqual([1001, 10011, 1002])
  expect(await accountsAfter(store(5000))).toEqual([1001, 10011, 1002])
  expect(await accountsAfter(large, 2)).toEqual([10011, 1002])
})

test('mails of an earlier release leave first', async () => {
  await writeMany(large, 2)
  const earlier = { ...keyOf({ ...small, id: crypto.randomUUID() }), kind: 'refund' as const, data: sampleRefund }
  await EarlierMailRow.put(earlier).go()
  expect(accountsOf(await relay())).toEqual([10011, 1001, 1001])
  expect((await EarlierMailRow.query.unqueued({}).go()).data).toEqual([])
  expect(await relay()).toEqual([])
})

test('the release before relays the mails of this one, after a roll-back', async () => {
  await writeMany(large, 1)
  const { data } = await EarlierMailRow.query.unqueued({}).go({ limit: 500 })
  expect(accountsOf(data)).toEqual([1001])
  for (const row of data) await EarlierMailRow.patch(keyOf(row)).remove(['unqueuedSince']).go()
  expect(await waiting()).toBe(0)
})

async function* numbered(count: number, store: number) {
  for (let n = 0; n < count; n++) yield store
}

test('in turn, no store is ahead of a store that still waits by more than one mail', async () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 0, max: 100 }), async (waiting, capacity) => {
      const order = await Array.fromAsync(takeTurns(waiting.map(numbered)))
      const taken = waiting.map((_, store) => order.slice(0, capacity).filter(one => one === store).length)
      expect(order).toHaveLength(waiting.reduce((sum, count) => sum + count, 0))
      for (const [store, count] of taken.entries())
        if (count < waiting[store]!) expect(Math.max(...taken)).toBeLessThanOrEqual(count + 1)
    }),
  )
})

describe('the allowance', () => {
  const base = { isEnabled: true, perSecond: 14, perDay: 50_000, sentLastDay: 0 }
  test.each([
    [{}, 0, 840],
    [{}, 800, 40],
    [{}, 900, 0],
    [{ perSecond: 1 }, 0, 60],
    [{ perSecond: 0.5 }, 0, 30],
    [{ perSecond: 200 }, 0, 2000],
    [{ perDay: 200, sentLastDay: 150 }, 20, 30],
    [{ perDay: 200, sentLastDay: 250 }, 0, 0],
    [{ perDay: -1 }, 0, 840],
    [{ isEnabled: false }, 0, 0],
  ])('%o with %i in the queue is %i mails', (changed, queued, mails) => {
    const allowance = allowanceOf({ ...base, ...changed }, queued)
    expect(allowance.mails).toBe(mails)
    if (mails > 0) expect(allowance.delayOf(mails - 1)).toBeLessThanOrEqual(60)
  })
})
