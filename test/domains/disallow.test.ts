import { expect, test } from 'vitest'
import { newTenant, otherMode } from '../support/store.ts'
import { allow, allowed, disallow, get, http, https, many, put } from './calls.ts'

async function withThree() {
  const tenant = await newTenant()
  await allow(tenant, many(3))
  return tenant
}
const [first, second, third] = many(3)

test('answers what remains, and keeps it', async () => {
  const tenant = await withThree()
  expect(await disallow(tenant, [second])).toMatchObject({ status: 200, body: [first, third] })
  expect(await allowed(tenant)).toEqual([first, third])
  expect((await disallow(tenant, [third, first])).body).toEqual([])
})

test('finds a domain however it is written, whatever its protocol', async () => {
  const tenant = await withThree()
  const sent = [{ domain: 'http://WWW.Shop1.example/' }, http('shop2.example.'), { Domain: 'shop3.example' }]
  expect(await disallow(tenant, sent)).toMatchObject({ status: 200, body: [] })
})

test('removes nothing when one of them is not allowed, and names each that is not', async () => {
  const tenant = await withThree()
  const reply = await disallow(tenant, [first, https('www.nowhere.example'), second, https('never.example')])
  expect(reply).toMatchObject({
    status: 400,
    body: {
      code: 'validation_failed',
      message:
        '[1].domain is not among the allowed domains: nowhere.example; [3].domain is not among the allowed domains: never.example.',
      errors: {
        '[1].domain': ['is not among the allowed domains: nowhere.example'],
        '[3].domain': ['is not among the allowed domains: never.example'],
      },
    },
  })
  expect(Object.keys(reply.body.errors)).toHaveLength(2)
  expect(await allowed(tenant)).toEqual([first, second, third])
})

test('does not count the default domain among the allowed', async () => {
  const tenant = await withThree()
  await put(tenant, { Domain: 'shop2.example' })
  expect(await disallow(tenant, [second])).toMatchObject({
    status: 400,
    body: { errors: { '[0].domain': ['is not among the allowed domains: shop2.example'] } },
  })
  expect((await get(tenant)).status).toBe(200)
})

test('leaves the default domain as it is and out of the answer', async () => {
  const tenant = await withThree()
  await put(tenant, { Domain: 'shop.example' })
  expect((await disallow(tenant, [first])).body).toEqual([second, third])
  expect((await get(tenant)).body).toEqual(http('shop.example'))
})

test('removes once what is named twice in one call, and refuses it the next time', async () => {
  const tenant = await withThree()
  expect((await disallow(tenant, [first, first])).body).toEqual([second, third])
  expect((await disallow(tenant, [first])).status).toBe(400)
})

test('changes nothing for an empty array', async () => {
  const tenant = await withThree()
  expect(await disallow(tenant, [])).toMatchObject({ status: 200, body: many(3) })
  expect(await disallow(await newTenant(), [])).toMatchObject({ status: 200, body: [] })
})

test('refuses one object in the place of the array, and no body at all', async () => {
  const tenant = await withThree()
  expect((await disallow(tenant, first)).body.errors).toEqual({ body: ['must be an array'] })
  expect((await disallow(tenant, undefined)).body.errors).toEqual({ body: ['is required'] })
  expect(await allowed(tenant)).toEqual(many(3))
})

test('names every entry that is no host name', async () => {
  const reply = await disallow(await withThree(), [first, https('a b'), {}])
  expect(reply).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  expect(reply.body.errors).toEqual({
    '[1].domain': ['must be a host name such as shop.example.com'],
    '[2].domain': ['is required'],
  })
})

test('lets each of fifty calls at once remove its own', async () => {
  const tenant = await newTenant()
  await allow(tenant, many(51))
  const replies = await Promise.all(many(50).map(domain => disallow(tenant, [domain])))
  expect(replies.filter(reply => reply.status === 200)).toHaveLength(50)
  expect(await allowed(tenant)).toEqual([https('shop51.example')])
})

test('lets one of ten calls at once remove the same domain', async () => {
  const tenant = await withThree()
  const replies = await Promise.all(Array.from({ length: 10 }, () => disallow(tenant, [first])))
  expect(replies.filter(reply => reply.status === 200)).toHaveLength(1)
  expect(replies.filter(reply => reply.body.code === 'validation_failed')).toHaveLength(9)
})

test('knows nothing of another store, or of the other mode', async () => {
  const tenant = await withThree()
  expect((await disallow(otherMode(tenant), [first])).status).toBe(400)
  expect((await disallow(await newTenant(), [first])).status).toBe(400)
  expect(await allowed(tenant)).toEqual(many(3))
})
