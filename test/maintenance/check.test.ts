/**
 * Tests the check of a store: what it finds, what it repairs, and that it finds no false differences in a store that is
 * in use.
 * @module-tag long
 */

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type CustomerId, type OrderToken, productIdOf, type SubscriptionId } from '../../lib/core/ids.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { CustomerRow, keyOf as customerKey } from '../../lib/customers/entity.ts'
import { DiscountRow } from '../../lib/discounts/entity.ts'
import { readEntryBatches } from '../../lib/lists/entries.ts'
import { readTally, writeTally } from '../../lib/lists/tally.ts'
import { type Finding, findingOf, repairDifferences } from '../../lib/maintenance/index.ts'
import { OrderRow, keyOf as orderKey } from '../../lib/orders/entity.ts'
import { OperationRow } from '../../lib/payments/entity.ts'
import { ProductRow, keyOf as productKey } from '../../lib/products/entity.ts'
import { EntryRow, listPartition } from '../../lib/store/list-entry.ts'
import { InvoiceRow, SubscriptionRow, keyOf as subscriptionKey } from '../../lib/subscriptions/entity.ts'
import { stocked, stockOf } from '../checkout/rows.ts'
import { code } from '../discounts/samples.ts'
import { createV1 } from '../subscriptions/calls.ts'
import { check } from '../support/check.ts'
import { cart, completeOrder, event, item, order, send, sendEvent } from '../support/checkout.ts'
import { around, lostReply, throttled } from '../support/fault-injection.ts'
import { call, newTenant } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'

const quick = { wait: async () => {} }
const findingsIn = async (tenant: Tenant): Promise<Finding[]> => (await check(tenant, quick)).map(findingOf)

async function smallStore() {
  const tenant = await newTenant()
  await call('discounts.create', tenant, { body: code('TEN') })
  const tokens: string[] = []
  for (const n of [0, 1, 2])
    tokens.push(
      await completeOrder(tenant, {
        email: `buyer${n}@example.com`,
        discounts: [{ code: 'TEN' }],
        items: [item({ id: 'TEE' }), item({ id: `P${n}` })],
      }),
    )
  await sendEvent(tenant, 'cart.updated', cart())
  await updateAllTallies(tenant)
  return { tenant, token: tokens[0] as OrderToken }
}

async function entriesOn(tenant: Tenant, list: string): Promise<EntryRow[]> {
  const entries: EntryRow[] = []
  for await (const batch of readEntryBatches({ ...tenant, list }, true)) entries.push(...batch)
  return entries
}

/**
 * Repairs what a check finds, as the command does. This takes up to three rounds, because no stream worker updates the
 * totals after a repair.
 */
async function repairAll(tenant: Tenant) {
  for (let round = 0; round < 3; round++) {
    const differences = await check(tenant, quick)
    if (differences.length === 0) return
    expect(await repairDifferences(tenant, differences)).toEqual([])
  }
}

test('finds nothing in a store whose data agrees', async () => {
  const { tenant } = await smallStore()
  expect(await findingsIn(tenant)).toEqual([])
})

test('finds and repairs missing, wrong and orphaned entries', async () => {
  const { tenant, token } = await smallStore()
  const [missing, wrong] = await entriesOn(tenant, 'orders')
  await EntryRow.delete(missing!).go()
  await EntryRow.put({ ...wrong!, facets: ['?'] }).go()
  const stray = { position: `t20260830181658000${randomUUID().replaceAll('-', '')}`, facets: ['x'] }
  await EntryRow.put({ partition: listPartition({ ...tenant, list: 'orders' }), ...stray }).go()
  const sales = { ...stray, measures: [1n, 2000n] }
  await EntryRow.put({ partition: listPartition({ ...tenant, list: 'sales' }), ...sales }).go()
  const oldPlace = { partition: listPartition({ ...tenant, list: 'orders/status=shipped' }) }
  await EntryRow.put({ ...oldPlace, position: wrong!.position }).go()
  const findings = await findingsIn(tenant)
  const ofKind = (wanted: string) => findings.filter(({ kind }) => kind === wanted)
  expect(ofKind('missing-entry')).toEqual([
    expect.objectContaining({ key: expect.stringMatching(/^order /), list: 'orders', is: 'absent' }),
  ])
  expect(ofKind('wrong-entry')).toEqual([
    expect.objectContaining({ list: 'orders', is: expect.stringContaining('["8a8de823"]') }),
  ])
  expect(ofKind('orphaned-entry').map(({ list }) => list)).toEqual(
    expect.arrayContaining(['orders', 'sales', 'orders/status=shipped']),
  )
  expect(ofKind('orphaned-entry')).toHaveLength(3)
  await repairAll(tenant)
  expect(await findingsIn(tenant)).toEqual([])
  const { data } = await OrderRow.get(orderKey(tenant, token)).go()
  expect(data).not.toBeNull()
  expect((await call('orders.list', tenant)).body).toMatchObject({ totalItems: 3 })
})

