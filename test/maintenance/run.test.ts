/** The stream worker: after crashes, outages and concurrent runs, totals are right with the next batch. */

import { GetItemCommand } from '@aws-sdk/client-dynamodb'
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handler } from '../../functions/maintenance/run.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
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

let restore = () => {}
let logged: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  logged = vi.spyOn(log, 'error').mockImplementation(() => {})
})
afterEach(() => {
  restore()
  vi.restoreAllMocks()
})

let sequence = 0
const sequenceOf = ({ dynamodb }: DynamoDBRecord) => dynamodb?.SequenceNumber

/** The stream records of the entries of these orders. */
async function recordsOf(tenant: Tenant, ...tokens: string[]): Promise<DynamoDBRecord[]> {
  const rows = await Promise.all(
    tokens.map(
      async token => (await OrderRow.get(keyOf(tenant, token as OrderToken)).go({ consistent: true })).data!,
    ),
  )
  const entries = rows.flatMap(row => entryRowsOf(row, orderDefinition.listEntriesOf(row)))
  return entries.map(({ partition, position }) => ({
    dynamodb: {
      Keys: { pk: { S: partition }, sk: { S: position } },
      SequenceNumber: String(++sequence),
    },
  }))
}

/** Like a stream: the first failed record is delivered again, with all later ones. */
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

/** Only numbers that come from tallies, not from reading entries. */
async function totalsOf(tenant: Tenant, discountId: string) {
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

const expectedTotals = (orders: number) => ({
  totals: [orders, orders, orders],
  customer: [orders, orders * 12.5],
  product: [orders * 2, orders * 1000],
  discount: orders,
})

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
  'a worker killed at any request, which %s, is made up for by %s',
  async (_, next, isDone) => {
    const { tenant, discountId, sold } = await storeWithDiscount()
    const orderOne = async () => recordsOf(tenant, await ordered(tenant, sold))
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

test('totals missed during an outage are right after the next batch', async () => {
  const { tenant, discountId, sold } = await storeWithDiscount()
  for (let n = 0; n < 4; n++) await ordered(tenant, sold)
  const { customer, product, discount } = expectedTotals(0)
  expect(await totalsOf(tenant, discountId)).toMatchObject({ customer, product, discount })
  const token = await ordered(tenant, sold)
  expect(await handler({ Records: await recordsOf(tenant, token) })).toEqual({ batchItemFailures: [] })
  expect(await totalsOf(tenant, discountId)).toEqual(expectedTotals(5))
})

test('batches delivered late, twice and in reverse order leave the right totals', async () => {
  const { tenant, discountId, sold } = await storeWithDiscount()
  const batches: DynamoDBRecord[][] = []
  for (let n = 0; n < 5; n++) batches.push(await recordsOf(tenant, await ordered(tenant, sold)))
  for (const Records of [...batches.toReversed(), ...batches])
    expect(await handler({ Records })).toEqual({ batchItemFailures: [] })
  expect(await totalsOf(tenant, discountId)).toEqual(expectedTotals(5))
})

test('three workers on overlapping batches leave the right totals', async () => {
  const { tenant, discountId, sold } = await storeWithDiscount()
  const events = Array.from({ length: 10 }, () => event(tenant, 'order.completed', order(sold)))
  expect(await send(...events)).toEqual([])
  const records = await recordsOf(tenant, ...events.map(({ content }) => content.token as string))
  const parts = [records, records, records.slice(20)]
  const outcomes = await Promise.all(parts.map(Records => handler({ Records })))
  expect(outcomes).toEqual(parts.map(() => ({ batchItemFailures: [] })))
  expect(await totalsOf(tenant, discountId)).toEqual(expectedTotals(10))
}, 60_000)

test('an order that moved to another customer counts for that customer only', async () => {
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

test('finishes the entries of an order whose save was interrupted', async () => {
  const tenant = await newTenant()
  const items = Array.from({ length: 120 }, (_, n) => item({ id: `P${n}` }))
  /** The products have both older and newer events, so that the order does not change them. */
  for (const createdOn of ['2020-01-01', '2999-01-01'])
    await tell(tenant, 'cart.updated', cart({ items }), { createdOn })
  const completed = event(tenant, 'order.completed', order({ items, email: null }))
  let transactions = 0
  restore = around(async (command, request) => {
    if (command === 'TransactWriteItemsCommand' && ++transactions > 1) throw throttled()
    return request()
  })
  expect(await send(completed)).toEqual([completed.id])
  restore()
  const token = completed.content.token as string
  const found = async () =>
    (await call('orders.list', tenant, { query: { productId: 'P119' } })).body.items.length +
    (await call('orders.list', tenant, { query: { productId: 'P0' } })).body.items.length
  expect(await found()).toBe(1)
  const Key = { pk: { S: `${tenant.account}#Test#orders#${shardOf(token)}` }, sk: { S: token } }
  const { Item: NewImage } = await client.send(
    new GetItemCommand({ TableName: process.env.TABLE_NAME, Key, ConsistentRead: true }),
  )
  const record = { dynamodb: { Keys: Key, NewImage, SequenceNumber: '1' } } as DynamoDBRecord
  restore = around(() => Promise.reject(throttled()))
  expect(await handler({ Records: [record] })).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] })
  restore()
  expect(await handler({ Records: [record] })).toEqual({ batchItemFailures: [] })
  expect(await found()).toBe(2)
  expect(
    (await OrderRow.get(keyOf(tenant, token as OrderToken)).go({ consistent: true })).data?.unfinished,
  ).toBeUndefined()
  expect(await handler({ Records: [record] })).toEqual({ batchItemFailures: [] })
}, 60_000)
