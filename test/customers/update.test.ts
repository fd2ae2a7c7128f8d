import { describe, expect, test } from 'vitest'
import { CartRow, keyOf as cartKeyOf } from '../../lib/carts/entity.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { address, cart, completeOrder, order, sendEvent } from '../support/checkout.ts'
import { call, newTenant, otherMode } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { get, idOf, list, orders, register, unknownId, update } from './calls.ts'

const email = 'jane.doe@example.com'

const sentAddress = {
  firstName: 'John',
  name: 'Mill',
  company: 'Mill Ltd',
  address1: '2 Side Road',
  address2: 'Back yard',
  city: 'Köln',
  province: 'NW',
  country: 'DE',
  postalCode: '50667',
  phone: '0500',
  vatNumber: 'DE123',
}
const returnedAddress = { ...sentAddress, fullName: 'John Mill', fullAddress: '2 Side Road Back yard' }
const emptyAddress = Object.fromEntries(Object.keys(returnedAddress).map(part => [part, null]))

async function newCustomer(fields: Record<string, unknown> = {}) {
  const tenant = await newTenant()
  const id = await register(tenant, {
    email,
    billingAddress: address(),
    shippingAddress: address({ city: 'Hamburg' }),
    shippingAddressSameAsBilling: false,
    ...fields,
  })
  return { tenant, id }
}

test('updates the e-mail address and the addresses, and returns the nested form', async () => {
  const { tenant, id } = await newCustomer({ creationDate: '2026-08-27T07:06:37.743Z' })
  await completeOrder(
    tenant,
    { email, finalGrandTotal: 12.5, billingAddress: null },
    { createdOn: '2026-01-01T00:00:00Z' },
  )
  await updateTallies(tenant)
  const reply = await update(tenant, id, {
    email: 'John.Mill@example.com',
    billingAddress: sentAddress,
    shippingAddress: { ...sentAddress, city: 'Bonn' },
  })
  expect({ status: reply.status, body: reply.body }).toEqual({
    status: 200,
    body: {
      id,
      email: 'John.Mill@example.com',
      mode: 'Test',
      creationDate: expect.any(String),
      confirmed: true,
      statistics: { ordersCount: 1, ordersAmount: 12.5, subscriptionsCount: 0 },
      avatarUrl: expect.stringMatching(/^https:\/\/www\.gravatar\.com\/avatar\/[0-9a-f]{64}$/),
      gravatarUrl: reply.body.avatarUrl,
      billingAddress: returnedAddress,
      shippingAddress: { ...returnedAddress, city: 'Bonn' },
    },
  })
  expect((await get(tenant, id)).body).toMatchObject({
    email: 'John.Mill@example.com',
    billingAddressCompanyName: 'Mill Ltd',
    billingAddressCity: 'Köln',
    shippingAddressCity: 'Bonn',
    shippingAddressSameAsBilling: false,
    status: 'Confirmed',
  })
})

describe('addresses', () => {
  test('do not change if absent or null', async () => {
    const { tenant, id } = await newCustomer()
    const before = (await get(tenant, id)).body
    for (const body of [{ email }, { email, billingAddress: null, shippingAddress: null, cartToken: null }]) {
      expect((await update(tenant, id, body)).body).toMatchObject({
        billingAddress: { city: 'Bremen' },
        shippingAddress: { city: 'Hamburg' },
      })
      expect((await get(tenant, id)).body).toEqual(before)
    }
  })

  test('are replaced completely, each independently of the other', async () => {
    const { tenant, id } = await newCustomer()
    expect((await update(tenant, id, { email, billingAddress: { name: 'Mill' } })).body).toMatchObject({
      billingAddress: { ...emptyAddress, name: 'Mill', fullName: 'Mill' },
      shippingAddress: { city: 'Hamburg', name: 'Doe' },
    })
    expect((await update(tenant, id, { email, shippingAddress: { city: 'Bonn' } })).body).toMatchObject({
      billingAddress: { ...emptyAddress, name: 'Mill', fullName: 'Mill' },
      shippingAddress: { ...emptyAddress, city: 'Bonn' },
    })
    expect((await update(tenant, id, { email, shippingAddress: {} })).body.shippingAddress).toEqual(emptyAddress)
  })

  test('a shipping address that is the same as billing stays when only billing changes', async () => {
    const { tenant, id } = await newCustomer({ shippingAddress: null, shippingAddressSameAsBilling: true })
    await update(tenant, id, { email, billingAddress: sentAddress })
    expect((await get(tenant, id)).body).toMatchObject({
      billingAddressCity: 'Köln',
      shippingAddressCity: 'Bremen',
      shippingAddressSameAsBilling: false,
    })
    await update(tenant, id, { email, shippingAddress: { city: 'Bonn' } })
    expect((await get(tenant, id)).body).toMatchObject({
      billingAddressCity: 'Köln',
      shippingAddressCity: 'Bonn',
      shippingAddressSameAsBilling: false,
    })
  })

  test.each(['billingAddress', 'shippingAddress'])('the %s is used for both if the customer has none', async field => {
    const tenant = await newTenant()
    const id = await register(tenant, { email })
    expect((await update(tenant, id, { email, [field]: sentAddress })).body).toMatchObject({
      billingAddress: returnedAddress,
      shippingAddress: returnedAddress,
    })
  })

  test('change the name that the list finds the customer by', async () => {
    const { tenant, id } = await newCustomer()
    await update(tenant, id, { email, billingAddress: sentAddress })
    expect((await list(tenant, { name: 'mill' })).body.items).toMatchObject([{ id }])
    expect((await list(tenant, { name: 'doe' })).body.items).toEqual([])
  })
})

