import { afterEach, expect, test, vi } from 'vitest'
import { get, idOf, loggedIn, nobodysId, registered, remove, session, update } from '../customers/calls.ts'
import { event, ordered, send } from '../support/checkout.ts'
import { call, newTenant, otherMode } from '../support/store.ts'

afterEach(() => {
  vi.useRealTimers()
})

const email = 'jane.doe@example.com'
const expires = '2099-01-31T12:00:00.000Z'

test('gives the session with its customer, who was named by id', async () => {
  const tenant = await newTenant()
  const customerId = await registered(tenant)
  const token = await loggedIn(tenant, { customerId, expires: '2099-01-31T13:00:00+01:00' })
  const customer = (await get(tenant, customerId)).body
  const reply = await session(tenant, token)
  expect({ status: reply.status, body: reply.body }).toEqual({
    status: 200,
    body: { token, expires, customer: { ...customer, sessionToken: token } },
  })
  expect(customer.sessionToken).toBeNull()
})

test('finds the customer by e-mail address, in either case', async () => {
  const tenant = await newTenant()
  const id = await registered(tenant)
  const token = await loggedIn(tenant, { email: 'Jane.DOE@example.com' })
  expect((await session(tenant, token.toUpperCase())).body).toMatchObject({ token, customer: { id, email } })
})

test.each([
  ['by id', (customerId: string) => ({ customerId })],
  ['by e-mail address', () => ({ email })],
])('finds a customer %s who is heard of later than the session', async (_, whose) => {
  const tenant = await newTenant()
  const customerId = crypto.randomUUID()
  const token = await loggedIn(tenant, whose(customerId))
  expect(await session(tenant, token)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  await registered(tenant, { id: customerId }, { createdOn: '2026-01-01T00:00:00Z' })
  expect((await session(tenant, token)).body.customer).toMatchObject({ id: customerId, sessionToken: token })
})

test('shows the customer as they are now', async () => {
  const tenant = await newTenant()
  const customerId = await registered(tenant)
  const token = await loggedIn(tenant, { customerId })
  await update(tenant, customerId, { email: 'new@example.com', billingAddress: { city: 'Köln' } })
  expect((await session(tenant, token)).body.customer).toMatchObject({
    ...{ email: 'new@example.com', billingAddressCity: 'Köln' },
  })
})

test.each([
  ['a millisecond before it expires', -1, 200],
  ['at the moment it expires', 0, 404],
  ['later', 1000, 404],
])('answers %s, counted %i ms from then, with %i', async (_, from, status) => {
  const tenant = await newTenant()
  const token = await loggedIn(tenant, { customerId: await registered(tenant), expires })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(expires) + from })
  expect((await session(tenant, token)).status).toBe(status)
})

test('is over when the customer is deleted, even once the address has registered anew', async () => {
  const tenant = await newTenant()
  const customerId = await registered(tenant)
  const tokens = [await loggedIn(tenant, { customerId }), await loggedIn(tenant, { email })]
  await remove(tenant, customerId)
  for (const token of tokens) expect((await session(tenant, token)).status).toBe(404)
  await registered(tenant)
  for (const token of tokens) expect((await session(tenant, token)).status).toBe(404)
  const token = await loggedIn(tenant, { email })
  expect((await session(tenant, token)).status).toBe(200)
})

test('never shows another customer who has taken the address since', async () => {
  const tenant = await newTenant()
  const id = await registered(tenant)
  const token = await loggedIn(tenant, { email })
  await update(tenant, id, { email: 'new@example.com' })
  await ordered(tenant, { email })
  const other = (await idOf(tenant, email))!
  expect((await session(tenant, token)).status).toBe(404)
  await update(tenant, other, { email: 'third@example.com' })
  const third = await registered(tenant, { email: 'fourth@example.com' })
  await update(tenant, third, { email })
  expect((await session(tenant, token)).status).toBe(404)
})

test('is the same however often it is told', async () => {
  const tenant = await newTenant()
  const customerId = await registered(tenant)
  const created = event(tenant, 'customer.session.created', {
    token: crypto.randomUUID(),
    expires,
    customerId,
  })
  expect(await send(created, created)).toEqual([])
  expect(await send(created)).toEqual([])
  expect((await session(tenant, created.content.token as string)).status).toBe(200)
})

test('says what the newest event says of it, whichever comes first', async () => {
  const tenant = await newTenant()
  const customerId = await registered(tenant)
  const token = crypto.randomUUID()
  const at = (places: string) => ({ createdOn: `2026-09-01T00:00:00.000${places}Z` })
  await loggedIn(tenant, { token, customerId, expires }, at('5'))
  await loggedIn(tenant, { token, customerId, expires: '2020-01-01' }, at('4'))
  expect((await session(tenant, token)).body).toMatchObject({ token, expires })
  const later = '2099-02-01T00:00:00.000Z'
  await loggedIn(tenant, { token, customerId, expires: later }, at('6'))
  expect((await session(tenant, token)).body.expires).toBe(later)
})

test("finds by the checkout's id somebody who has bought before they registered", async () => {
  const tenant = await newTenant()
  await ordered(tenant, { email })
  const customerId = crypto.randomUUID()
  const early = await loggedIn(tenant, { customerId })
  await registered(tenant, { id: customerId })
  const id = await idOf(tenant, email)
  for (const token of [early, await loggedIn(tenant, { customerId })])
    expect((await session(tenant, token)).body.customer).toMatchObject({ id, email, status: 'Confirmed' })
  await remove(tenant, customerId)
  await registered(tenant, { id: customerId })
  expect((await session(tenant, early)).status).toBe(404)
  const token = await loggedIn(tenant, { customerId })
  expect((await session(tenant, token)).body.customer).toMatchObject({ email })
})

test('answers 304 to a caller that has the state already', async () => {
  const tenant = await newTenant()
  const token = await loggedIn(tenant, { customerId: await registered(tenant) })
  const { headers } = await session(tenant, token)
  const again = { params: { token }, headers: { 'If-None-Match': headers.ETag! } }
  expect(await call('sessions.get', tenant, again)).toMatchObject({ status: 304, body: '' })
})

test("knows neither the other mode's sessions nor another account's, nor what is none", async () => {
  const tenant = await newTenant()
  const customerId = await registered(tenant)
  const token = await loggedIn(tenant, { customerId })
  for (const reply of [
    await session(otherMode(tenant), token),
    await session(await newTenant(), token),
    await session(tenant, nobodysId),
    await session(tenant, customerId),
    await session(tenant, 'letter'),
  ])
    expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
