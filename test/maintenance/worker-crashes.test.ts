/**
 * The stream worker, killed at each of its requests: the next batch makes the totals right.
 * @module-tag long
 */

import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handler } from '../../functions/maintenance/run.ts'
import { log } from '../../lib/core/log.ts'
import { completeOrder } from '../support/checkout.ts'
import { around, lostReply, throttled } from '../support/fault-injection.ts'
import { expectedTotals, recordsOf, storeWithDiscount, totalsOf } from './totals.ts'

let restore = () => {}
let logged: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  logged = vi.spyOn(log, 'error').mockImplementation(() => {})
})
afterEach(() => {
  restore()
  vi.restoreAllMocks()
})

const sequenceOf = ({ dynamodb }: DynamoDBRecord) => dynamodb?.SequenceNumber

/** Like a stream: the first failed record is delivered again, with all later ones. */
function restOf(records: DynamoDBRecord[], { batchItemFailures }: DynamoDBBatchResponse): DynamoDBRecord[] {
  const failed = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)
  const first = records.findIndex(record => failed.includes(sequenceOf(record) ?? ''))
  return first < 0 ? [] : records.slice(first)
}

/** All requests fail from the n-th on, which may have been done. Returns how many were sent. */
async function killAt(n: number, isDone: boolean, work: () => Promise<unknown>): Promise<number> {
  let sent = 0
  restore = around(async (_, request) => {
    if (++sent < n) return request()
    if (!isDone || sent > n) throw throttled()
    await request()
    throw lostReply()
  })
  await work()
  restore()
  return sent
}

test.each([
  ['was not done', 'the same batch again', false],
  ['was done and its reply lost', 'the same batch again', true],
  ['was not done', 'a later batch', false],
  ['was done and its reply lost', 'a later batch', true],
])(
  'a worker killed at any request, which %s, leaves the right totals after %s',
  async (_, next, isDone) => {
    const { tenant, discountId, sold } = await storeWithDiscount()
    const orderOne = async () => recordsOf(tenant, await completeOrder(tenant, sold))
    let orders = 0
    let kills = 0
    for (let isKilled = true; isKilled; kills++) {
      const records = await orderOne()
      let rest = records
      const sent = await killAt(kills + 1, isDone, async () => {
        rest = restOf(records, await handler({ Records: records }))
      })
      isKilled = sent > kills
      expect(rest.length > 0).toBe(isKilled)
      const later = next === 'a later batch' ? await orderOne() : rest
      orders += later === rest ? 1 : 2
      expect(await handler({ Records: later })).toEqual({ batchItemFailures: [] })
      expect(await totalsOf(tenant, discountId), `killed at request ${kills + 1}`).toEqual(
        expectedTotals(orders),
      )
    }
    expect(kills).toBeGreaterThan(20)
    expect(logged.mock.calls.length).toBeGreaterThanOrEqual(kills - 1)
  },
  120_000,
)
