/** Tests lists of objects whose events have the earliest or the latest accepted date. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { cart, order, sendEvent } from '../support/checkout.ts'
import { call, newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'

/** The earliest and the latest accepted date. The latest is the maximum of .NET. */
const dates = ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.9999999Z']
const dateFields = (date: string) => ({ creationDate: date, modificationDate: date, completionDate: date })

test.each(dates)('customers, orders and products of %s are listed', async date => {
  const tenant = await newTenant()
  const sent = { createdOn: date }
  const customer = { id: randomUUID(), email: 'jane@example.com', creationDate: date }
  await sendEvent(tenant, 'customer.updated', customer, sent)
  await sendEvent(tenant, 'order.completed', order(dateFields(date)), sent)
  await updateTallies(tenant)
  for (const name of ['customers.list', 'orders.list', 'products.list']) {
    const { status, body } = await call(name, tenant)
    expect({ name, status, items: body.items.length }).toEqual({ name, status: 200, items: body.totalItems })
    expect(body.totalItems).toBeGreaterThan(0)
  }
})

test.each(dates)('a cart of %s can be sent, and the list of carts be read', async date => {
  const tenant = await newTenant()
  await sendEvent(tenant, 'cart.updated', cart(dateFields(date)), { createdOn: date })
  const { status, body } = await call('carts.list', tenant)
  expect({ status, items: body.items.length }).toEqual({ status: 200, items: date > '2026' ? 1 : 0 })
})
