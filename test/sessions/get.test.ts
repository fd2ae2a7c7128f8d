import { afterEach, expect, test, vi } from 'vitest'
import { createSession, get, idOf, register, remove, session, update } from '../customers/calls.ts'
import { completeOrder, event, send } from '../support/checkout.ts'
import { newTenant } from '../support/store.ts'

afterEach(() => {
  vi.useRealTimers()
})

const email = 'jane.doe@example.com'
const expires = '2099-01-31T12:00:00.000Z'

test('returns the session with the customer of its id', async () => {
  const tenant = await newTenant()
  const customerId = await register(tenant)
  const token = await createSession(tenant, { customerId, expires: '2099-01-31T13:00:00+01:00' })
  const customer = (await get(tenant, customerId)).body
  const reply = await session(tenant, token)
  expect({ status: reply.status, body: reply.body }).toEqual({
    status: 200,
    body: { token, expires, customer: { ...customer, sessionToken: token } },
  })
  expect(customer.sessionToken).toBeNull()
})

test('finds the customer by e-mail address, case-insensitively', async () => {
  const tenant = await newTenant()
  const id = await register(tenant)
  const token = await createSession(tenant, { email: 'Jane.DOE@example.com' })
  expect((await session(tenant, token.toUpperCase())).body).toMatchObject({ token, customer: { id, email } })
})

test.each([
  ['by id', (customerId: string) => ({ customerId })],
  ['by e-mail address', () => ({ email })],
])('finds the customer %s even if the customer is created after the session', async (_, owner) => {
  const tenant = await newTenant()
  const customerId = crypto.randomUUID()
  const token = await createSession(tenant, owner(customerId))
  expect(await session(tenant, token)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  await register(tenant, { id: customerId }, { createdOn: '2026-01-01T00:00:00Z' })
  expect((await session(tenant, token)).body.customer).toMatchObject({ id: customerId, sessionToken: token })
})

test('returns the current state of the customer', async () => {
  const tenant = await newTenant()
  const customerId = await register(tenant)
  const token = await createSession(tenant, { customerId })
  await update(tenant, customerId, { email: 'new@example.com', billingAddress: { city: 'Köln' } })
  expect((await session(tenant, token)).body.customer).toMatchObject({
    email: 'new@example.com',
    billingAddressCity: 'Köln',
  })
})

test.each([
  ['a millisecond before it expires', -1, 200],
  ['at the moment it expires', 0, 404],
  ['later', 1000, 404],
])('%s (%i ms), returns %i', async (_, offset, status) => {
  const tenant = await newTenant()
  const token = await createSession(tenant, { customerId: await register(tenant), expires })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(expires) + offset })
  expect((await session(tenant, token)).status).toBe(status)
})

test('ends when the customer is deleted, even if the e-mail address registers again', async () => {
  const tenant = await newTenant()
  const customerId = await register(tenant)
  const tokens = [await createSession(tenant, { customerId }), await createSession(tenant, { email })]
  await remove(tenant, customerId)
  for (const token of tokens) expect((await session(tenant, token)).status).toBe(404)
  await register(tenant)
  for (const token of tokens) expect((await session(tenant, token)).status).toBe(404)
  const token = await createSession(tenant, { email })
  expect((await session(tenant, token)).status).toBe(200)
})

test('never returns another customer who now has the e-mail address', async () => {
  const tenant = await newTenant()
  const id = await register(tenant)
  const token = await createSession(tenant, { email })
  await update(tenant, id, { email: 'new@example.com' })
  await completeOrder(tenant, { email })
  const other = (await idOf(tenant, email))!
  expect((await session(tenant, token)).status).toBe(404)
  await update(tenant, other, { email: 'third@example.com' })
  const third = await register(tenant, { email: 'fourth@example.com' })
  await update(tenant, third, { email })
  expect((await session(tenant, token)).status).toBe(404)
})

test('is the same after a duplicate event', async () => {
  const tenant = await newTenant()
  const customerId = await register(tenant)
  const created = event(tenant, 'customer.session.created', { token: crypto.randomUUID(), expires, customerId })
  expect(await send(created, created)).toEqual([])
  expect(await send(created)).toEqual([])
  expect((await session(tenant, created.content.token as string)).status).toBe(200)
})

test('applies the newest event, whichever arrives first', async () => {
  const tenant = await newTenant()
  const customerId = await register(tenant)
  const token = crypto.randomUUID()
  const at = (digits: string) => ({ createdOn: `2026-09-01T00:00:00.000${digits}Z` })
  await createSession(tenant, { token, customerId, expires }, at('5'))
  await createSession(tenant, { token, customerId, expires: '2020-01-01' }, at('4'))
  expect((await session(tenant, token)).body).toMatchObject({ token, expires })
  const later = '2099-02-01T00:00:00.000Z'
  await createSession(tenant, { token, customerId, expires: later }, at('6'))
  expect((await session(tenant, token)).body.expires).toBe(later)
})

test('finds by alias a customer who ordered as a guest before they registered', async () => {
  const tenant = await newTenant()
  await completeOrder(tenant, { email })
  const customerId = crypto.randomUUID()
  const early = await createSession(tenant, { customerId })
  await register(tenant, { id: customerId })
  const id = await idOf(tenant, email)
  for (const token of [early, await createSession(tenant, { customerId })])
    expect((await session(tenant, token)).body.customer).toMatchObject({ id, email, status: 'Confirmed' })
  await remove(tenant, customerId)
  await register(tenant, { id: customerId })
  expect((await session(tenant, early)).status).toBe(404)
  const token = await createSession(tenant, { customerId })
  expect((await session(tenant, token)).body.customer).toMatchObject({ email })
})
test('returns 404 for the id of the customer', async () => {
  const tenant = await newTenant()
  const customerId = await register(tenant)
  await createSession(tenant, { customerId })
  expect((await session(tenant, customerId)).status).toBe(404)
})