test.each([
  ['email', {}],
  ['email', { email: null }],
  ['email', { email: '' }],
  ['email', { email: 'jane' }],
  ['email', { email: `${'x'.repeat(489)}@example.com` }],
  ['billingAddress', { email, billingAddress: 'Bremen' }],
  ['billingAddress.city', { email, billingAddress: { city: 5 } }],
  ['shippingAddress.phone', { email, shippingAddress: { phone: 'x'.repeat(1001) } }],
  ['cartToken', { email, cartToken: 'cart' }],
])('rejects an invalid %s and changes nothing', async (field, body) => {
  const { tenant, id } = await newCustomer()
  expect(await update(tenant, id, body)).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', errors: { [field]: [expect.any(String)] } },
  })
  expect((await get(tenant, id)).body).toMatchObject({ email, billingAddressCity: 'Bremen' })
})

test('accepts an e-mail address of 500 characters', async () => {
  const { tenant, id } = await newCustomer()
  const maxEmail = `${'x'.repeat(488)}@example.com`
  expect((await update(tenant, id, { email: maxEmail })).body.email).toBe(maxEmail)
  expect(await idOf(tenant, maxEmail)).toBe(id)
})

describe('the e-mail address', () => {
  test('of another customer is rejected case-insensitively, and nothing changes', async () => {
    const { tenant, id } = await newCustomer()
    const other = await register(tenant, { email: 'other@example.com' })
    const before = (await get(tenant, id)).body
    const reply = await update(tenant, id, { email: 'OTHER@example.com', billingAddress: sentAddress })
    expect(reply).toMatchObject({
      status: 409,
      body: { code: 'email_in_use', errors: { email: [expect.any(String)] } },
    })
    expect((await get(tenant, id)).body).toEqual(before)
    expect(await idOf(tenant, email)).toBe(id)
    expect(await idOf(tenant, 'other@example.com')).toBe(other)
  })

  test('of a customer in the other mode is free', async () => {
    const { tenant, id } = await newCustomer()
    await register(otherMode(tenant), { email: 'other@example.com' })
    expect((await update(tenant, id, { email: 'other@example.com' })).status).toBe(200)
  })

  test('may change in case only', async () => {
    const { tenant, id } = await newCustomer()
    expect((await update(tenant, id, { email: 'JANE.DOE@example.com' })).body.email).toBe('JANE.DOE@example.com')
    expect(await idOf(tenant, email)).toBe(id)
  })

  test('can be registered by a new customer after its customer changed it', async () => {
    const { tenant, id } = await newCustomer()
    await update(tenant, id, { email: 'new@example.com' })
    const other = await register(tenant, { email })
    expect(other).not.toBe(id)
    expect(await idOf(tenant, email)).toBe(other)
    expect(await idOf(tenant, 'new@example.com')).toBe(id)
  })

  test('that a guest no longer has creates a new customer with the next order', async () => {
    const tenant = await newTenant()
    const first = await completeOrder(tenant, { email })
    const id = (await idOf(tenant, email))!
    await update(tenant, id, { email: 'new@example.com' })
    const second = await completeOrder(tenant, { email })
    const other = (await idOf(tenant, email))!
    expect(other).not.toBe(id)
    expect((await orders(tenant, id)).body).toMatchObject([{ token: first }])
    expect((await orders(tenant, other)).body).toMatchObject([{ token: second }])
  })

  test('that the customer no longer has still identifies the customer in older events', async () => {
    const tenant = await newTenant()
    await completeOrder(tenant, { email })
    const id = (await idOf(tenant, email))!
    const before = new Date().toISOString()
    await update(tenant, id, { email: 'new@example.com' })
    await completeOrder(tenant, { email }, { createdOn: before })
    expect(await idOf(tenant, email)).toBeUndefined()
    expect((await orders(tenant, id)).body).toHaveLength(2)
    expect((await get(tenant, id)).body.email).toBe('new@example.com')
  })

  test('that was released can be used again by the same customer or by another', async () => {
    const { tenant, id } = await newCustomer()
    await update(tenant, id, { email: 'new@example.com' })
    expect((await update(tenant, id, { email })).status).toBe(200)
    const other = await register(tenant, { email: 'other@example.com' })
    expect((await update(tenant, other, { email: 'new@example.com' })).status).toBe(200)
    expect(await idOf(tenant, 'new@example.com')).toBe(other)
    expect(await idOf(tenant, email)).toBe(id)
  })

  test('that the customer uses again identifies the customer in older events too', async () => {
    const { tenant, id } = await newCustomer()
    const before = new Date().toISOString()
    await update(tenant, id, { email: 'new@example.com' })
    await update(tenant, id, { email })
    await completeOrder(tenant, { email }, { createdOn: before })
    expect((await orders(tenant, id)).body).toHaveLength(1)
  })

  test('that another customer now has identifies no customer in older events', async () => {
    const { tenant, id } = await newCustomer()
    const before = new Date().toISOString()
    await update(tenant, id, { email: 'new@example.com' })
    const other = await register(tenant, { email })
    const token = await completeOrder(tenant, { email }, { createdOn: before })
    for (const one of [id, other]) expect((await orders(tenant, one)).body).toEqual([])
    expect((await list(tenant)).body.totalItems).toBe(2)
    expect((await call('orders.get', tenant, { params: { token } })).status).toBe(200)
  })

  test('is assigned to one of many customers in concurrent requests', async () => {
    const tenant = await newTenant()
    const ids: string[] = []
    for (let n = 0; n < 10; n++) ids.push(await register(tenant, { email: `${n}@example.com` }))
    const replies = await Promise.all(ids.map(id => update(tenant, id, { email: 'new@example.com' })))
    const successes = replies.filter(({ status }) => status === 200)
    expect(successes).toHaveLength(1)
    expect(replies.filter(({ body }) => body.code === 'email_in_use')).toHaveLength(9)
    expect(await idOf(tenant, 'new@example.com')).toBe(successes[0]!.body.id)
  })
})