test('the parts of a check together find each difference once', async () => {
  const { tenant } = await smallStore()
  const [missing] = await entriesOn(tenant, 'orders')
  const [wrong] = await entriesOn(tenant, 'orders/isRecurringOrder=0')
  await EntryRow.delete(missing!).go()
  await EntryRow.put({ ...wrong!, facets: ['?'] }).go()
  const [discount] = (await call('discounts.list', tenant)).body
  await DiscountRow.patch({ ...tenant, id: discount.id })
    .set({ numberOfUsages: 7 })
    .go()
  const whole = await findingsIn(tenant)
  const parts: Finding[] = []
  for (const number of [1, 2, 3])
    parts.push(...(await check(tenant, { ...quick, segment: { number, of: 3 } })).map(findingOf))
  const sorted = (findings: Finding[]) => findings.map(finding => JSON.stringify(finding)).toSorted()
  expect(whole.map(({ kind }) => kind)).toEqual(['wrong-field', 'wrong-tally', 'wrong-entry', 'missing-entry'])
  expect(sorted(parts)).toEqual(sorted(whole))
})

test('names an object that is damaged, checks all others, and leaves its entries as they are', async () => {
  const { tenant, token } = await smallStore()
  const key = orderKey(tenant, token)
  const damage = (content: object | string) =>
    OrderRow.patch(key)
      .set({ content: content as never })
      .go()
  const before = await entriesOn(tenant, 'orders')
  await damage({})
  const [, other] = before
  await EntryRow.delete(before.find(({ position }) => !position.endsWith(token.slice(-12))) ?? other!).go()
  expect(await findingsIn(tenant)).toMatchObject([
    { kind: 'unreadable-object', key: `order ${token}` },
    { kind: 'wrong-tally' },
    { kind: 'missing-entry' },
  ])
  const differences = await check(tenant, quick)
  await repairDifferences(tenant, differences)
  expect(await findingsIn(tenant)).toMatchObject([{ kind: 'unreadable-object' }])
  expect(await entriesOn(tenant, 'orders')).toEqual(before)
})

test('a repair keeps the entry of an object that has come back to a list since the check', async () => {
  const tenant = await newTenant()
  const token = await completeOrder(tenant)
  await updateAllTallies(tenant)
  const [{ position } = { position: '' }] = await entriesOn(tenant, 'orders')
  await EntryRow.put({ partition: listPartition({ ...tenant, list: 'orders/status=shipped' }), position }).go()
  const differences = await check(tenant, quick)
  expect(differences.map(({ kind }) => kind)).toContain('orphaned-entry')
  await sendEvent(tenant, 'order.status.changed', { token, status: 'Shipped' })
  expect(await repairDifferences(tenant, differences)).toEqual([])
  await updateAllTallies(tenant)
  const { body } = await call('orders.list', tenant, { query: { status: 'Shipped' } })
  expect(body).toMatchObject({ totalItems: 1, items: [{ token }] })
  expect(await findingsIn(tenant)).toEqual([])
})

