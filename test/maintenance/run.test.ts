/** Tests that the stream worker leaves the right totals after outages, repeated batches and concurrent runs. */

import { GetItemCommand } from '@aws-sdk/client-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handler } from '../../functions/maintenance/run.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { fullRange, readEntries } from '../../lib/lists/entries.ts'
import { keyOf, OrderRow } from '../../lib/orders/entity.ts'
import { shardOf } from '../../lib/store/attributes.ts'
import { client } from '../../lib/store/client.ts'
import { cart, completeOrder, event, item, order, send, sendEvent } from '../support/checkout.ts'
import { around, throttled } from '../support/fault-injection.ts'
import { call, contextFor, newTenant } from '../support/store.ts'
import { expectedTotals, recordsOf, storeWithDiscount, totalsOf } from './totals.ts'

let restore = () => {}
beforeEach(() => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
})
afterEach(() => {
  restore()
  vi.restoreAllMocks()
})

test('the next batch corrects totals that were not updated during an outage', async () => {
  const { tenant, discountId, orderFields } = await storeWithDiscount()
  for (let n = 0; n < 4; n++) await completeOrder(tenant, orderFields)
  const { customer, product, discount } = expectedTotals(0)
  expect(await totalsOf(tenant, discountId)).toMatchObject({ customer, product, discount })
  const token = await completeOrder(tenant, orderFields)
  expect(await handler({ Records: await recordsOf(tenant, token) }, contextFor())).toEqual({ batchItemFailures: [] })
  expect(await totalsOf(tenant, discountId)).toEqual(expectedTotals(5))
})

test('batches delivered late, twice and in reverse order leave the right totals', { tags: ['long'] }, async () => {
  const { tenant, discountId, orderFields } = await storeWithDiscount()
  const batches: DynamoDBRecord[][] = []
  for (let n = 0; n < 5; n++) batches.push(await recordsOf(tenant, await completeOrder(tenant, orderFields)))
  for (const Records of [...batches.toReversed(), ...batches])
    expect(await handler({ Records }, contextFor())).toEqual({ batchItemFailures: [] })
  expect(await totalsOf(tenant, discountId)).toEqual(expectedTotals(5))
})

test('three workers on overlapping batches leave the right totals', { tags: ['long'] }, async () => {
  const { tenant, discountId, orderFields } = await storeWithDiscount()
  const events = Array.from({ length: 10 }, () => event(tenant, 'order.completed', order(orderFields)))
  expect(await send(...events)).toEqual([])
  const records = await recordsOf(tenant, ...events.map(({ content }) => content.token as string))
  const parts = [records, records, records.slice(20)]
  const results = await Promise.all(parts.map(Records => handler({ Records }, contextFor())))
  expect(results).toEqual(parts.map(() => ({ batchItemFailures: [] })))
  expect(await totalsOf(tenant, discountId)).toEqual(expectedTotals(10))
})

test('an order that moved to another customer counts for that customer only', async () => {
  const { tenant, orderFields } = await storeWithDiscount()
  const token = await completeOrder(tenant, orderFields)
  const before = await recordsOf(tenant, token)
  await handler({ Records: before }, contextFor())
  await sendEvent(tenant, 'order.completed', order({ ...orderFields, token, email: 'other@example.com' }))
  await handler({ Records: [...before, ...(await recordsOf(tenant, token))] }, contextFor())
  const countOf = async (email: string) =>
    (await call('customers.list', tenant, { query: { email } })).body.items[0].statistics
  expect(await countOf('jane.doe@example.com')).toMatchObject({ ordersCount: 0, ordersAmount: 0 })
  expect(await countOf('other@example.com')).toMatchObject({ ordersCount: 1, ordersAmount: 12.5 })
})

