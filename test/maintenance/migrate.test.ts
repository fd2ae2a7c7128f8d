/**
 * Tests that rows of an older version can be read, and that `migrate` saves them in the current version.
 * @module-tag long
 */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, expect, test } from 'vitest'
import { runStoreCommandLine } from '../../infra/admin/store-command-line.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import { toJson } from '../../lib/core/json.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { isListEmpty } from '../../lib/lists/entries.ts'
import { migrate } from '../../lib/maintenance/index.ts'
import { OrderRow, keyOf as orderKey } from '../../lib/orders/entity.ts'
import { allSalesLists } from '../../lib/orders/index.ts'
import { loadOrderRow } from '../../lib/orders/load.ts'
import { orderDefinition } from '../../lib/orders/stored-object.ts'
import { client } from '../../lib/store/client.ts'
import { EntryRow, listPartition } from '../../lib/store/list-entry.ts'
import { entriesOf } from '../../lib/store/save.ts'
import { eraseOrder } from '../orders/calls.ts'
import { remove as removeProduct } from '../products/calls.ts'
import { check } from '../support/check.ts'
import { address, completeOrder, item } from '../support/checkout.ts'
import { around } from '../support/fault-injection.ts'
import { call, newTenant } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'
import { olderRows, olderStore, replies, storedRows, toOlderForm } from './older-rows.ts'

let restore = () => {}
afterEach(() => restore())

test('rows of the older version are read like others, and no row is left after a migration', async () => {
  const { tenant } = await olderStore(2)
  const before = await replies(tenant)
  expect(before[1].items[0].statistics).toMatchObject({ ordersCount: 2, ordersAmount: 40 })
  expect(await olderRows(tenant)).toHaveLength(4)
  const progress: string[] = []
  const line = `migrate --account ${tenant.account} --mode Test`
  const { output, exitCode } = await runStoreCommandLine(line.split(' '), ({ text }) => progress.push(text))
  expect(exitCode).toBe(0)
  expect(output.replace(/ +/g, ' ').split('\n').slice(1)).toEqual(
    ['order 2 2', 'customer 1 1', 'product 1 1', 'cart 0 0'].map(counts => `${tenant.account} Test ${counts}`),
  )
  expect(progress).toContain(`${tenant.account} Test, order: 2 read, 2 migrated`)
  expect(await olderRows(tenant)).toEqual([])
  expect(await replies(tenant)).toEqual(before)
  const again = await runStoreCommandLine(`migrate --account ${tenant.account} --json`.split(' '))
  const [{ counts }] = JSON.parse(again.output).filter(({ mode }: Tenant) => mode === 'Test')
  expect(counts.order).toEqual({ read: 2, migrated: 0 })
})

test('lists are right before, during and after a migration that takes rows off their former lists', async () => {
  const tenant = await newTenant()
  for (const id of ['MUG', 'TEE', 'CAP'])
    await completeOrder(tenant, { items: [item({ id })], email: `${id}@example.com`, user: null })
  await removeProduct(tenant, 'CAP')
  await updateAllTallies(tenant)
  const queries = ['NbrSales', 'SalesValue', 'CreationDate'].flatMap((orderBy): Record<string, string>[] => [
    { orderBy, archived: 'true' },
    { orderBy, archived: 'true', limit: '1', offset: '1' },
    { orderBy, keywords: 'm', archived: 'true' },
    { orderBy, archived: 'true', from: '2020-01-01', to: '2099-01-01' },
    { orderBy },
  ])
  const pages = async () => [
    ...(await Promise.all(queries.map(async query => (await call('products.list', tenant, { query })).body))),
    ...(await Promise.all(
      ['NbrOrders', 'OrdersValue', 'Date'].map(
        async orderBy => (await call('customers.list', tenant, { query: { orderBy } })).body,
      ),
    )),
  ]
  const noWait = { wait: async () => updateAllTallies(tenant) }
  const current = await pages()
  expect(current[0]).toMatchObject({ totalItems: 3 })
  await toOlderForm(tenant)
  await updateAllTallies(tenant)
  expect(await pages()).toEqual(current)
  expect(await check(tenant, noWait)).toEqual([])
  await completeOrder(tenant, { items: [item({ id: 'TEE' })], email: 'TEE@example.com', user: null })
  await updateAllTallies(tenant)
  const half = await pages()
  expect(half[0]).toMatchObject({ totalItems: 3 })
  expect((await migrate(tenant)).failed).toEqual([])
  await updateAllTallies(tenant)
  expect(await pages()).toEqual(half)
  expect(await check(tenant, noWait)).toEqual([])
  for (const list of ['products/all/created', 'products/all/sales', 'customers/orders', 'customers/created'])
    expect(await isListEmpty({ ...tenant, list })).toBe(true)
})

