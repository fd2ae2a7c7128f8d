/**
 * Tests changes of customers and guests who are being merged or created at the same time.
 * @module-tag long
 */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CustomerId, OrderToken } from '../../lib/core/ids.ts'
import { toJson } from '../../lib/core/json.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import * as customers from '../../lib/customers/index.ts'
import { repairDifferences } from '../../lib/maintenance/index.ts'
import { OrderRow, keyOf as orderKeyOf } from '../../lib/orders/entity.ts'
import { check } from '../support/check.ts'
import { completeOrder, event, send, sendEvent } from '../support/checkout.ts'
import { around, interruptOnce, lostReply } from '../support/fault-injection.ts'
import { newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { get, idOf, list, orders, register, update } from './calls.ts'

const time = (minute: number) => ({ createdOn: new Date(Date.UTC(2026, 8, 1, 0, minute)).toISOString() })

const tokensOf = async (tenant: Tenant, id: string) => {
  await updateTallies(tenant)
  return (await orders(tenant, id)).body.map(({ token }: { token: string }) => token)
}

test('a guest who registers while being merged keeps their orders', async () => {
  const tenant = await newTenant()
  const token = await completeOrder(tenant, { email: 'guest@example.com' }, time(1))
  const guest = (await idOf(tenant, 'guest@example.com'))!
  const id = await register(tenant, { email: 'jane@example.com' }, time(2))
  /** The guest registers immediately before the event writes the merge. */
  const { isDone, restore } = interruptOnce(
    (command, text) => command === 'TransactWriteItemsCommand' && text.includes('#customer-ids'),
    async () => expect((await update(tenant, guest, { email: 'guest@example.com' })).status).toBe(200),
  )
  await sendEvent(tenant, 'customer.updated', { id, email: 'guest@example.com' }, time(3))
  expect(isDone()).toBe(true)
  restore()
  expect(await idOf(tenant, 'guest@example.com')).toBe(guest)
  expect(await idOf(tenant, 'jane@example.com')).toBe(id)
  expect(await tokensOf(tenant, guest)).toEqual([token])
  expect(await tokensOf(tenant, id)).toEqual([])
})

/** Sends an event that merges customers, and lets it fail as soon as the merge is written. */
async function stopAfterMerge(merge: ReturnType<typeof event>): Promise<void> {
  let isMerged = false
  const restore = around(async (command, request, input) => {
    if (isMerged) throw lostReply()
    isMerged = command === 'TransactWriteItemsCommand' && toJson(input).includes('#customer-ids')
    return request()
  })
  const failed = await send(merge)
  restore()
  expect({ isMerged, failed: failed.length }).toEqual({ isMerged: true, failed: 1 })
}

/** Creates a guest with an order, who is merged into a customer. The order is not moved to the customer yet. */
async function unfinishedMerge() {
  const tenant = await newTenant()
  const token = await completeOrder(tenant, { email: 'guest@example.com' }, time(1))
  const guest = (await idOf(tenant, 'guest@example.com'))!
  const id = await register(tenant, { email: 'jane@example.com' }, time(2))
  await updateTallies(tenant)
  const merge = event(tenant, 'customer.updated', { id, email: 'guest@example.com' }, time(3))
  await stopAfterMerge(merge)
  expect(await send(merge)).toEqual([])
  return { tenant, token, guest, id }
}

const customerOf = async (tenant: Tenant, token: string) =>
  (await OrderRow.get(orderKeyOf(tenant, token as OrderToken)).go({ consistent: true })).data?.customerId

test('the stream worker moves the orders of a guest if their merge stops before', async () => {
  const { tenant, token, guest, id } = await unfinishedMerge()
  expect(await tokensOf(tenant, id)).toEqual([token])
  expect(await idOf(tenant, 'guest@example.com')).toBe(id)
  expect((await get(tenant, guest)).body.id).toBe(id)
})

test('a check finds the orders of a guest whose merge has stopped, and its repair moves them', async () => {
  const { tenant, token, guest, id } = await unfinishedMerge()
  const differences = await check(tenant, { wait: async () => {} })
  const merges = differences.filter(({ kind }) => kind === 'unfinished-merge')
  expect(merges.map(({ key }) => key)).toEqual([`customer ${guest}`])
  await repairDifferences(tenant, merges)
  expect(await customerOf(tenant, token)).toBe(id)
})

test('an order that is deleted while its customer is merged does not come back', async () => {
  const { tenant, token, guest } = await unfinishedMerge()
  const { isDone } = interruptOnce(
    (command, text) => command === 'GetItemCommand' && text.includes('#orders') && text.includes(token),
    () => OrderRow.delete(orderKeyOf(tenant, token as OrderToken)).go(),
  )
  await customers.finishMerge(tenant, guest as CustomerId)
  expect(isDone()).toBe(true)
  expect(await customerOf(tenant, token)).toBeUndefined()
})

test('the orders of a guest follow when the customer they are merged into is merged meanwhile', async () => {
  const tenant = await newTenant()
  const token = await completeOrder(tenant, { email: 'one@example.com' }, time(1))
  const guest = (await idOf(tenant, 'one@example.com'))!
  await completeOrder(tenant, { email: 'two@example.com' }, time(2))
  const second = (await idOf(tenant, 'two@example.com'))!
  const third = await register(tenant, { email: 'three@example.com' }, time(3))
  const { isDone, restore } = interruptOnce(
    (command, text) => command === 'QueryCommand' && text.includes(guest),
    () => sendEvent(tenant, 'customer.updated', { id: third, email: 'two@example.com' }, time(4)),
  )
  await sendEvent(
    tenant,
    'order.completed',
    { token: randomUUID(), email: 'one@example.com', items: [], user: { id: second, email: 'one@example.com' } },
    time(5),
  )
  expect(isDone()).toBe(true)
  restore()
  expect((await list(tenant)).body.items).toHaveLength(1)
  expect(await tokensOf(tenant, third)).toContain(token)
})

const [asNew, asGuest] = [
  { email: 'new@example.com', at: 2 },
  { email: 'guest@example.com', at: 3 },
]

test.each([
  ['the id of an event becomes an alias while another event creates a customer with it', asNew, asGuest],
  ['a customer is created while their id becomes an alias of a guest', asGuest, asNew],
])('%s', async (_, first, other) => {
  const tenant = await newTenant()
  await completeOrder(tenant, { email: 'guest@example.com' }, time(1))
  const id = randomUUID()
  const { isDone, restore } = interruptOnce(
    (command, text) => command === 'TransactWriteItemsCommand' && text.includes(id),
    () => register(tenant, { id, email: other.email }, time(other.at)),
  )
  const changed = event(tenant, 'customer.updated', { id, email: first.email }, time(first.at))
  expect(await send(changed)).toEqual([])
  expect(isDone()).toBe(true)
  restore()
  await updateTallies(tenant)
  expect((await list(tenant)).body.items.map((one: any) => one.email)).toEqual(['guest@example.com'])
})