test('logs lists that cannot be counted without the address of a buyer in their names', async () => {
  const tenant = await newTenant()
  const token = await completeOrder(tenant)
  const Records = await recordsOf(tenant, token)
  expect(JSON.stringify(Records)).toMatch(/bremen.*28201/)
  restore = around(() => Promise.reject(throttled()))
  await handler({ Records }, contextFor())
  const lines = vi.mocked(log.error).mock.calls
  expect(lines).toContainEqual([
    'A list could not be recounted.',
    expect.objectContaining({ ...tenant, list: 'orders/billingAddressCity=' }),
  ])
  expect(JSON.stringify(lines)).not.toMatch(/bremen|28201/i)
})

/** Returns the row of an order as the stream delivers it. */
async function imageOf({ account, mode }: Tenant, token: string) {
  const Key = { pk: { S: `${account}#${mode}#orders#${shardOf(token)}` }, sk: { S: token } }
  const { Item } = await client.send(
    new GetItemCommand({ TableName: process.env.TABLE_NAME, Key, ConsistentRead: true }),
  )
  return Item
}

test('finishes a change of a status that was interrupted, and reads nothing after its end', async () => {
  const tenant = await newTenant()
  const token = await completeOrder(tenant)
  let isSaved = false
  restore = around(async (command, request) => {
    if (isSaved) throw throttled()
    isSaved = command === 'TransactWriteItemsCommand'
    return request()
  })
  const change = { params: { token }, body: { status: 'Shipped' } }
  expect((await call('orders.update', tenant, change)).status).toBe(500)
  restore()
  const facetsInCity = async () => {
    const list = { ...tenant, list: 'orders/billingAddressCity=bremen' }
    return (await readEntries(list, { range: fullRange, consistent: true })).map(({ facets }) => facets)
  }
  expect(await facetsInCity()).toEqual([expect.arrayContaining(['processed'])])
  const marked = await imageOf(tenant, token)
  const recordOf = (images: object) =>
    ({ eventName: 'MODIFY', dynamodb: { SequenceNumber: '1', ...images } }) as DynamoDBRecord
  await handler({ Records: [recordOf({ NewImage: marked })] }, contextFor())
  expect(await facetsInCity()).toEqual([expect.arrayContaining(['shipped'])])
  const finished = await imageOf(tenant, token)
  expect(finished).not.toHaveProperty('unfinished')
  let requests = 0
  restore = around((_, request) => {
    requests++
    return request()
  })
  await handler({ Records: [recordOf({ OldImage: marked, NewImage: finished })] }, contextFor())
  expect(requests).toBe(0)
})

test('finishes the entries of an order whose save was interrupted', async () => {
  const tenant = await newTenant()
  const items = Array.from({ length: 120 }, (_, n) => item({ id: `P${n}` }))
  /**
   * Sends the products in an event that is older than the order, and in one that is newer. The order then changes
   * neither the creation date nor the description of a product, so it does not change the rows of the products.
   */
  for (const createdOn of ['2020-01-01', '2999-01-01'])
    await sendEvent(tenant, 'cart.updated', cart({ items }), { createdOn })
  const completed = event(tenant, 'order.completed', order({ items, email: null }))
  let transactions = 0
  restore = around(async (command, request) => {
    if (command === 'TransactWriteItemsCommand' && ++transactions > 1) throw throttled()
    return request()
  })
  expect(await send(completed)).toEqual([completed.id])
  restore()
  const token = completed.content.token as string
  const entryCount = async () =>
    (await call('orders.list', tenant, { query: { productId: 'P119' } })).body.items.length +
    (await call('orders.list', tenant, { query: { productId: 'P0' } })).body.items.length
  expect(await entryCount()).toBe(1)
  const record = { dynamodb: { NewImage: await imageOf(tenant, token), SequenceNumber: '1' } } as DynamoDBRecord
  restore = around(() => Promise.reject(throttled()))
  expect(await handler({ Records: [record] }, contextFor())).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] })
  restore()
  expect(await handler({ Records: [record] }, contextFor())).toEqual({ batchItemFailures: [] })
  expect(await entryCount()).toBe(2)
  expect(
    (await OrderRow.get(keyOf(tenant, token as OrderToken)).go({ consistent: true })).data?.unfinished,
  ).toBeUndefined()
  expect(await handler({ Records: [record] }, contextFor())).toEqual({ batchItemFailures: [] })
})
