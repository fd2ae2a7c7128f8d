/** The worker that follows the table: killed, away or twice at work, it leaves numbers that come right with the next batch. */

import { GetItemCommand } from '@aws-sdk/client-dynamodb'
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handler } from '../../functions/maintenance/run.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { keyOf, OrderRow } from '../../lib/orders/entity.ts'
import { orderDefinition } from '../../lib/orders/lists.ts'
import { client } from '../../lib/store/client.ts'
import { entryRowsOf } from '../../lib/store/list-entry.ts'
import { shardOf } from '../../lib/store/shards.ts'
import { productOf } from '../checkout/rows.ts'
import { code } from '../discounts/samples.ts'
import { cart, event, item, order, ordered, send, tell } from '../support/checkout.ts'
import { around, lostReply, throttled } from '../support/fault-injection.ts'
import { call, newTenant } from '../support/store.ts'

let calm = () => {}
let complaints: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  complaints = vi.spyOn(log, 'error').mockImplementation(() => {})
})
afterEach(() => {
  calm()
  vi.restoreAllMocks()
})

let sequence = 0
const sequenceOf = ({ dynamodb }: DynamoDBRecord) => dynamodb?.SequenceNumber

/** What the stream says once these orders have been saved. */
async function recordsOf(tenant: Tenant, ...tokens: string[]): Promise<DynamoDBRecord[]> {
  const rows = await Promise.all(
    tokens.map(async token => (await OrderRow.get(keyOf(tenant, token)).go({ consistent: true })).data!),
  )
  const entries = rows.flatMap(row => entryRowsOf(row, orderDefinition.listEntriesOf(row)))
  return entries.map(({ partition, position }) => ({
    dynamodb: {
      Keys: { pk: { S: partition }, sk: { S: position } },
      SequenceNumber: String(++sequence),
    },
  }))
}

/** Like a stream: what failed first comes again, with all that follows it. */
function restOf(records: DynamoDBRecord[], { batchItemFailures }: DynamoDBBatchResponse): DynamoDBRecord[] {
  const failed = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)
  const first = records.findIndex(record => failed.includes(sequenceOf(record) ?? ''))
  return first < 0 ? [] : records.slice(first)
}

const plain = { billingAddress: undefined, finalGrandTotal: 12.5, items: [item({ quantity: 2, price: 5 })] }

async function storeWithDiscount() {
  const tenant = await newTenant()
  const { id } = (await call('discounts.create', tenant, { body: code('TEN') })).body
  return { tenant, discountId: id as string, sold: { ...plain, discounts: [{ code: 'TEN' }] } }
}

/** All that is counted, and none of what is read from the entries themselves. */
async function numbersOf(tenant: Tenant, discountId: string) {
  const total = async (query: Record<string, string> = {}) =>
    (await call('orders.list', tenant, { query: { ...query, limit: '0' } })).body.totalItems
  const email = { query: { email: 'jane.doe@example.com' } }
  const { statistics } = (await call('customers.list', tenant, email)).body.items[0]
  const product = await productOf(tenant, 'TEE')
  const discount = (await call('discounts.get', tenant, { params: { id: discountId } })).body
  return {
    totals: [await total(), await total({ status: 'Processed' }), await total({ productId: 'TEE' })],
    customer: [statistics.ordersCount, statistics.ordersAmount],
    product: [product?.unitsSold, product?.salesAmount],
    discount: discount.numberOfUsages,
  }
}

const right = (orders: number) => ({
  totals: [orders, orders, orders],
  customer: [orders, orders * 12.5],
  product: [orders * 2, orders * 1000],
  discount: orders,
})

/** Everything fails from the n-th request on, of which that one may have been done; gives how many there were. */
async function killedAt(n: number, isDone: boolean, work: () => Promise<unknown>): Promise<number> {
  let seen = 0
  calm = around(async (_, request) => {
    if (++seen < n) return request()
    if (!isDone || seen > n) throw throttled()
    await request()
    throw lostReply()
  })
  await work()
  calm()
  return seen
}

test.each([
  ['was not done', 'the same batch again', false],
  ['was done and its reply lost', 'the same batch again', true],
  ['was not done', 'a later one', false],
  ['was done and its reply lost', 'a later one', true],
])(
  'killed at any request, which %s, it comes right with %s',
  async (_, next, isDone) => {
    const { tenant, discountId, sold } = await storeWithDiscount()
    const orderOne = async () => recordsOf(tenant, await ordered(tenant, sold))
    let orders = 0
    let kills = 0
    for (let isKilled = true; isKilled; kills++) {
      const records = await orderOne()
      let rest = records
      const seen = await killedAt(kills + 1, isDone, async () => {
        rest = restOf(records, await handler({ Records: records }))
      })
      isKilled = seen > kills
      expect(rest.length > 0).toBe(isKilled)
      const later = next === 'a later one' ? await orderOne() : rest
      orders += later === rest ? 1 : 2
      expect(await handler({ Records: later })).toEqual({ batchItemFailures: [] })
      expect(await numbersOf(tenant, discountId), `killed at request ${kills + 1}`).toEqual(right(orders))
    }
    expect(kills).toBeGreaterThan(20)
    expect(complaints.mock.calls.length).toBeGreaterThanOrEqual(kills - 1)
  },
  120_000,
)

