import { expect, test } from 'vitest'
import { newTenant } from '../support/store.ts'
import { allow, allowed, disallow, get, http, https, many, put } from './calls.ts'

async function newTenantWithDomains() {
  const tenant = await newTenant()
  await allow(tenant, many(3))
  return tenant
}
const [first, second, third] = many(3)

test('returns the remaining domains', async () => {
  const tenant = await newTenantWithDomains()
  expect(await disallow(tenant, [second])).toMatchObject({ status: 200, body: [first, third] })
  expect(await allowed(tenant)).toEqual([first, third])
  expect((await disallow(tenant, [third, first])).body).toEqual([])
})

test('finds a domain in any notation and with any protocol', async () => {
  const tenant = await newTenantWithDomains()
  const sent = [{ domain: 'http://WWW.Shop1.example/' }, http('shop2.example.'), { Domain: 'shop3.example' }]
  expect(await disallow(tenant, sent)).toMatchObject({ status: 200, body: [] })
})

test('removes nothing if a domain is not allowed, and reports every such domain', async () => {
  const tenant = await newTenantWithDomains()
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

test('rejects the default domain, which is not an allowed domain', async () => {
  const tenant = await newTenantWithDomains()
  await put(tenant, { Domain: 'shop2.example' })
  expect(await disallow(tenant, [second])).toMatchObject({
    status: 400,
    body: { errors: { '[0].domain': ['is not among the allowed domains: shop2.example'] } },
  })
  expect((await get(tenant)).status).toBe(200)
})

test('keeps the default domain and does not return it', async () => {
  const tenant = await newTenantWithDomains()
  await put(tenant, { Domain: 'shop.example' })
  expect((await disallow(tenant, [first])).body).toEqual([second, third])
  expect((await get(tenant)).body).toEqual(http('shop.example'))
})

test('accepts duplicates in one request, and rejects them in the next', async () => {
  const tenant = await newTenantWithDomains()
  expect((await disallow(tenant, [first, first])).body).toEqual([second, third])
  expect((await disallow(tenant, [first])).status).toBe(400)
})

test('changes nothing for an empty array', async () => {
  const tenant = await newTenantWithDomains()
  expect(await disallow(tenant, [])).toMatchObject({ status: 200, body: many(3) })
  expect(await disallow(await newTenant(), [])).toMatchObject({ status: 200, body: [] })
})

test('rejects an object instead of an array, and a missing body', async () => {
  const tenant = await newTenantWithDomains()
  expect((await disallow(tenant, first)).body.errors).toEqual({ body: ['must be an array'] })
  expect((await disallow(tenant, undefined)).body.errors).toEqual({ body: ['is required'] })
  expect(await allowed(tenant)).toEqual(many(3))
})

test('reports every entry that is not a host name', async () => {
  const reply = await disallow(await newTenantWithDomains(), [first, https('a b'), {}])
  expect(reply).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  expect(reply.body.errors).toEqual({
    '[1].domain': ['must be a host name such as shop.example.com'],
    '[2].domain': ['is required'],
  })
})

test('applies twenty concurrent removals of different domains', async () => {
  const tenant = await newTenant()
  await allow(tenant, many(21))
  const replies = await Promise.all(many(20).map(domain => disallow(tenant, [domain])))
  expect(replies.filter(reply => reply.status === 200)).toHaveLength(20)
  expect(await allowed(tenant)).toEqual([https('shop21.example')])
})

test('applies one of ten concurrent removals of the same domain', async () => {
  const tenant = await newTenantWithDomains()
  const replies = await Promise.all(Array.from({ length: 10 }, () => disallow(tenant, [first])))
  expect(replies.filter(reply => reply.status === 200)).toHaveLength(1)
  expect(replies.filter(reply => reply.body.code === 'validation_failed')).toHaveLength(9)
})
