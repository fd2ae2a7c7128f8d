/** Tests that amounts of orders are exact in any currency, and that totals add up amounts of only one currency. */

import { expect, test } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { completeOrder, item, sendEvent, withdrawal } from '../support/checkout.ts'
import { call, newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'

const get = async (tenant: Tenant, token: string) => (await call('orders.get', tenant, { params: { token } })).body
const productOf = async (tenant: Tenant, query = {}) => (await call('products.list', tenant, { query })).body.items[0]
const customerOf = async (tenant: Tenant) => (await call('customers.list', tenant)).body.items[0]

async function storeIn(currency: string): Promise<Tenant> {
  const { account } = await accounts.create({ name: 'A test store', currency, features: [] })
  return { account, mode: 'Test' }
}

const amounts = (amount: number) => ({
  finalGrandTotal: amount,
  grandTotal: amount,
  subtotal: amount,
  itemsTotal: amount,
  rebateAmount: -amount,
  shippingFees: amount,
})

test.each([
  ['JPY', 1980, 1980],
  ['JPY', 1980.5, 1981],
  ['KWD', 12.345, 12.345],
  ['KWD', 12.3456, 12.346],
  ['EUR', 12.345, 12.35],
  ['EUR', 0.1 + 0.2, 0.3],
])('an order in %s with amounts of %d returns amounts of %d', async (currency, sent, expected) => {
  const tenant = await newTenant()
  const items = [item({ price: sent, quantity: 1, totalPrice: sent }), item({ price: sent, quantity: 3 })]
  const taxes = [{ taxName: 'Tax', taxRate: 0.1, amount: sent }]
  const token = await completeOrder(tenant, { ...amounts(sent), currency, items, taxes })
  const withdrawalItems = [{ itemUniqueId: 'a', itemName: 'Tee', quantity: 1, unitPrice: sent, totalPrice: sent }]
  const content = withdrawal(token, { refundAmount: sent, items: withdrawalItems })
  await sendEvent(tenant, 'order.withdrawal.created', content)

  const { items: lines, taxes: taxLines, withdrawals, ...body } = await get(tenant, token)
  expect(body).toMatchObject({ ...amounts(expected), currency: currency.toLowerCase() })
  const tripled = Number((expected * 3).toFixed(3))
  expect(lines).toMatchObject([
    { price: expected, totalPrice: expected },
    { price: expected, totalPrice: tripled },
  ])
  expect(taxLines).toMatchObject([{ amount: expected }])
  const expectedItems = [{ unitPrice: expected, totalPrice: expected }]
  expect(withdrawals).toMatchObject([{ refundAmount: expected, items: expectedItems }])
  expect(await productOf(tenant)).toMatchObject({ price: expected })
})

test.each([
  ['JPY', 1980, 3960],
  ['KWD', 12.345, 24.69],
])('a store in %s adds up its orders exactly', async (currency, price, total) => {
  const tenant = await storeIn(currency)
  const items = [item({ price, totalPrice: price })]
  for (let n = 0; n < 2; n++) await completeOrder(tenant, { ...amounts(price), currency, items })
  await updateTallies(tenant)
  const sales = { numberOfSales: 2, totalSales: total }
  expect((await productOf(tenant)).statistics).toEqual(sales)
  expect((await productOf(tenant, { from: '2026-01-01' })).statistics).toEqual(sales)
})

test("an order without a currency is in the store's currency", async () => {
  const tenant = await storeIn('KWD')
  const items = [item({ price: 1.2345 })]
  const token = await completeOrder(tenant, { finalGrandTotal: 1.2345, currency: null, items })
  expect(await get(tenant, token)).toMatchObject({ currency: 'kwd', finalGrandTotal: 1.235 })
  await updateTallies(tenant)
  expect((await productOf(tenant)).statistics).toEqual({ numberOfSales: 1, totalSales: 1.235 })
})

test('orders in other currencies are counted, but add no amount to totals', async () => {
  const tenant = await storeIn('EUR')
  for (const [currency, price] of [
    ['EUR', 20],
    ['eur', 5.5],
    ['JPY', 3000],
    ['KWD', 1.234],
  ] as const)
    await completeOrder(tenant, { currency, finalGrandTotal: price, items: [item({ price, quantity: 2 })] })
  await updateTallies(tenant)
  const sales = { numberOfSales: 8, totalSales: 51 }
  expect((await productOf(tenant)).statistics).toEqual(sales)
  expect((await productOf(tenant, { from: '2026-01-01' })).statistics).toEqual(sales)
  expect((await customerOf(tenant)).statistics).toMatchObject({ ordersCount: 4, ordersAmount: 25.5 })
})
