import { expect, test } from 'vitest'
import * as ordersApi from '../orders/calls.ts'
import { address, completeOrder, sendEvent } from '../support/checkout.ts'
import { kindOf, rawRowsOf } from '../support/raw-rows.ts'
import { newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { createSession, get, idOf, list, orders, register, remove, session, update } from './calls.ts'

const email = 'jane.doe@example.com'

test('deletes a customer, and returns 404 afterwards', async () => {
  const tenant = await newTenant()
  const id = await register(tenant)
  expect(await remove(tenant, id)).toMatchObject({ status: 204, body: '' })
  expect(await remove(tenant, id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  for (const reply of [await get(tenant, id), await orders(tenant, id), await update(tenant, id, { email })])
    expect(reply.status).toBe(404)
})

test('removes the customer from every list', async () => {
  const tenant = await newTenant()
  const kept = await register(tenant, { email: 'kept@example.com' })
  const id = await register(tenant)
  await completeOrder(tenant, { email })
  await updateTallies(tenant)
  await remove(tenant, id)
  await updateTallies(tenant)
  for (const orderBy of ['NbrOrders', 'OrdersValue', 'Date'])
    for (const query of [{}, { status: 'Confirmed' }, { name: 'doe' }] as Record<string, string>[]) {
      const { body } = await list(tenant, { ...query, orderBy })
      expect(body.items.map((customer: { id: string }) => customer.id)).not.toContain(id)
    }
  expect((await list(tenant, { limit: '0' })).body.totalItems).toBe(1)
  expect((await list(tenant)).body.items).toMatchObject([{ id: kept }])
})

/** A name of many words has more search entries than a transaction has writes. */
const longName = address({ firstName: Array.from({ length: 200 }, (_, n) => `w${n}`).join(' ') })

test('deletes a customer with a name of 200 words', async () => {
  const tenant = await newTenant()
  const id = await register(tenant, { billingAddress: longName })
  expect((await list(tenant, { name: 'w150' })).body.totalItems).toBe(1)
  expect((await remove(tenant, id)).status).toBe(204)
  expect((await list(tenant, { name: 'w150' })).body.totalItems).toBe(0)
  expect((await rawRowsOf(tenant.account)).filter(row => kindOf(row) === 'entry')).toEqual([])
})

test('merges a guest with a name of 200 words into the customer with the id of the order', {
  tags: ['long'],
}, async () => {
  const tenant = await newTenant()
  await completeOrder(tenant, { email: 'guest@example.com', billingAddress: longName })
  const id = await register(tenant, {}, { createdOn: '2026-08-01T00:00:00.000Z' })
  await completeOrder(tenant, { email: 'guest@example.com', user: { id }, billingAddress: longName })
  await updateTallies(tenant)
  expect((await list(tenant)).body.items).toMatchObject([{ id, statistics: { ordersCount: 2 } }])
  expect((await list(tenant, { name: 'w150' })).body.items).toMatchObject([{ id }])
  expect((await get(tenant, id)).body.billingAddress.firstName).toBe(longName.firstName)
})

test('does not change the orders of the customer', async () => {
  const tenant = await newTenant()
  const token = await completeOrder(tenant, { email })
  const before = (await ordersApi.get(tenant, token)).body
  await remove(tenant, (await idOf(tenant, email))!)
  await updateTallies(tenant)
  expect((await ordersApi.get(tenant, token)).body).toEqual(before)
  expect((await ordersApi.list(tenant)).body).toMatchObject({ totalItems: 1, items: [{ token }] })
  expect((await ordersApi.update(tenant, token, { status: 'Shipped' })).status).toBe(200)
})

test('ends sessions created with the id or the e-mail address', async () => {
  const tenant = await newTenant()
  const id = await register(tenant)
  const sessions = [await createSession(tenant, { customerId: id }), await createSession(tenant, { email })]
  for (const token of sessions) expect((await session(tenant, token)).status).toBe(200)
  await remove(tenant, id)
  for (const token of sessions) expect((await session(tenant, token)).status).toBe(404)
})

test('creates a new customer for a later order with the e-mail address', async () => {
  const tenant = await newTenant()
  const token = await completeOrder(tenant, { email, finalGrandTotal: 20 })
  const id = (await idOf(tenant, email))!
  await remove(tenant, id)
  expect(await idOf(tenant, email)).toBeUndefined()
  const second = await completeOrder(tenant, { email, finalGrandTotal: 5 })
  await updateTallies(tenant)
  const newId = (await idOf(tenant, email))!
  expect(newId).not.toBe(id)
  expect((await get(tenant, newId)).body.statistics).toMatchObject({ ordersCount: 1, ordersAmount: 5 })
  expect((await orders(tenant, newId)).body).toMatchObject([{ token: second }])
  expect((await ordersApi.get(tenant, token)).status).toBe(200)
  expect((await get(tenant, id)).status).toBe(404)
})

test('releases the e-mail address for another customer', async () => {
  const tenant = await newTenant()
  const other = await register(tenant, { email: 'other@example.com' })
  await remove(tenant, await register(tenant))
  expect((await update(tenant, other, { email })).status).toBe(200)
  expect(await idOf(tenant, email)).toBe(other)
})

test('does not reuse the id: it becomes an alias of the next customer who registers with it', async () => {
  const tenant = await newTenant()
  const id = await register(tenant)
  await remove(tenant, id)
  await register(tenant, { id })
  const newId = await idOf(tenant, email)
  expect(newId).not.toBe(id)
  expect((await get(tenant, id)).body.id).toBe(newId)
})

test('an older event does not restore the customer, even with the id and another address', async () => {
  const tenant = await newTenant()
  const id = await register(tenant)
  await completeOrder(tenant, { email })
  const early = await createSession(tenant, { customerId: id })
  const createdOn = new Date().toISOString()
  await remove(tenant, id)
  const other = 'other@example.com'
  await register(tenant, { id, email: other }, { createdOn })
  await completeOrder(tenant, { email: other, user: { id, email: other } }, { createdOn })
  expect((await get(tenant, id)).status).toBe(404)
  expect((await list(tenant)).body.totalItems).toBe(0)

  const token = await completeOrder(tenant, { email: other, finalGrandTotal: 5, user: { id, email: other } })
  await register(tenant, { id, email }, { createdOn })
  await updateTallies(tenant)
  const { body } = await get(tenant, id)
  expect(body).toMatchObject({ email: other, status: 'Unconfirmed' })
  expect(body.statistics).toMatchObject({ ordersCount: 1, ordersAmount: 5 })
  expect((await orders(tenant, id)).body).toMatchObject([{ token }])
  expect((await session(tenant, early)).status).toBe(404)
  await remove(tenant, id)
  for (const deleted of [id, body.id]) expect((await get(tenant, deleted)).status).toBe(404)
})

test('an older event does not restore the customer', async () => {
  const tenant = await newTenant()
  const id = await register(tenant)
  const createdOn = new Date().toISOString()
  await remove(tenant, id)
  const token = await completeOrder(tenant, { email }, { createdOn })
  await register(tenant, { id }, { createdOn })
  await sendEvent(tenant, 'customer.updated', { email, status: 'Confirmed' }, { createdOn })
  expect((await list(tenant)).body).toMatchObject({ totalItems: 0, items: [] })
  expect((await get(tenant, id)).status).toBe(404)
  expect((await ordersApi.get(tenant, token)).body.email).toBe(email)
})

test('an older order is not assigned to the new owner of the e-mail address', async () => {
  const tenant = await newTenant()
  const id = await register(tenant)
  const createdOn = new Date().toISOString()
  await remove(tenant, id)
  const newId = await register(tenant)
  await completeOrder(tenant, { email }, { createdOn })
  expect((await orders(tenant, newId)).body).toEqual([])
})

test('succeeds for one of many concurrent requests', async () => {
  const tenant = await newTenant()
  const id = await register(tenant)
  const replies = await Promise.all(Array.from({ length: 20 }, () => remove(tenant, id)))
  expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 404)).toHaveLength(19)
})