test('away for a while, it leaves numbers behind for as long, and they come right with the next batch', async () => {
  const { tenant, discountId, sold } = await storeWithDiscount()
  for (let n = 0; n < 4; n++) await ordered(tenant, sold)
  const { customer, product, discount } = right(0)
  expect(await numbersOf(tenant, discountId)).toMatchObject({ customer, product, discount })
  const token = await ordered(tenant, sold)
  expect(await handler({ Records: await recordsOf(tenant, token) })).toEqual({ batchItemFailures: [] })
  expect(await numbersOf(tenant, discountId)).toEqual(right(5))
})

test('batches that come late, twice and the last one first end in what is there', async () => {
  const { tenant, discountId, sold } = await storeWithDiscount()
  const batches: DynamoDBRecord[][] = []
  for (let n = 0; n < 5; n++) batches.push(await recordsOf(tenant, await ordered(tenant, sold)))
  for (const Records of [...batches.toReversed(), ...batches])
    expect(await handler({ Records })).toEqual({ batchItemFailures: [] })
  expect(await numbersOf(tenant, discountId)).toEqual(right(5))
})

test('two workers at once on the same batch, and a third on a part of it, count what is there', async () => {
  const { tenant, discountId, sold } = await storeWithDiscount()
  const told = Array.from({ length: 10 }, () => event(tenant, 'order.completed', order(sold)))
  expect(await send(...told)).toEqual([])
  const records = await recordsOf(tenant, ...told.map(({ content }) => content.token as string))
  const parts = [records, records, records.slice(20)]
  const outcomes = await Promise.all(parts.map(Records => handler({ Records })))
  expect(outcomes).toEqual(parts.map(() => ({ batchItemFailures: [] })))
  expect(await numbersOf(tenant, discountId)).toEqual(right(10))
}, 60_000)

test('an order whose customer is another one by now counts for that one only', async () => {
  const { tenant, sold } = await storeWithDiscount()
  const token = await ordered(tenant, sold)
  const before = await recordsOf(tenant, token)
  await handler({ Records: before })
  await tell(tenant, 'order.completed', order({ ...sold, token, email: 'other@example.com' }))
  await handler({ Records: [...before, ...(await recordsOf(tenant, token))] })
  const countOf = async (email: string) =>
    (await call('customers.list', tenant, { query: { email } })).body.items[0].statistics
  expect(await countOf('jane.doe@example.com')).toMatchObject({ ordersCount: 0, ordersAmount: 0 })
  expect(await countOf('other@example.com')).toMatchObject({ ordersCount: 1, ordersAmount: 12.5 })
})

test('an order that a crash has left half on its lists is put on all of them', async () => {
  const tenant = await newTenant()
  const items = Array.from({ length: 120 }, (_, n) => item({ id: `P${n}` }))
  /** Both the oldest and the newest has been heard of the products, so that nothing of theirs is to be written. */
  for (const createdOn of ['2020-01-01', '2999-01-01'])
    await tell(tenant, 'cart.updated', cart({ items }), { createdOn })
  const told = event(tenant, 'order.completed', order({ items, email: null }))
  let written = 0
  calm = around(async (command, request) => {
    if (command === 'TransactWriteItemsCommand' && ++written > 1) throw throttled()
    return request()
  })
  expect(await send(told)).toEqual([told.id])
  calm()
  const token = told.content.token as string
  const found = async () =>
    (await call('orders.list', tenant, { query: { productId: 'P119' } })).body.items.length +
    (await call('orders.list', tenant, { query: { productId: 'P0' } })).body.items.length
  expect(await found()).toBe(1)
  const Key = { pk: { S: `${tenant.account}#Test#orders#${shardOf(token)}` }, sk: { S: token } }
  const { Item: NewImage } = await client.send(
    new GetItemCommand({ TableName: process.env.TABLE_NAME, Key, ConsistentRead: true }),
  )
  const record = { dynamodb: { Keys: Key, NewImage, SequenceNumber: '1' } } as DynamoDBRecord
  calm = around(() => Promise.reject(throttled()))
  expect(await handler({ Records: [record] })).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] })
  calm()
  expect(await handler({ Records: [record] })).toEqual({ batchItemFailures: [] })
  expect(await found()).toBe(2)
  expect((await OrderRow.get(keyOf(tenant, token)).go({ consistent: true })).data?.unfinished).toBeUndefined()
  expect(await handler({ Records: [record] })).toEqual({ batchItemFailures: [] })
}, 60_000)
