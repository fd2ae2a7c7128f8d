/**
 * Tests that the next batch corrects the totals after the stream worker has crashed at any of its requests.
 * @module-tag long
 */

import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handler } from '../../functions/maintenance/run.ts'
import { log } from '../../lib/core/log.ts'
import { completeOrder } from '../support/checkout.ts'
import { around, lostReply, throttled } from '../support/fault-injection.ts'
import { contextFor } from '../support/store.ts'
import { expectedTotals, recordsOf, storeWithDiscount, totalsOf } from './totals.ts'

let restore = () => {}
let errorSpy: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  errorSpy = vi.spyOn(log, 'error').mockImplementation(() => {})
})
afterEach(() => {
  restore()
  vi.restoreAllMocks()
})

const sequenceOf = ({ dynamodb }: DynamoDBRecord) => dynamodb?.SequenceNumber

/** Returns the records that a stream delivers again: the first failed record and all later records. */
function restOf(records: DynamoDBRecord[], { batchItemFailures }: DynamoDBBatchResponse): DynamoDBRecord[] {
  const failed = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)
  const first = records.findIndex(record => failed.includes(sequenceOf(record) ?? ''))
  return first < 0 ? [] : records.slice(first)
}

/**
 * Fails all requests from the n-th request on. If `isExecuted` is true, the n-th request is executed before it fails.
 * Returns the number of requests.
 */
async function crashAt(n: number, isExecuted: boolean, work: () => Promise<unknown>): Promise<number> {
  let requestCount = 0
  restore = around(async (_, request) => {
    if (++requestCount < n) return request()
    if (!isExecuted || requestCount > n) throw throttled()
    await request()
    throw lostReply()
  })
  await work()
  restore()
  return requestCount
}

test.each([
  ['was not executed', 'the same batch again', false],
  ['was executed without a reply', 'the same batch again', true],
  ['was not executed', 'a later batch', false],
  ['was executed without a reply', 'a later batch', true],
])(
  'a worker that crashes at any request, which %s, leaves correct totals after %s',
  async (_, next, isExecuted) => {
    const { tenant, discountId, orderFields } = await storeWithDiscount()
    const placeOrder = async () => recordsOf(tenant, await completeOrder(tenant, orderFields))
    let orders = 0
    let crashes = 0
    for (let isCrashed = true; isCrashed; crashes++) {
      const records = await placeOrder()
      let rest = records
      const requestCount = await crashAt(crashes + 1, isExecuted, async () => {
        rest = restOf(records, await handler({ Records: records }, contextFor()))
      })
      isCrashed = requestCount > crashes
      expect(rest.length > 0).toBe(isCrashed)
      const later = next === 'a later batch' ? await placeOrder() : rest
      orders += later === rest ? 1 : 2
      expect(await handler({ Records: later }, contextFor())).toEqual({ batchItemFailures: [] })
      expect(await totalsOf(tenant, discountId), `crashed at request ${crashes + 1}`).toEqual(expectedTotals(orders))
    }
    expect(crashes).toBeGreaterThan(20)
    expect(errorSpy.mock.calls.length).toBeGreaterThanOrEqual(crashes - 1)
  },
  120_000,
)
