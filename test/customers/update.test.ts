import { describe, expect, test } from 'vitest'
import { CartRow, keyOf as cartKeyOf } from '../../lib/carts/entity.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { address, cart, order, ordered, settle, tell } from '../support/checkout.ts'
import { call, newTenant, otherMode } from '../support/store.ts'
import { get, idOf, list, nobodysId, orders, registered, update } from './calls.ts'

const email = 'jane.doe@example.com'

/** As it is sent: every part of an address, or some. */
const sent = {
  ...{ firstName: 'John', name: 'Mill', company: 'Mill Ltd', address1: '2 Side Road', address2: 'Back yard' },
  ...{ city: 'Köln', province: 'NW', country: 'DE', postalCode: '50667', phone: '0500', vatNumber: 'DE123' },
}
/** As it is answered. */
const answered = { ...sent, fullName: 'John Mill', fullAddress: '2 Side Road Back yard' }
const nothing = Object.fromEntries(Object.keys(answered).map(part => [part, null]))

async function known(fields: Record<string, unknown> = {}) {
  const tenant = await newTenant()
  const id = await registered(tenant, {
    email,
    billingAddress: address(),
    shippingAddress: address({ city: 'Hamburg' }),
    shippingAddressSameAsBilling: false,
    ...fields,
  })
  return { tenant, id }
}

test('changes e-mail and addresses, and answers the nested form', async () => {
  const { tenant, id } = await known({ creationDate: '2026-08-27T07:06:37.743Z' })
  await ordered(
    tenant,
    { email, finalGrandTotal: 12.5, billingAddress: null },
    { createdOn: '2026-01-01T00:00:00Z' },
  )
  await settle(tenant)
  const reply = await update(tenant, id, {
    ...{ email: 'John.Mill@example.com', billingAddress: sent, shippingAddress: { ...sent, city: 'Bonn' } },
  })
  expect({ status: reply.status, body: reply.body }).toEqual({
    status: 200,
    body: {
      ...{
        id,
        email: 'John.Mill@example.com',
        mode: 'Test',
        creationDate: expect.any(String),
        confirmed: true,
      },
      statistics: { ordersCount: 1, ordersAmount: 12.5, subscriptionsCount: 0 },
      avatarUrl: expect.stringMatching(/^https:\/\/www\.gravatar\.com\/avatar\/[0-9a-f]{64}$/),
      billingAddress: answered,
      shippingAddress: { ...answered, city: 'Bonn' },
    },
  })
  expect((await get(tenant, id)).body).toMatchObject({
    ...{ email: 'John.Mill@example.com', billingAddressCompanyName: 'Mill Ltd', billingAddressCity: 'Köln' },
    ...{ shippingAddressCity: 'Bonn', shippingAddressSameAsBilling: false, status: 'Confirmed' },
  })
})

