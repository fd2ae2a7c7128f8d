import { expect, test } from 'vitest'
import { applyEvent } from '../../lib/checkout/index.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { CustomerRow, keyOf as customerKeyOf, EmailClaim } from '../../lib/customers/entity.ts'
import { customerDefinition } from '../../lib/customers/lists.ts'
import { keyOf, OrderRow } from '../../lib/orders/entity.ts'
import { orderDefinition } from '../../lib/orders/lists.ts'
import { ProductRow, keyOf as productKeyOf } from '../../lib/products/entity.ts'
import { productDefinition } from '../../lib/products/lists.ts'
import { batchGet } from '../../lib/store/batch-get.ts'
import { EntryRow, entryRowsOf } from '../../lib/store/list-entry.ts'
import { newTenant } from '../support/store.ts'
import { bytesOf } from './item-size.ts'
import { madeOrders, withdrawalOf } from './orders.ts'
import { addUp, customerRowOf, emailClaimOf, eventIdOf, orderRowOf, productRowOf, type Sums } from './rows.ts'
import { writeMeter } from './write-meter.ts'
import { eventOf, runWorker } from './write-units.ts'

/** The first of them has a withdrawal. */
const made = [...madeOrders(4)]

async function taken(): Promise<{ tenant: Tenant; sums: Sums }> {
  const tenant = await newTenant()
  const sums: Sums = { buyers: new Map(), products: new Map() }
  const meter = writeMeter()
  for (const order of made) {
    await applyEvent(eventOf(tenant, order))
    addUp(sums, order, orderRowOf(tenant, order))
  }
  const { account, mode } = tenant
  const returned = {
    id: eventIdOf(made[0]!),
    eventName: 'order.withdrawal.created',
    createdOn: made[0]!.creationDate,
  }
  await applyEvent({ ...returned, account, mode, content: withdrawalOf(made[0]!) })
  await runWorker(meter.written)
  meter.stop()
  return { tenant, sums }
}

const apart = ({ version: _version, ...row }: { version: number }) => row

test('loaded rows equal those that order events create', async () => {
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
    ...rows.flatMap(row => orderDefinition.listEntriesOf(row)),
    ...customers.flatMap(row => customerDefinition.listEntriesOf(row)),
    ...products.flatMap(row => productDefinition.listEntriesOf(row)),
  ]
  for (const entry of entryRowsOf(tenant, stands)) {
    const [found] = await batchGet<EntryRow>(EntryRow, [entry])
    expect(found).toEqual(entry)
  }
})

test('sizes of items follow the rules of DynamoDB', () => {
  expect(bytesOf({ a: 'bc' })).toBe(3)
  expect(bytesOf({ name: 'é', n: 12345, gone: undefined })).toBe(4 + 2 + 1 + 4)
  expect(bytesOf({ l: ['a', { b: true }] })).toBe(1 + 3 + (1 + 1) + (1 + 3 + (1 + 1 + 1)))
  expect(bytesOf({ binary: new Uint8Array(700) })).toBe(6 + 700)
})
