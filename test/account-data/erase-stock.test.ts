/**
 * Tests that an order whose buyer is erased still reduces the stock of the right variant. The variant is found by the
 * buyer's choices, such as a size, and an erasure may delete such choices.
 * @module-tag long
 */

import { afterEach, expect, test } from 'vitest'
import { eraseCustomer } from '../../lib/account-data/index.ts'
import { storedReplyEndpointNames } from '../../lib/api.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import { toJson } from '../../lib/core/json.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { keyOf, OrderRow } from '../../lib/orders/entity.ts'
import type { Inventory } from '../../lib/products/inventory.ts'
import { productDefinition } from '../../lib/products/stored-object.ts'
import { productOf, stocked, stockOf } from '../checkout/rows.ts'
import { event, item, order, send, sendEvent } from '../support/checkout.ts'
import { damageRow } from '../support/damaged-rows.ts'
import { around, throttled } from '../support/fault-injection.ts'
import { orderOf } from '../support/payments.ts'
import { newTenant } from '../support/store.ts'
import { jane, withoutWaiting } from './shop.ts'

const variants: Inventory = {
  method: 'Variant',
  variants: [{ variation: [{ name: 'Size', option: 'M' }], stock: 10, allowOutOfStockPurchases: false }],
  allowOutOfStockPurchases: false,
}

const orderOfJane = (fields: object[] = []) =>
  order({
    email: jane.email,
    items: [
      item({ id: 'SHIRT', quantity: 3, customFields: [{ name: 'Size', value: 'M' }, ...fields] }),
      item({ id: 'CUP', customFields: [{ name: 'Engraving', value: 'For my niece' }] }),
    ],
  })

async function newStore(): Promise<Tenant> {
  const tenant = await newTenant()
  await stocked(tenant, 'SHIRT', { inventory: variants })
  await sendEvent(tenant, 'customer.updated', { email: jane.email, billingAddress: jane.address })
  return tenant
}

const erase = (tenant: Tenant) =>
  withoutWaiting(onProgress =>
    eraseCustomer(tenant, {
      email: jane.email,
      replies: { endpoints: storedReplyEndpointNames, replacement: '{}' },
      onProgress,
    }),
  )

/** Returns the values of the custom fields that the buyer filled in. The erasure may have emptied them. */
async function valuesOf(tenant: Tenant, token: string) {
  const { items } = await orderOf(tenant, token)
  return items.map(({ customFields }: any) => customFields[0].value)
}

async function storedTextsOf(tenant: Tenant, token: string): Promise<string> {
  const { data } = await OrderRow.get(keyOf(tenant, token as OrderToken)).go({ consistent: true })
  return toJson(data)
}

let restore = () => {}
afterEach(() => restore())

test('an order that arrives after the erasure of its buyer reduces the stock of its variant', async () => {
  const tenant = await newStore()
  const late = event(tenant, 'order.completed', orderOfJane())
  await erase(tenant)
  expect(await send(late)).toEqual([])
  expect(await stockOf(tenant, 'SHIRT')).toEqual([7])
  expect(await valuesOf(tenant, String(late.content.token))).toEqual(['M', ''])
})

test('an order whose event was interrupted before its stock was moved gives the stock when it is erased', async () => {
  const tenant = await newStore()
  const interrupted = event(tenant, 'order.completed', orderOfJane())
  restore = around(async (command, request, input) => {
    if (command === 'UpdateItemCommand' && toJson(input).includes('inventory')) throw throttled()
    return request()
  })
  expect(await send(interrupted)).toEqual([interrupted.id])
  restore()
  await erase(tenant)
  const token = String(interrupted.content.token)
  expect(await stockOf(tenant, 'SHIRT')).toEqual([7])
  expect(await valuesOf(tenant, token)).toEqual(['M', ''])
  expect(await send(interrupted)).toEqual([])
  expect(await stockOf(tenant, 'SHIRT')).toEqual([7])
})