describe('addresses', () => {
  test('that are not sent, or sent as null, stay', async () => {
    const { tenant, id } = await known()
    const before = (await get(tenant, id)).body
    for (const body of [{ email }, { email, billingAddress: null, shippingAddress: null, cartToken: null }]) {
      expect((await update(tenant, id, body)).body).toMatchObject({
        ...{ billingAddress: { city: 'Bremen' }, shippingAddress: { city: 'Hamburg' } },
      })
      expect((await get(tenant, id)).body).toEqual(before)
    }
  })

  test('that are sent take the place of the whole address, and leave the other one', async () => {
    const { tenant, id } = await known()
    expect((await update(tenant, id, { email, billingAddress: { name: 'Mill' } })).body).toMatchObject({
      billingAddress: { ...nothing, name: 'Mill', fullName: 'Mill' },
      shippingAddress: { city: 'Hamburg', name: 'Doe' },
    })
    expect((await update(tenant, id, { email, shippingAddress: { city: 'Bonn' } })).body).toMatchObject({
      billingAddress: { ...nothing, name: 'Mill', fullName: 'Mill' },
      shippingAddress: { ...nothing, city: 'Bonn' },
    })
    expect((await update(tenant, id, { email, shippingAddress: {} })).body.shippingAddress).toEqual(nothing)
  })

  test('a shipping address that is the billing address follows it', async () => {
    const { tenant, id } = await known({ shippingAddress: null, shippingAddressSameAsBilling: true })
    await update(tenant, id, { email, billingAddress: sent })
    expect((await get(tenant, id)).body).toMatchObject({
      ...{ billingAddressCity: 'Köln', shippingAddressCity: 'Köln', shippingAddressSameAsBilling: true },
    })
    await update(tenant, id, { email, shippingAddress: { city: 'Bonn' } })
    expect((await get(tenant, id)).body).toMatchObject({
      ...{ billingAddressCity: 'Köln', shippingAddressCity: 'Bonn', shippingAddressSameAsBilling: false },
    })
  })

  test.each(['billingAddress', 'shippingAddress'])('of whom none is known, the %s is both', async field => {
    const tenant = await newTenant()
    const id = await registered(tenant, { email })
    expect((await update(tenant, id, { email, [field]: sent })).body).toMatchObject({
      ...{ billingAddress: answered, shippingAddress: answered },
    })
  })

  test('that are sent move the customer to the name that is looked for', async () => {
    const { tenant, id } = await known()
    await update(tenant, id, { email, billingAddress: sent })
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
])('refuses a wrong %s and changes nothing', async (field, body) => {
  const { tenant, id } = await known()
  expect(await update(tenant, id, body)).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', errors: { [field]: [expect.any(String)] } },
  })
  expect((await get(tenant, id)).body).toMatchObject({ email, billingAddressCity: 'Bremen' })
})

test('takes an e-mail address of 500 characters', async () => {
  const { tenant, id } = await known()
  const longest = `${'x'.repeat(488)}@example.com`
  expect((await update(tenant, id, { email: longest })).body.email).toBe(longest)
  expect(await idOf(tenant, longest)).toBe(id)
})

