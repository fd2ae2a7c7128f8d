import { describe, expect, test } from 'vitest'
import { address, completeOrder, event, order, send, shownAddress } from '../support/checkout.ts'
import { newTenant, otherMode } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { get, idOf, list, orders, register, remove, update } from './calls.ts'

const avatarUrl = 'https://www.gravatar.com/avatar/86e0b9e56c17cc4d12387e1949b85053fbe73bc3ce5a1188713a9d300cc6133d'

test('returns a customer in the flat form', async () => {
  const tenant = await newTenant()
  const id = await register(tenant, {
    email: ' Jane.Doe@Example.com',
    creationDate: '2026-08-27T07:06:37.743Z',
    billingAddress: address({ company: 'Doe Ltd' }),
    shippingAddress: address({ city: 'Köln' }),
    shippingAddressSameAsBilling: false,
  })
  const reply = await get(tenant, id)
  expect({ status: reply.status, body: reply.body }).toEqual({
    status: 200,
    body: {
      id,
      email: 'Jane.Doe@Example.com',
      mode: 'Test',
      creationDate: '2026-08-27T07:06:37.743Z',
      statistics: { ordersCount: 0, ordersAmount: 0, subscriptionsCount: 0 },
      status: 'Confirmed',
      avatarUrl,
      gravatarUrl: avatarUrl,
      ...shownAddress('billing', { company: 'Doe Ltd' }),
      ...shownAddress('shipping', { city: 'Köln' }),
      shippingAddressSameAsBilling: false,
      sessionToken: null,
    },
  })
})

test('a customer who ordered as a guest is unconfirmed until they register', async () => {
  const tenant = await newTenant()
  await completeOrder(tenant, { email: 'guest@example.com' })
  const id = (await idOf(tenant, 'guest@example.com'))!
  expect((await get(tenant, id)).body.status).toBe('Unconfirmed')
  await register(tenant, { id: undefined, email: 'GUEST@example.com' })
  expect((await get(tenant, id)).body).toMatchObject({ status: 'Confirmed', email: 'GUEST@example.com' })
  await completeOrder(tenant, { email: 'guest@example.com' })
  expect((await get(tenant, id)).body.status).toBe('Confirmed')
})

describe('by an alias: the id of a registration after an order as a guest', () => {
  const email = 'guest@example.com'
  async function customerWithAlias() {
    const tenant = await newTenant()
    const token = await completeOrder(tenant, { email })
    const id = (await idOf(tenant, email))!
    const alias = await register(tenant, { email })
    return { tenant, id, alias, token }
  }

  test('finds the customer and their orders', async () => {
    const { tenant, id, alias, token } = await customerWithAlias()
    expect((await get(tenant, alias)).body).toEqual((await get(tenant, id)).body)
    for (const ownId of [alias, id]) expect((await get(tenant, ownId.toUpperCase())).body.id).toBe(id)
    expect((await orders(tenant, alias)).body).toMatchObject([{ token }])
    expect((await list(tenant)).body.totalItems).toBe(1)
    expect((await get(otherMode(tenant), alias)).status).toBe(404)
  })

  test('finds the customer by any of several aliases', async () => {
    const { tenant, id } = await customerWithAlias()
    const third = crypto.randomUUID()
    await completeOrder(tenant, { email, user: { id: third, email } })
    expect((await get(tenant, third)).body.id).toBe(id)
  })

  test('updates the customer', async () => {
    const { tenant, id, alias } = await customerWithAlias()
    expect((await update(tenant, alias, { email: 'new@example.com' })).body.id).toBe(id)
    expect((await get(tenant, id)).body.email).toBe('new@example.com')
    await register(tenant, { id: alias, email: 'newest@example.com' })
    expect((await get(tenant, id)).body.email).toBe('newest@example.com')
    expect((await list(tenant)).body.totalItems).toBe(1)
  })

  test('deletes the customer', async () => {
    const { tenant, id, alias } = await customerWithAlias()
    const createdOn = new Date().toISOString()
    expect((await remove(tenant, alias)).status).toBe(204)
    await register(tenant, { id: alias, email: 'former@example.com' }, { createdOn })
    for (const deleted of [id, alias]) expect((await get(tenant, deleted)).status).toBe(404)
    expect((await list(tenant)).body.totalItems).toBe(0)
  })

  test('prefers the customer whose own id it is', async () => {
    const tenant = await newTenant()
    const own = await register(tenant, { email: 'own@example.com' })
    await completeOrder(tenant, { email })
    await completeOrder(tenant, { email, user: { id: own, email } })
    expect((await get(tenant, own)).body.email).toBe('own@example.com')
  })

  test('returns one customer for all ids of orders that arrive at the same time', async () => {
    const tenant = await newTenant()
    const ids = Array.from({ length: 5 }, () => crypto.randomUUID())
    const events = ids.map(id => event(tenant, 'order.completed', order({ email, user: { id, email } })))
    expect(await send(...events)).toEqual([])
    const replies = await Promise.all(ids.map(id => get(tenant, id)))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect((await list(tenant)).body.totalItems).toBe(1)
  })
})

test('adds up all completed orders exactly, cancelled ones too', async () => {
  const tenant = await newTenant()
  const email = 'jane.doe@example.com'
  const amounts = [0.1, 0.2, 10.07, 0]
  const events = amounts.map(finalGrandTotal => event(tenant, 'order.completed', order({ email, finalGrandTotal })))
  expect(await send(...events, ...events)).toEqual([])
  const cancelled = { token: events[0]!.content.token, status: 'Cancelled' }
  expect(await send(event(tenant, 'order.status.changed', cancelled))).toEqual([])
  await updateTallies(tenant)
  const id = (await idOf(tenant, email))!
  expect((await get(tenant, id)).body.statistics).toEqual({
    ordersCount: 4,
    ordersAmount: 10.37,
    subscriptionsCount: 0,
  })
})

test('does not find a customer by the e-mail address', async () => {
  const tenant = await newTenant()
  await register(tenant)
  const reply = await get(tenant, 'jane.doe@example.com')
  expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
