import { expect, test } from 'vitest'
import { take } from '../../lib/checkout/index.ts'
import { CustomerRow, keyOf as customerKeyOf, customerKind, EmailClaim } from '../../lib/customers/entity.ts'
import type { Tenant } from '../../lib/kit/tenant.ts'
import { keyOf, OrderRow, orderKind } from '../../lib/orders/entity.ts'
import { ProductRow, keyOf as productKeyOf, productKind } from '../../lib/products/entity.ts'
import { EntryRow, entriesOf } from '../../lib/store/entry.ts'
import { readMany } from '../../lib/store/read.ts'
import { newTenant } from '../kit/store.ts'
import { bytesOf } from './item-size.ts'
import { madeOrders, withdrawalOf } from './orders.ts'
import { addUp, customerRowOf, emailClaimOf, eventIdOf, orderRowOf, productRowOf, type Sums } from './rows.ts'
import { writeMeter } from './write-meter.ts'
import { eventOf, settle } from './write-units.ts'

/** The first of them has a withdrawal. */
const made = [...madeOrders(4)]

async function taken(): Promise<{ tenant: Tenant; sums: Sums }> {
  const tenant = await newTenant()
  const sums: Sums = { buyers: new Map(), products: new Map() }
  const meter = writeMeter()
  for (const order of made) {
    await take(eventOf(tenant, order))
    addUp(sums, order, orderRowOf(tenant, order))
  }
  const { account, mode } = tenant
  const returned = {
    id: eventIdOf(made[0]!),
    eventName: 'order.withdrawal.created',
    createdOn: made[0]!.creationDate,
  }
  await take({ ...returned, account, mode, content: withdrawalOf(made[0]!) })
  await settle(meter.written)
  meter.stop()
  return { tenant, sums }
}

const apart = ({ version: _version, ...row }: { version: number }) => row

test('what the benchmark loads is what taking the orders leaves', async () => {
  const { tenant, sums } = await taken()
  const rows = made.map(order => orderRowOf(tenant, order))
  const customers = [...sums.buyers.values()].map(buyer => customerRowOf(tenant, buyer))
  const products = [...sums.products].map(([id, sold]) => productRowOf(tenant, id, sold))
  for (const row of rows) {
    const { data } = await OrderRow.get(keyOf(tenant, row.token)).go()
    expect(apart(data!)).toEqual(apart(row))
  }
  for (const row of customers) {
    const { data } = await CustomerRow.get(customerKeyOf(tenant, row.id)).go()
    expect(apart(data!)).toEqual(apart(row))
  }
  for (const row of products) {
    const { data } = await ProductRow.get(productKeyOf(tenant, row.id)).go()
    expect(apart(data!)).toEqual(apart(row))
  }
  for (const email of sums.buyers.keys()) {
    const claim = emailClaimOf(tenant, email)
    expect((await EmailClaim.get(claim).go()).data).toEqual(claim)
  }
  const stands = [
    ...rows.flatMap(row => orderKind.lists(row)),
    ...customers.flatMap(row => customerKind.lists(row)),
    ...products.flatMap(row => productKind.lists(row)),
  ]
  for (const entry of entriesOf(tenant, stands)) {
    const [found] = await readMany<EntryRow>(EntryRow, [entry])
    expect(found).toEqual(entry)
  }
})

test('an item is as large as DynamoDB says', () => {
  expect(bytesOf({ a: 'bc' })).toBe(3)
  expect(bytesOf({ name: 'é', n: 12345, gone: undefined })).toBe(4 + 2 + 1 + 4)
  expect(bytesOf({ l: ['a', { b: true }] })).toBe(1 + 3 + (1 + 1) + (1 + 3 + (1 + 1 + 1)))
})