test('erases what a buyer typed on a product with tracked stock, and returns the goods to their variant later', async () => {
  const tenant = await newStore()
  const { token, ...sold } = orderOfJane([{ name: 'Print', value: 'To Ann, with love' }])
  await sendEvent(tenant, 'order.completed', { token, ...sold })
  await erase(tenant)
  expect(await storedTextsOf(tenant, token)).not.toContain('Ann')
  await sendEvent(tenant, 'order.completed', { token, ...sold, notes: 'sent again' })
  expect(await storedTextsOf(tenant, token)).not.toContain('Ann')
  expect(await stockOf(tenant, 'SHIRT')).toEqual([7])
  await sendEvent(tenant, 'order.completed', { token, ...sold, items: sold.items.slice(1) })
  expect(await stockOf(tenant, 'SHIRT')).toEqual([10])
})

test('erases what a buyer typed if the order, or another item of it, arrives after the erasure', async () => {
  const tenant = await newStore()
  const print = [{ name: 'Print', value: 'To Ann' }]
  const late = orderOfJane(print)
  const completed = event(tenant, 'order.completed', late)
  await erase(tenant)
  expect(await send(completed)).toEqual([])
  expect(await storedTextsOf(tenant, late.token)).not.toContain('Ann')
  const more = [
    ...late.items,
    item({ id: 'SHIRT', quantity: 1, customFields: [{ name: 'Size', value: 'M' }, ...print] }),
  ]
  await sendEvent(tenant, 'order.completed', { ...late, items: more })
  expect(await storedTextsOf(tenant, late.token)).not.toContain('Ann')
  expect(await stockOf(tenant, 'SHIRT')).toEqual([6])
})

test('a choice that an event adds after the erasure reduces the stock of its variant', async () => {
  const tenant = await newStore()
  const size = (value: string | null) => [item({ id: 'SHIRT', quantity: 3, customFields: [{ name: 'Size', value }] })]
  const { token, ...sold } = { ...orderOfJane(), items: size(null) }
  await sendEvent(tenant, 'order.completed', { token, ...sold })
  await erase(tenant)
  await sendEvent(tenant, 'order.completed', { token, ...sold, items: size('M') })
  expect(await stockOf(tenant, 'SHIRT')).toEqual([7])
})

test.each([
  ['an older event without an item', { items: [] }, { createdOn: '2026-01-01T00:00:00.000Z' }],
  [
    'an older event without items of the variant',
    { items: [item({ id: 'CUP' })] },
    { createdOn: '2026-01-01T00:00:00.000Z' },
  ],
])('%s moves no stock of an erased order', async (_, fields, envelope) => {
  const tenant = await newStore()
  const sold = orderOfJane()
  await sendEvent(tenant, 'order.completed', sold)
  await erase(tenant)
  await sendEvent(tenant, 'order.completed', { ...sold, ...fields }, envelope)
  expect(await stockOf(tenant, 'SHIRT')).toEqual([7])
  expect(await valuesOf(tenant, sold.token)).toEqual(['M', ''])
})

test('a newer event without an item returns its goods to their variant once', async () => {
  const tenant = await newStore()
  const sold = orderOfJane()
  await sendEvent(tenant, 'order.completed', sold)
  await erase(tenant)
  await sendEvent(tenant, 'order.completed', { ...sold, items: sold.items.slice(1) })
  expect(await stockOf(tenant, 'SHIRT')).toEqual([10])
  await sendEvent(tenant, 'order.completed', sold)
  expect(await stockOf(tenant, 'SHIRT')).toEqual([7])
})

test('names an order whose product is damaged, erases it once the product is repaired, and erases all others', async () => {
  const tenant = await newStore()
  const { token, ...sold } = orderOfJane()
  await sendEvent(tenant, 'order.completed', { token, ...sold })
  await sendEvent(tenant, 'order.completed', order({ email: jane.email, items: [item({ id: 'CUP' })] }))
  const product = await productOf(tenant, 'SHIRT')
  await damageRow(productDefinition, tenant, product!.id)
  expect(await erase(tenant)).toMatchObject({ counts: { orders: 1 }, unreadable: [{ name: `order ${token}` }] })
  await damageRow(productDefinition, tenant, product!.id, { latest: product!.latest })
  expect(await erase(tenant)).toMatchObject({ unreadable: [] })
  expect(await storedTextsOf(tenant, token)).not.toContain('niece')
})