test('sales and orders are found before, during and after a migration to their current lists', async () => {
  const tenant = await newTenant()
  const complete = (day: string, id: string) =>
    completeOrder(tenant, {
      creationDate: `2026-08-${day}T10:00:00.000Z`,
      completionDate: `2026-08-${day}T10:00:00.000Z`,
      items: [item({ id, quantity: Number(day) }), item({ id: 'CAP' })],
    })
  const tokens = [await complete('03', 'TEE'), await complete('04', 'MUG'), await complete('05', 'TEE')]
  const periods: [from: string, to: string][] = [
    ['2026-08-02', '2026-08-04T23:59:59Z'],
    ['2026-08-04', '2026-08-31T23:59:59Z'],
    ['2026-08-04', '2026-09-20'],
  ]
  const queries: Record<string, string>[] = [
    {},
    { status: 'Processed' },
    { status: 'Processed', billingAddressCity: 'bremen' },
    { status: 'Shipped', productId: 'TEE' },
    { placedBy: 'an' },
    { placedBy: 'jane doe', hasPendingWithdrawal: 'false' },
    { placedBy: '- jane' },
  ]
  const pages = async () => [
    ...(await Promise.all(
      periods.map(async ([from, to]) => (await call('products.list', tenant, { query: { from, to } })).body),
    )),
    ...(await Promise.all(queries.map(async query => (await call('orders.list', tenant, { query })).body))),
  ]
  const noWait = { wait: async () => updateAllTallies(tenant) }
  await updateAllTallies(tenant)
  const current = await pages()
  expect(current.slice(0, 4).map(({ items }) => items.map(unitsOf))).toEqual([
    ['MUG 4', 'TEE 3', 'CAP 2'],
    ['TEE 5', 'MUG 4', 'CAP 2'],
    ['TEE 5', 'MUG 4', 'CAP 2'],
    tokens.toReversed(),
  ])
  await toOlderForm(tenant)
  expect(await entryCounts(tenant)).toEqual([6, 0])
  expect(await pages()).toEqual(current)
  expect(await check(tenant, noWait)).toEqual([])
  await call('orders.update', tenant, { params: { token: tokens[0]! }, body: { status: 'Shipped' } })
  await updateAllTallies(tenant)
  expect(await entryCounts(tenant)).toEqual([4, 2])
  const half = await pages()
  expect(half.slice(0, 3)).toEqual(current.slice(0, 3))
  expect(half.slice(3).map(({ totalItems }) => totalItems)).toEqual([3, 2, 2, 1, 3, 3, 0])
  expect((await migrate(tenant)).failed).toEqual([])
  await updateAllTallies(tenant)
  expect(await entryCounts(tenant)).toEqual([0, 6])
  expect(await pages()).toEqual(half)
  expect(await check(tenant, noWait)).toEqual([])
})

test('an order that the earlier release saves during a deployment counts once', async () => {
  const tenant = await newTenant()
  const completionDate = '2026-08-03T10:00:00.000Z'
  const token = await completeOrder(tenant, { completionDate, items: [item({ id: 'TEE', quantity: 3 })] })
  await updateAllTallies(tenant)
  const sold = async () => {
    const { body } = await call('products.list', tenant, { query: { from: '2026-08-02', to: '2026-08-04' } })
    return body.items.map(unitsOf)
  }
  const [{ pk, sk } = {}] = (await storedRows(tenant)).filter(row => row.token === token)
  const update = { UpdateExpression: 'SET form = :form', ExpressionAttributeValues: { ':form': 2 } }
  await client.send(new UpdateCommand({ TableName: process.env.TABLE_NAME, Key: { pk, sk }, ...update }))
  expect(await entryCounts(tenant)).toEqual([0, 1])
  expect(await sold()).toEqual(['TEE 3'])
  const row = await loadOrderRow(tenant, token as OrderToken, true)
  await EntryRow.put(entriesOf(orderDefinition, row)).go()
  expect(await entryCounts(tenant)).toEqual([1, 1])
  expect(await sold()).toEqual(['TEE 3'])
  expect((await migrate(tenant)).failed).toEqual([])
  expect(await entryCounts(tenant)).toEqual([0, 1])
  expect(await sold()).toEqual(['TEE 3'])
  await updateAllTallies(tenant)
  expect(await check(tenant, { wait: async () => updateAllTallies(tenant) })).toEqual([])
})

