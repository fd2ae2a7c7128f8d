import { expect, test } from 'vitest'
import { applyEvent } from '../../lib/checkout/index.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { CustomerRow, keyOf as customerKeyOf, EmailClaim } from '../../lib/customers/entity.ts'
import { customerDefinition } from '../../lib/customers/stored-object.ts'
import { keyOf, OrderRow } from '../../lib/orders/entity.ts'
import { orderDefinition } from '../../lib/orders/stored-object.ts'
import { ProductRow, keyOf as productKeyOf } from '../../lib/products/entity.ts'
import { productDefinition } from '../../lib/products/stored-object.ts'
import { batchGet } from '../../lib/store/batch.ts'
import { EntryRow, entryRowsOf } from '../../lib/store/list-entry.ts'
import { newTenant } from '../support/store.ts'
import { bytesOf } from './item-size.ts'
import { generateOrders, withdrawalOf } from './orders.ts'
import { addToTotals, customerRowOf, emailClaimOf, eventIdOf, orderRowOf, productRowOf, type Totals } from './rows.ts'
import { createWriteMeter } from './write-meter.ts'
import { eventOf, runWorker } from './write-units.ts'

/** The first of these orders has a withdrawal. */
const orders = [...generateOrders(4)]

async function sendOrders(): Promise<{ tenant: Tenant; totals: Totals }> {
  const tenant = await newTenant()
  const totals: Totals = { customers: new Map(), products: new Map() }
  const meter = createWriteMeter()
  for (const order of orders) {
    await applyEvent(eventOf(tenant, order))
    addToTotals(totals, order, orderRowOf(tenant, order))
  }
  const { account, mode } = tenant
  const first = orders[0]!
  const withdrawalEvent = { id: eventIdOf(first), eventName: 'order.withdrawal.created', createdOn: first.creationDate }
  await applyEvent({ ...withdrawalEvent, account, mode, content: withdrawalOf(first) })
  await runWorker(meter.takeWrites)
  meter.stop()
  return { tenant, totals }
}

/** Removes `version` and `rowVersion`, because they are set when a row is saved. */
const withoutVersion = ({ version: _, rowVersion: __, ...row }: { version: number; rowVersion?: number | undefined }) =>
  row

test('loaded rows equal those that order events create', { tags: ['long'] }, async () => {
  const { tenant, totals } = await sendOrders()
  const rows = orders.map(order => orderRowOf(tenant, order))
  const customers = [...totals.customers.values()].map(customer => customerRowOf(tenant, customer))
  const products = [...totals.products].map(([id, product]) => productRowOf(tenant, id, product))
  for (const row of rows) {
    const { data } = await OrderRow.get(keyOf(tenant, row.token)).go()
    expect(withoutVersion(data!)).toEqual(withoutVersion(row))
  }
  for (const row of customers) {
    const { data } = await CustomerRow.get(customerKeyOf(tenant, row.id)).go()
    expect(withoutVersion(data!)).toEqual(withoutVersion(row))
  }
  for (const row of products) {
    const { data } = await ProductRow.get(productKeyOf(tenant, row.id)).go()
    expect(withoutVersion(data!)).toEqual(withoutVersion(row))
  }
  for (const email of totals.customers.keys()) {
    const claim = emailClaimOf(tenant, email)
    expect((await EmailClaim.get(claim).go()).data).toEqual(claim)
  }
  const entries = [
    ...rows.flatMap(row => orderDefinition.listEntriesOf(row)),
    ...customers.flatMap(row => customerDefinition.listEntriesOf(row)),
    ...products.flatMap(row => productDefinition.listEntriesOf(row)),
  ]
  for (const entry of entryRowsOf(tenant, entries)) {
    const [actual] = await batchGet<EntryRow>(EntryRow, [entry])
    expect({ ...actual, version: undefined }).toEqual(entry)
  }
})

test('computes the size of an item as DynamoDB does', () => {
  expect(bytesOf({ a: 'bc' })).toBe(3)
  expect(bytesOf({ name: 'é', n: 12345, absent: undefined })).toBe(4 + 2 + 1 + 4)
  expect(bytesOf({ l: ['a', { b: true }] })).toBe(1 + 3 + (1 + 1) + (1 + 3 + (1 + 1 + 1)))
  expect(bytesOf({ binary: new Uint8Array(700) })).toBe(6 + 700)
})