describe('the e-mail address', () => {
  test('of another customer is refused in either case, and nothing is changed', async () => {
    const { tenant, id } = await known()
    const other = await registered(tenant, { email: 'other@example.com' })
    const before = (await get(tenant, id)).body
    const reply = await update(tenant, id, { email: 'OTHER@example.com', billingAddress: sent })
    expect(reply).toMatchObject({
      status: 409,
      body: { code: 'email_in_use', errors: { email: [expect.any(String)] } },
    })
    expect((await get(tenant, id)).body).toEqual(before)
    expect(await idOf(tenant, email)).toBe(id)
    expect(await idOf(tenant, 'other@example.com')).toBe(other)
  })

  test('of a customer of the other mode, or of another account, is free', async () => {
    const { tenant, id } = await known()
    await registered(otherMode(tenant), { email: 'other@example.com' })
    expect((await update(tenant, id, { email: 'other@example.com' })).status).toBe(200)
  })

  test('may change its case only', async () => {
    const { tenant, id } = await known()
    expect((await update(tenant, id, { email: 'JANE.DOE@example.com' })).body.email).toBe(
      'JANE.DOE@example.com',
    )
    expect(await idOf(tenant, email)).toBe(id)
  })

  test('that is given up may register anew, as somebody else', async () => {
    const { tenant, id } = await known()
    await update(tenant, id, { email: 'new@example.com' })
    const other = await registered(tenant, { email })
    expect(other).not.toBe(id)
    expect(await idOf(tenant, email)).toBe(other)
    expect(await idOf(tenant, 'new@example.com')).toBe(id)
  })

  test('that a guest gave up may order anew, as somebody else', async () => {
    const tenant = await newTenant()
    const first = await ordered(tenant, { email })
    const id = (await idOf(tenant, email))!
    await update(tenant, id, { email: 'new@example.com' })
    const second = await ordered(tenant, { email })
    const other = (await idOf(tenant, email))!
    expect(other).not.toBe(id)
    expect((await orders(tenant, id)).body).toMatchObject([{ token: first }])
    expect((await orders(tenant, other)).body).toMatchObject([{ token: second }])
  })

  test('that was given up still names the customer in what is told of the time before', async () => {
    const tenant = await newTenant()
    await ordered(tenant, { email })
    const id = (await idOf(tenant, email))!
    const before = new Date().toISOString()
    await update(tenant, id, { email: 'new@example.com' })
    await ordered(tenant, { email }, { createdOn: before })
    expect(await idOf(tenant, email)).toBeUndefined()
    expect((await orders(tenant, id)).body).toHaveLength(2)
    expect((await get(tenant, id)).body.email).toBe('new@example.com')
  })

  test('that was given up may be taken back, or taken by another', async () => {
    const { tenant, id } = await known()
    await update(tenant, id, { email: 'new@example.com' })
    expect((await update(tenant, id, { email })).status).toBe(200)
    const other = await registered(tenant, { email: 'other@example.com' })
    expect((await update(tenant, other, { email: 'new@example.com' })).status).toBe(200)
    expect(await idOf(tenant, 'new@example.com')).toBe(other)
    expect(await idOf(tenant, email)).toBe(id)
  })

  test('that was taken back names the customer as if it had never been given up', async () => {
    const { tenant, id } = await known()
    const before = new Date().toISOString()
    await update(tenant, id, { email: 'new@example.com' })
    await update(tenant, id, { email })
    await ordered(tenant, { email }, { createdOn: before })
    expect((await orders(tenant, id)).body).toHaveLength(1)
  })

  test('that another has taken names nobody in what is told of the time before', async () => {
    const { tenant, id } = await known()
    const before = new Date().toISOString()
    await update(tenant, id, { email: 'new@example.com' })
    const other = await registered(tenant, { email })
    const token = await ordered(tenant, { email }, { createdOn: before })
    for (const one of [id, other]) expect((await orders(tenant, one)).body).toEqual([])
    expect((await list(tenant)).body.totalItems).toBe(2)
    expect((await call('orders.get', tenant, { params: { token } })).status).toBe(200)
  })

  test('goes to one of many who want it at the same time', async () => {
    const tenant = await newTenant()
    const ids: string[] = []
    for (let n = 0; n < 10; n++) ids.push(await registered(tenant, { email: `${n}@example.com` }))
    const replies = await Promise.all(ids.map(id => update(tenant, id, { email: 'wanted@example.com' })))
    const won = replies.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(replies.filter(({ body }) => body.code === 'email_in_use')).toHaveLength(9)
    expect(await idOf(tenant, 'wanted@example.com')).toBe(won[0]!.body.id)
  })
})

test('an older event undoes nothing of it', async () => {
  const { tenant, id } = await known()
  const before = new Date().toISOString()
  await update(tenant, id, { email, billingAddress: sent })
  await ordered(tenant, { email, billingAddress: address() }, { createdOn: before })
  expect((await get(tenant, id)).body.billingAddressCity).toBe('Köln')
  await ordered(tenant, { email, billingAddress: address() })
  expect((await get(tenant, id)).body.billingAddressCity).toBe('Bremen')
})