const unitsOf = ({ userDefinedId, statistics, token }: any) => token ?? `${userDefinedId} ${statistics.numberOfSales}`

/** Returns the number of sales on the former list of all sales, and on the lists that have replaced it. */
async function entryCounts(tenant: Tenant): Promise<number[]> {
  const lists = allSalesLists.map(list =>
    EntryRow.query.inOrder({ partition: listPartition({ ...tenant, list }) }).go(),
  )
  const [former = 0, ...others] = (await Promise.all(lists)).map(({ data }) => data.length)
  return [former, others.reduce((sum, count) => sum + count, 0)]
}

test('a change of status writes no entry of the list of all orders, and an erasure leaves no value of an address', async () => {
  const tenant = await newTenant()
  const nameless = { firstName: null, name: null }
  const token = await completeOrder(tenant, { billingAddress: address({ ...nameless, city: 'Elsewhere' }) })
  await toOlderForm(tenant)
  const entry = async () => {
    const { data } = await EntryRow.query.inOrder({ partition: listPartition({ ...tenant, list: 'orders' }) }).go()
    return toJson(data)
  }
  expect(await entry()).toContain('elsewhere')
  await eraseOrder(tenant, token as OrderToken)
  expect(await entry()).not.toContain('elsewhere')
  const written: unknown[] = []
  restore = around(async (command, send, input) => {
    if (command === 'TransactWriteItemsCommand') written.push(toJson(input))
    return send()
  })
  await call('orders.update', tenant, { params: { token }, body: { status: 'Shipped' } })
  restore()
  expect(written).toHaveLength(1)
  expect(written[0]).toContain('#list#orders/status=shipped"')
  expect(written[0]).not.toContain('#list#orders"')
})

test('an order of the older version counts for its customer when it is saved again', async () => {
  const { tenant, tokens } = await olderStore(1)
  const body = { status: 'Shipped', trackingNumber: 'T1' }
  await call('orders.update', tenant, { params: { token: tokens[0]! }, body })
  await updateAllTallies(tenant)
  const [row] = (await call('customers.list', tenant)).body.items
  expect(row.statistics).toMatchObject({ ordersCount: 1, ordersAmount: 20 })
  expect((await olderRows(tenant)).some(({ token }) => token === tokens[0])).toBe(false)
})

test('a change between reading a row and saving it is not lost', async () => {
  const { tenant, tokens } = await olderStore(1)
  let isChanged = false
  restore = around(async (command, send, input) => {
    if (command === 'TransactWriteItemsCommand' && toJson(input).includes(tokens[0]!) && !isChanged) {
      isChanged = true
      const body = { status: 'Shipped', trackingNumber: 'T1' }
      await call('orders.update', tenant, { params: { token: tokens[0]! }, body })
      await client.send(
        new UpdateCommand({
          TableName: process.env.TABLE_NAME,
          Key: await storedRows(tenant).then(rows => {
            const { pk, sk } = rows.find(({ token }) => token === tokens[0])!
            return { pk, sk }
          }),
          UpdateExpression: 'REMOVE form',
        }),
      )
    }
    return send()
  })
  expect((await migrate(tenant)).failed).toEqual([])
  restore()
  expect(isChanged).toBe(true)
  expect(await olderRows(tenant)).toEqual([])
  const { data } = await OrderRow.get(orderKey(tenant, tokens[0]!)).go({ consistent: true })
  expect(data?.latest).toMatchObject({ status: { value: 'Shipped' }, trackingNumber: { value: 'T1' } })
})