test('finds and repairs wrong tallies, and the counters copied from them', async () => {
  const { tenant } = await smallStore()
  const list = { ...tenant, list: 'orders' }
  const tally = await readTally(list, '', true)
  await writeTally(list, { ...tally, parts: { t202608: { count: 5, measures: [] } } })
  const { items } = (await call('customers.list', tenant)).body
  const customer = customerKey(tenant, items[0].id as CustomerId)
  await CustomerRow.patch(customer).set({ ordersCount: 9 }).go()
  await ProductRow.patch(productKey(tenant, productIdOf(tenant, 'TEE')))
    .set({ unitsSold: 0n })
    .go()
  const [discount] = (await call('discounts.list', tenant)).body
  await DiscountRow.patch({ ...tenant, id: discount.id })
    .set({ numberOfUsages: 7 })
    .go()
  const findings = await findingsIn(tenant)
  expect(findings).toEqual(
    expect.arrayContaining([
      { kind: 'wrong-tally', key: 'bucket t202608', list: 'orders', is: '5', shouldBe: '3' },
      { kind: 'wrong-tally', key: 'whole list', list: 'orders', is: '3', shouldBe: '5' },
      expect.objectContaining({ kind: 'wrong-field', is: 'ordersCount 9', shouldBe: 'ordersCount 1' }),
      expect.objectContaining({ kind: 'wrong-field', is: 'unitsSold 0', shouldBe: 'unitsSold 3' }),
      expect.objectContaining({ kind: 'wrong-field', is: 'numberOfUsages 7', shouldBe: 'numberOfUsages 3' }),
    ]),
  )
  await repairAll(tenant)
  expect(await findingsIn(tenant)).toEqual([])
  expect((await readTally(list, '', true)).count).toBe(3)
})

test("finds and repairs a subscription's totals, and when it ends", async () => {
  const { tenant } = await smallStore()
  const id = await createV1(tenant)
  await updateAllTallies(tenant)
  expect(await findingsIn(tenant)).toEqual([])
  const key = subscriptionKey(tenant, id as SubscriptionId)
  const before = (await SubscriptionRow.get(key).go({ consistent: true })).data!
  const latest = { content: { value: invoiceContent, stamp: '2026-08-01' }, state: { value: 'Paid', stamp: '2026' } }
  await InvoiceRow.put({
    ...tenant,
    subscriptionId: before.id,
    token: randomUUID() as OrderToken,
    latest: latest as never,
  }).go()
  await SubscriptionRow.patch(key).set({ endsAt: '2030-01-01T00:00:00.000Z' }).go()
  expect((await findingsIn(tenant)).map(({ is, shouldBe }) => [is, shouldBe.slice(0, 18)])).toEqual([
    ['totals absent', 'totals {"spent":24'],
    ['endsAt "2030-01-01T00:00:00.000Z"', 'endsAt ""'],
  ])
  await repairAll(tenant)
  expect(await findingsIn(tenant)).toEqual([])
  expect((await SubscriptionRow.get(key).go({ consistent: true })).data).toMatchObject({ endsAt: '' })
})

const invoiceContent = {
  creationDate: '2026-08-01T00:00:00.000Z',
  modificationDate: '2026-08-01T00:00:00.000Z',
  currency: 'eur',
  amount: 2400,
  number: null,
  taxes: [],
}

test('finds and finishes an unfinished save', async () => {
  const tenant = await newTenant()
  const items = Array.from({ length: 40 }, (_, n) => item({ id: `P${n}` }))
  for (const createdOn of ['2020-01-01', '2999-01-01'])
    await sendEvent(tenant, 'cart.updated', cart({ items }), { createdOn })
  let transactions = 0
  const restore = around(async (command, request) => {
    if (command === 'TransactWriteItemsCommand' && ++transactions > 1) throw throttled()
    return request()
  })
  await completeOrder(tenant, { items, email: null }).catch(() => {})
  restore()
  await updateAllTallies(tenant).catch(() => {})
  expect((await findingsIn(tenant)).map(({ kind }) => kind)).toContain('unfinished-save')
  await repairAll(tenant)
  expect(await findingsIn(tenant)).toEqual([])
  expect((await call('orders.list', tenant, { query: { productId: 'P39' } })).body.totalItems).toBe(1)
})

test('reports operations without an order, and orders without their operation, and repairs neither', async () => {
  const { tenant, token } = await smallStore()
  const id = randomUUID()
  await OrderRow.patch(orderKey(tenant, token)).set({ captureId: id }).go()
  const request = { kind: 'capture', order: token, transactionId: 'x', amount: 1, paymentAmount: 1, currency: 'eur' }
  const orphanId = randomUUID()
  const times = { createdAt: '2026-09-01T00:00:00.000Z', dueAt: '2999-01-01T00:00:00.000Z', attempts: 1 }
  await OperationRow.put({ ...tenant, id: orphanId, request: request as never, ...times }).go()
  const findings = await findingsIn(tenant)
  expect(findings).toEqual([
    expect.objectContaining({
      kind: 'missing-operation',
      key: `order ${token}`,
      is: `waits for operation ${id} (capture), which does not exist`,
    }),
    expect.objectContaining({ kind: 'orphaned-operation', key: `operation ${orphanId} (capture)` }),
  ])
  expect(await repairDifferences(tenant, await check(tenant, quick))).toEqual([])
  expect(await findingsIn(tenant)).toEqual(findings)
  await OperationRow.delete({ ...tenant, id: orphanId }).go()
})

