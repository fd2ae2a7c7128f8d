import { afterEach, expect, test, vi } from 'vitest'
import type { OrderToken } from '../../lib/core/ids.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { type CompletedOrderRow, hasContent, keyOf, OrderRow } from '../../lib/orders/entity.ts'
import { customerList, listEntriesOf } from '../../lib/orders/lists.ts'
import { EntryRow, entryRowsOf } from '../../lib/store/list-entry.ts'
import * as ordersApi from '../orders/calls.ts'
import { completeOrder } from '../support/checkout.ts'
import { allPages, nextQuery } from '../support/lists.ts'
import { newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { get, idOf, orders, register } from './calls.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const email = 'jane.doe@example.com'
const tokensOf = ({ body }: { body: { token: string }[] }) => body.map(({ token }) => token)
const dateOf = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString()

async function placeOrders(tenant: Tenant, count: number, fields: Record<string, unknown> = {}) {
  const tokens: string[] = []
  for (let n = 0; n < count; n++)
    tokens.push(await completeOrder(tenant, { email, creationDate: dateOf(n), ...fields }))
  return { id: (await idOf(tenant, email))!, tokens }
}

/**
 * Writes many copies of an order, and their entries in the customer's list, directly to the table. Sending events would
 * take a minute.
 */
async function copyOrder(tenant: Tenant, token: string, count: number): Promise<string[]> {
  const { data: row } = await OrderRow.get(keyOf(tenant, token as OrderToken)).go()
  if (!hasContent(row)) throw new Error('The order does not exist.')
  const copies = Array.from({ length: count }, (_, n): CompletedOrderRow => {
    const creationDate = new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString()
    return { ...row, ...keyOf(tenant, crypto.randomUUID() as OrderToken), content: { ...row.content, creationDate } }
  })
  const entries = copies.flatMap(copy =>
    listEntriesOf(copy).filter(({ list }) => list === customerList(row.customerId!)),
  )
  await OrderRow.put(copies).go({ concurrency: 4 })
  await EntryRow.put(entryRowsOf(tenant, entries)).go({ concurrency: 4 })
  return copies.map(copy => copy.token)
}

test('lists all fields of the orders of this customer, newest first', async () => {
  const tenant = await newTenant()
  await completeOrder(tenant, { email: 'other@example.com' })
  const { id, tokens } = await placeOrders(tenant, 4)
  const reply = await orders(tenant, id)
  expect(reply.status).toBe(200)
  expect(reply.headers.Link).toBeUndefined()
  expect(tokensOf(reply)).toEqual(tokens.toReversed())
  expect(reply.body[0]).toEqual((await ordersApi.get(tenant, tokens[3]!)).body)
})

test('includes cancelled orders, and excludes orders that are in progress again', async () => {
  const tenant = await newTenant()
  const { id, tokens } = await placeOrders(tenant, 3)
  await ordersApi.update(tenant, tokens[0]!, { status: 'Cancelled' })
  await ordersApi.update(tenant, tokens[1]!, { status: 'InProgress' })
  expect(tokensOf(await orders(tenant, id))).toEqual([tokens[2], tokens[0]])
  await ordersApi.update(tenant, tokens[1]!, { status: 'Processed' })
  expect(tokensOf(await orders(tenant, id))).toEqual(tokens.toReversed())
})

test('returns an empty list for a customer without orders', async () => {
  const tenant = await newTenant()
  expect(await orders(tenant, await register(tenant))).toMatchObject({ status: 200, body: [] })
})

test('moves an order to the customer of a newer event', async () => {
  const tenant = await newTenant()
  const { id, tokens } = await placeOrders(tenant, 2)
  await completeOrder(tenant, { token: tokens[0], email: 'other@example.com' })
  await updateTallies(tenant)
  const other = (await idOf(tenant, 'other@example.com'))!
  expect(tokensOf(await orders(tenant, id))).toEqual([tokens[1]])
  expect(tokensOf(await orders(tenant, other))).toEqual([tokens[0]])
  expect((await get(tenant, id)).body.statistics.ordersCount).toBe(1)
  expect((await get(tenant, other)).body.statistics.ordersCount).toBe(1)
})

test('returns a thousand orders at a time, with a link to the next thousand', { tags: ['long'] }, async () => {
  const tenant = await newTenant()
  const { id, tokens } = await placeOrders(tenant, 1, { creationDate: '2025-01-01T00:00:00Z' })
  const all = [...tokens, ...(await copyOrder(tenant, tokens[0]!, 2000))].toReversed()
  for (const hasTallies of [false, true]) {
    if (hasTallies) await updateTallies(tenant)
    const pages = await allPages(query => orders(tenant, id, query))
    expect(pages.map(({ body }) => body.length)).toEqual([1000, 1000, 1])
    expect(nextQuery(pages[0]!)).toEqual({ offset: '1000' })
    expect(pages.flatMap(tokensOf)).toEqual(all)
  }
  expect((await get(tenant, id)).body.statistics.ordersCount).toBe(2001)
})

test('returns as many large orders as fit in one reply, with a link to the rest', { tags: ['long'] }, async () => {
  const tenant = await newTenant()
  const { id, tokens } = await placeOrders(tenant, 24, { notes: 'x'.repeat(250_000) })
  await ordersApi.update(tenant, tokens[20]!, { status: 'InProgress' })
  await updateTallies(tenant)
  const pages = await allPages(query => orders(tenant, id, query))
  expect(pages.map(({ body }) => body.length)).toEqual([19, 4])
  expect(nextQuery(pages[0]!)).toEqual({ offset: '20' })
  expect(pages.flatMap(tokensOf)).toEqual(tokens.filter((_, n) => n !== 20).toReversed())
})

test('skips and logs an entry without an order', async () => {
  const tenant = await newTenant()
  const { id, tokens } = await placeOrders(tenant, 3)
  await OrderRow.delete(keyOf(tenant, tokens[1]! as OrderToken)).go()
  const errorSpy = vi.spyOn(log, 'error').mockImplementation(() => {})
  expect(tokensOf(await orders(tenant, id))).toEqual([tokens[2], tokens[0]])
  expect(errorSpy.mock.calls).toEqual([[expect.stringContaining('does not exist'), { ...tenant, id: tokens[1] }]])
})

test.each(['-1', 'x', '1.5'])('rejects the offset %s', async offset => {
  const tenant = await newTenant()
  expect(await orders(tenant, await register(tenant), { offset })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', errors: { offset: [expect.any(String)] } },
  })
})

test('returns an empty list beyond the end', async () => {
  const tenant = await newTenant()
  const { id } = await placeOrders(tenant, 2)
  const reply = await orders(tenant, id, { offset: '2' })
  expect(reply.body).toEqual([])
  expect(reply.headers.Link).toBeUndefined()
})
