import { expect, test } from 'vitest'
import * as placed from '../orders/calls.ts'
import { ordered, settle, tell } from '../support/checkout.ts'
import { newTenant, otherMode } from '../support/store.ts'
import { get, idOf, list, loggedIn, nobodysId, orders, registered, remove, session, update } from './calls.ts'

const email = 'jane.doe@example.com'

test('deletes a customer, once', async () => {
  const tenant = await newTenant()
  const id = await registered(tenant)
  expect(await remove(tenant, id)).toMatchObject({ status: 204, body: '' })
  expect(await remove(tenant, id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  for (const reply of [await get(tenant, id), await orders(tenant, id), await update(tenant, id, { email })])
    expect(reply.status).toBe(404)
})

test('takes the customer off every list', async () => {
  const tenant = await newTenant()
  const stays = await registered(tenant, { email: 'stays@example.com' })
  const id = await registered(tenant)
  await ordered(tenant, { email })
  await settle(tenant)
  await remove(tenant, id)
  await settle(tenant)
  for (const orderBy of ['NbrOrders', 'OrdersValue', 'Date'])
    for (const query of [{}, { status: 'Confirmed' }, { name: 'doe' }] as Record<string, string>[]) {
      const { body } = await list(tenant, { ...query, orderBy })
      expect(body.items.map((customer: { id: string }) => customer.id)).not.toContain(id)
    }
  expect((await list(tenant, { limit: '0' })).body.totalItems).toBe(1)
  expect((await list(tenant)).body.items).toMatchObject([{ id: stays }])
})

test('leaves the orders as they are', async () => {
  const tenant = await newTenant()
  const token = await ordered(tenant, { email })
  const before = (await placed.get(tenant, token)).body
  await remove(tenant, (await idOf(tenant, email))!)
  await settle(tenant)
  expect((await placed.get(tenant, token)).body).toEqual(before)
  expect((await placed.list(tenant)).body).toMatchObject({ totalItems: 1, items: [{ token }] })
  expect((await placed.update(tenant, token, { status: 'Shipped' })).status).toBe(200)
})

test('ends the sessions, by id and by e-mail address', async () => {
  const tenant = await newTenant()
  const id = await registered(tenant)
  const sessions = [await loggedIn(tenant, { customerId: id }), await loggedIn(tenant, { email })]
  for (const token of sessions) expect((await session(tenant, token)).status).toBe(200)
  await remove(tenant, id)
  for (const token of sessions) expect((await session(tenant, token)).status).toBe(404)
})

test('the e-mail address may register anew, as somebody new', async () => {
  const tenant = await newTenant()
  const token = await ordered(tenant, { email, finalGrandTotal: 20 })
  const id = (await idOf(tenant, email))!
  await remove(tenant, id)
  expect(await idOf(tenant, email)).toBeUndefined()
  const second = await ordered(tenant, { email, finalGrandTotal: 5 })
  await settle(tenant)
  const anew = (await idOf(tenant, email))!
  expect(anew).not.toBe(id)
  expect((await get(tenant, anew)).body.statistics).toMatchObject({ ordersCount: 1, ordersAmount: 5 })
  expect((await orders(tenant, anew)).body).toMatchObject([{ token: second }])
  expect((await placed.get(tenant, token)).status).toBe(200)
  expect((await get(tenant, id)).status).toBe(404)
})

test('the e-mail address may be taken by another customer', async () => {
  const tenant = await newTenant()
  const other = await registered(tenant, { email: 'other@example.com' })
  await remove(tenant, await registered(tenant))
  expect((await update(tenant, other, { email })).status).toBe(200)
  expect(await idOf(tenant, email)).toBe(other)
})

test('the id of somebody who registers anew is not that of the deleted customer', async () => {
  const tenant = await newTenant()
  const id = await registered(tenant)
  await remove(tenant, id)
  await registered(tenant, { id })
  const anew = await idOf(tenant, email)
  expect(anew).not.toBe(id)
  expect((await get(tenant, id)).body.id).toBe(anew)
})

test('who is deleted comes back by no older event, though it names another address with the id', async () => {
  const tenant = await newTenant()
  const id = await registered(tenant)
  await ordered(tenant, { email })
  const early = await loggedIn(tenant, { customerId: id })
  const createdOn = new Date().toISOString()
  await remove(tenant, id)
  const other = 'other@example.com'
  await registered(tenant, { id, email: other }, { createdOn })
  await ordered(tenant, { email: other, user: { id, email: other } }, { createdOn })
  expect((await get(tenant, id)).status).toBe(404)
  expect((await list(tenant)).body.totalItems).toBe(0)

  const token = await ordered(tenant, { email: other, finalGrandTotal: 5, user: { id, email: other } })
  await registered(tenant, { id, email }, { createdOn })
  await settle(tenant)
  const { body } = await get(tenant, id)
  expect(body).toMatchObject({ email: other, status: 'Unconfirmed' })
  expect(body.statistics).toMatchObject({ ordersCount: 1, ordersAmount: 5 })
  expect((await orders(tenant, id)).body).toMatchObject([{ token }])
  expect((await session(tenant, early)).status).toBe(404)
  await remove(tenant, id)
  for (const gone of [id, body.id]) expect((await get(tenant, gone)).status).toBe(404)
})

test('what was told of the time before brings nobody back', async () => {
  const tenant = await newTenant()
  const id = await registered(tenant)
  const createdOn = new Date().toISOString()
  await remove(tenant, id)
  const token = await ordered(tenant, { email }, { createdOn })
  await registered(tenant, { id }, { createdOn })
  await tell(tenant, 'customer.updated', { email, status: 'Confirmed' }, { createdOn })
  expect((await list(tenant)).body).toMatchObject({ totalItems: 0, items: [] })
  expect((await get(tenant, id)).status).toBe(404)
  expect((await placed.get(tenant, token)).body.email).toBe(email)
})

test('nor is it laid at the door of who has the address now', async () => {
  const tenant = await newTenant()
  const id = await registered(tenant)
  const createdOn = new Date().toISOString()
  await remove(tenant, id)
  const anew = await registered(tenant)
  await ordered(tenant, { email }, { createdOn })
  expect((await orders(tenant, anew)).body).toEqual([])
})

test('deletes only the state that If-Match names, by the ETag of either form', async () => {
  const tenant = await newTenant()
  const [flat, nested] = [
    await registered(tenant, { email: 'one@example.com' }),
    await registered(tenant, { email: 'two@example.com' }),
  ]
  expect(await remove(tenant, flat, { 'If-Match': '"another"' })).toMatchObject({
    status: 412,
    body: { code: 'precondition_failed' },
  })
  const seen = (await get(tenant, flat)).headers.ETag!
  const changed = (await update(tenant, nested, { email: 'three@example.com' })).headers.ETag!
  expect((await remove(tenant, flat, { 'If-Match': seen })).status).toBe(204)
  expect((await remove(tenant, nested, { 'If-Match': changed })).status).toBe(204)
})

test('is done once however often it is asked for at the same time', async () => {
  const tenant = await newTenant()
  const id = await registered(tenant)
  const replies = await Promise.all(Array.from({ length: 20 }, () => remove(tenant, id)))
  expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 404)).toHaveLength(19)
})

test('cannot touch the other mode or another account', async () => {
  const tenant = await newTenant()
  const id = await registered(tenant)
  for (const reply of [
    await remove(tenant, nobodysId),
    await remove(tenant, 'letter'),
    await remove(otherMode(tenant), id),
    await remove(await newTenant(), id),
  ])
    expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await get(tenant, id)).status).toBe(200)
})