test('reports stock movements that were recorded an hour ago, and makes them', async () => {
  const { tenant } = await smallStore()
  await stocked(tenant, 'CUP', { inventory: { method: 'Single', stock: 10, allowOutOfStockPurchases: false } })
  const restore = around(async (command, request, input) => {
    if (command === 'UpdateItemCommand' && JSON.stringify(input).includes('inventory')) throw lostReply()
    return request()
  })
  const logError = vi.spyOn(log, 'error').mockImplementation(() => {})
  const completion = event(tenant, 'order.completed', order({ items: [item({ id: 'CUP' })] }))
  expect(await send(completion)).toEqual([completion.id])
  restore()
  logError.mockRestore()
  await updateAllTallies(tenant)
  expect(await findingsIn(tenant)).toEqual([])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await findingsIn(tenant)).toMatchObject([{ kind: 'unmade-movement' }])
  expect(await repairDifferences(tenant, await check(tenant, quick))).toEqual([])
  expect(await findingsIn(tenant)).toEqual([])
  expect(await stockOf(tenant, 'CUP')).toBe(9)
})

test('reports nothing while orders enter and leave a list between its comparisons', async () => {
  const { tenant } = await smallStore()
  const countLate = async (email: string) => {
    const token = await completeOrder(tenant, { status: 'Processed', email })
    await updateAllTallies(tenant)
    await sendEvent(tenant, 'order.status.changed', { token, status: 'Shipped' })
  }
  await countLate('first@example.com')
  const waits = [() => countLate('second@example.com'), () => updateAllTallies(tenant)]
  const wait = async () => waits.shift()?.()
  expect((await check(tenant, { wait })).map(findingOf)).toEqual([])
  expect(waits).toEqual([])
})

test('reports a wrong total of a list whose tally is written all the time', async () => {
  const { tenant } = await smallStore()
  const list = { ...tenant, list: 'orders' }
  let waits = 0
  const wait = async () => {
    waits++
    await writeTally(list, { ...(await readTally(list, '', true)), parts: { t202608: { count: 5, measures: [] } } })
  }
  await wait()
  expect((await check(tenant, { wait })).map(findingOf)).toMatchObject([
    { kind: 'wrong-tally', key: 'bucket t202608' },
    { kind: 'wrong-tally', key: 'whole list' },
  ])
  expect(waits).toBe(6)
})

/** Without this pause in milliseconds, the store would grow so quickly that its check takes minutes. */
const pauseAfterOrder = 200

test('reports nothing while others write and totals lag behind', async () => {
  const { tenant } = await smallStore()
  let isRunning = true
  let written = 0
  const writer = async (n: number) => {
    for (; isRunning; written++) {
      const token = await completeOrder(tenant, {
        status: 'Processed',
        email: `buyer${n}@example.com`,
        items: [item({ id: `P${written % 5}` })],
      })
      const change = { token, status: 'Shipped' }
      await sendEvent(tenant, 'order.status.changed', change)
      await sleep(pauseAfterOrder)
    }
  }
  let workerRuns = 0
  const worker = async () => {
    for (; isRunning; await sleep(20))
      await updateAllTallies(tenant)
        .catch(() => {})
        .finally(() => workerRuns++)
  }
  /** Waits for two runs of the stream worker. The first of them may have begun before the difference was found. */
  const wait = async () => {
    for (const end = workerRuns + 2; workerRuns < end; ) await sleep(20)
  }
  const others = [writer(1), writer(2), worker()]
  const found: Finding[] = []
  try {
    for (let n = 0; n < 2; n++) found.push(...(await check(tenant, { wait })).map(findingOf))
  } finally {
    isRunning = false
    await Promise.all(others)
  }
  await updateAllTallies(tenant)
  expect(found).toEqual([])
  expect(written).toBeGreaterThan(10)
  expect(await findingsIn(tenant)).toEqual([])
})