test('an older event does not undo an update', async () => {
  const { tenant, id } = await newCustomer()
  const before = new Date().toISOString()
  await update(tenant, id, { email, billingAddress: sentAddress })
  await completeOrder(tenant, { email, billingAddress: address() }, { createdOn: before })
  expect((await get(tenant, id)).body.billingAddressCity).toBe('Köln')
  await completeOrder(tenant, { email, billingAddress: address() })
  expect((await get(tenant, id)).body.billingAddressCity).toBe('Bremen')
})

describe('a cart', () => {
  const cartRow = async (tenant: Tenant, token: string) =>
    (await CartRow.get(cartKeyOf(tenant, token as OrderToken)).go()).data

  async function newCart(tenant: Tenant, fields: Record<string, unknown> = {}) {
    const content = cart({ email: 'before@example.com', billingAddress: address(), ...fields })
    await sendEvent(tenant, 'cart.updated', content)
    return content.token
  }

  test('receives the e-mail address and the addresses', async () => {
    const { tenant, id } = await newCustomer()
    const token = await newCart(tenant)
    const other = await newCart(tenant)
    const body = { email: 'john@example.com', billingAddress: sentAddress, cartToken: token.toUpperCase() }
    expect((await update(tenant, id, body)).status).toBe(200)
    const { latest } = (await cartRow(tenant, token))!
    expect(latest.email?.value).toBe('john@example.com')
    expect(latest.addresses?.value).toMatchObject({ billing: { city: 'Köln' }, shipping: { city: 'Hamburg' } })
    expect(latest.content?.value.items).toHaveLength(1)
    expect((await cartRow(tenant, other))!.latest.email?.value).toBe('before@example.com')
  })

  test('keeps its own addresses if the customer has none', async () => {
    const tenant = await newTenant()
    const id = await register(tenant, { email })
    const token = await newCart(tenant)
    await update(tenant, id, { email, cartToken: token })
    const { latest } = (await cartRow(tenant, token))!
    expect(latest.email?.value).toBe(email)
    expect(latest.addresses?.value.billing.city).toBe('Bremen')
  })

  test('is ignored if it is closed, unknown, or in the other mode', async () => {
    const { tenant, id } = await newCustomer()
    const [closed, completed, inOtherMode] = [
      await newCart(tenant, { status: 'Completed' }),
      await newCart(tenant),
      await newCart(otherMode(tenant)),
    ]
    await sendEvent(tenant, 'order.completed', order({ token: completed, email: 'buyer@example.com' }))
    for (const cartToken of [unknownId, closed, completed, inOtherMode])
      expect((await update(tenant, id, { email, cartToken })).status).toBe(200)
    expect((await cartRow(tenant, closed))!.latest.email?.value).toBe('before@example.com')
    expect((await cartRow(otherMode(tenant), inOtherMode))!.latest.email?.value).toBe('before@example.com')
    for (const token of [unknownId, completed]) expect(await cartRow(tenant, token)).toBeNull()
  })

  test('is unchanged if the update is rejected', async () => {
    const { tenant, id } = await newCustomer()
    await register(tenant, { email: 'other@example.com' })
    const token = await newCart(tenant)
    expect((await update(tenant, id, { email: 'other@example.com', cartToken: token })).status).toBe(409)
    expect((await cartRow(tenant, token))!.latest.email?.value).toBe('before@example.com')
  })
})
