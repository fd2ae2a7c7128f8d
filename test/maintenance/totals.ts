/**
 * Creates a store with a discount, and reads its totals. Also returns the stream records with which a test updates
 * these totals.
 */

import type { DynamoDBRecord } from 'aws-lambda'
import type { OrderToken } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { keyOf, OrderRow } from '../../lib/orders/entity.ts'
import { orderDefinition } from '../../lib/orders/stored-object.ts'
import { entryRowsOf } from '../../lib/store/list-entry.ts'
import { productOf } from '../checkout/rows.ts'
import { code } from '../discounts/samples.ts'
import { item } from '../support/checkout.ts'
import { call, newTenant } from '../support/store.ts'

let sequence = 0

/** Returns the stream records of the list entries of these orders. */
export async function recordsOf(tenant: Tenant, ...tokens: string[]): Promise<DynamoDBRecord[]> {
  const rows = await Promise.all(
    tokens.map(async token => (await OrderRow.get(keyOf(tenant, token as OrderToken)).go({ consistent: true })).data!),
  )
  const entries = rows.flatMap(row => entryRowsOf(row, orderDefinition.listEntriesOf(row)))
  return entries.map(({ partition, position }) => ({
    dynamodb: { Keys: { pk: { S: partition }, sk: { S: position } }, SequenceNumber: String(++sequence) },
  }))
}

const plain = { billingAddress: undefined, finalGrandTotal: 12.5, items: [item({ quantity: 2, price: 5 })] }

export async function storeWithDiscount() {
  const tenant = await newTenant()
  const { id } = (await call('discounts.create', tenant, { body: code('TEN') })).body
  return { tenant, discountId: id as string, orderFields: { ...plain, discounts: [{ code: 'TEN' }] } }
}

/** Returns the totals that come from tallies, not from reading entries. */
export async function totalsOf(tenant: Tenant, discountId: string) {
  const total = async (query: Record<string, string> = {}) =>
    (await call('orders.list', tenant, { query: { ...query, limit: '0' } })).body.totalItems
  const email = { query: { email: 'jane.doe@example.com' } }
  const { statistics } = (await call('customers.list', tenant, email)).body.items[0]
  const product = await productOf(tenant, 'TEE')
  const discount = (await call('discounts.get', tenant, { params: { id: discountId } })).body
  return {
    totals: [await total(), await total({ status: 'Processed' }), await total({ productId: 'TEE' })],
    customer: [statistics.ordersCount, statistics.ordersAmount],
    product: [Number(product?.unitsSold), Number(product?.salesAmount)],
    discount: discount.numberOfUsages,
  }
}

export const expectedTotals = (orders: number) => ({
  totals: [orders, orders, orders],
  customer: [orders, orders * 12.5],
  product: [orders * 2, orders * 1000],
  discount: orders,
})