describe('If-Match', () => {
  test('names the state by the ETag of either form', async () => {
    const { tenant, id } = await known()
    const flat = (await get(tenant, id)).headers.ETag!
    const changed = await update(tenant, id, { email: 'one@example.com' }, { 'If-Match': flat })
    expect(changed.status).toBe(200)
    expect(await update(tenant, id, { email: 'two@example.com' }, { 'If-Match': flat })).toMatchObject({
      status: 412,
      body: { code: 'precondition_failed' },
    })
    const nested = { 'If-Match': changed.headers.ETag! }
    expect((await update(tenant, id, { email: 'two@example.com' }, nested)).status).toBe(200)
    expect((await update(tenant, id, { email: 'three@example.com' }, { 'If-Match': '*' })).status).toBe(200)
    expect((await get(tenant, id)).body.email).toBe('three@example.com')
  })

  test('of twenty changes to one state lets one through', async () => {
    const { tenant, id } = await known()
    const { headers } = await get(tenant, id)
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        update(tenant, id, { email: `${n}@example.com` }, { 'If-Match': headers.ETag! }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.code === 'precondition_failed')).toHaveLength(19)
  })
})

describe('a cart', () => {
  const inTable = async (tenant: Tenant, token: string) =>
    (await CartRow.get(cartKeyOf(tenant, token)).go()).data

  async function filled(tenant: Tenant, fields: Record<string, unknown> = {}) {
    const content = cart({ email: 'before@example.com', billingAddress: address(), ...fields })
    await tell(tenant, 'cart.updated', content)
    return content.token
  }

  test('that is open takes on the e-mail and the addresses', async () => {
    const { tenant, id } = await known()
    const token = await filled(tenant)
    const other = await filled(tenant)
    const body = { email: 'john@example.com', billingAddress: sent, cartToken: token.toUpperCase() }
    expect((await update(tenant, id, body)).status).toBe(200)
    const { latest } = (await inTable(tenant, token))!
    expect(latest.email?.value).toBe('john@example.com')
    expect(latest.addresses?.value).toMatchObject({
      billing: { city: 'Köln' },
      shipping: { city: 'Hamburg' },
    })
    expect(latest.content?.value.items).toHaveLength(1)
    expect((await inTable(tenant, other))!.latest.email?.value).toBe('before@example.com')
  })

  test('of a customer without addresses keeps its own', async () => {
    const tenant = await newTenant()
    const id = await registered(tenant, { email })
    const token = await filled(tenant)
    await update(tenant, id, { email, cartToken: token })
    const { latest } = (await inTable(tenant, token))!
    expect(latest.email?.value).toBe(email)
    expect(latest.addresses?.value.billing.city).toBe('Bremen')
  })

  test('that is open no more, unknown, or not of this store is passed over', async () => {
    const { tenant, id } = await known()
    const [closed, bought, foreign] = [
      await filled(tenant, { status: 'Completed' }),
      await filled(tenant),
      await filled(otherMode(tenant)),
    ]
    await tell(tenant, 'order.completed', order({ token: bought, email: 'buyer@example.com' }))
    for (const cartToken of [nobodysId, closed, bought, foreign])
      expect((await update(tenant, id, { email, cartToken })).status).toBe(200)
    expect((await inTable(tenant, closed))!.latest.email?.value).toBe('before@example.com')
    expect((await inTable(otherMode(tenant), foreign))!.latest.email?.value).toBe('before@example.com')
    for (const token of [nobodysId, bought]) expect(await inTable(tenant, token)).toBeNull()
  })

  test('stays as it is where the customer is refused', async () => {
    const { tenant, id } = await known()
    await registered(tenant, { email: 'other@example.com' })
    const token = await filled(tenant)
    expect((await update(tenant, id, { email: 'other@example.com', cartToken: token })).status).toBe(409)
    expect((await inTable(tenant, token))!.latest.email?.value).toBe('before@example.com')
  })
})

test('changes nobody who is not there, or who is another store’s', async () => {
  const { tenant, id } = await known()
  for (const reply of [
    await update(tenant, nobodysId, { email: 'a@example.com' }),
    await update(tenant, 'letter', { email: 'a@example.com' }),
    await update(otherMode(tenant), id, { email: 'a@example.com' }),
    await update(await newTenant(), id, { email: 'a@example.com' }),
  ])
    expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await get(tenant, id)).body.email).toBe(email)
})
