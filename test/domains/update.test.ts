import { expect, test } from 'vitest'
import { newTenant } from '../support/store.ts'
import { allow, allowed, disallow, get, http, https, many, put } from './calls.ts'

test('sets the default domain, reduced to its host name', async () => {
  const tenant = await newTenant()
  const reply = await put(tenant, { Domain: 'https://www.Shop.Example.com:8443/cart?x=1', Protocol: 'HTTPS' })
  expect(reply).toMatchObject({ status: 200, body: https('shop.example.com') })
  expect((await get(tenant)).body).toEqual(reply.body)
})

test.each([
  ['no protocol', {}, 'HTTP'],
  ['null', { Protocol: null }, 'HTTP'],
  ['HTTP', { Protocol: 'HTTP' }, 'HTTP'],
  ['HTTPS', { Protocol: 'HTTPS' }, 'HTTPS'],
  ['https in lower case with spaces', { Protocol: ' https ' }, 'HTTPS'],
  ['the field name in lower case', { protocol: 'https' }, 'HTTPS'],
  ['another protocol', { Protocol: 'FTP' }, 'HTTP'],
  ['an empty string', { Protocol: '' }, 'HTTP'],
  ['a number', { Protocol: 443 }, 'HTTP'],
  ['a boolean', { Protocol: true }, 'HTTP'],
  ['an array', { Protocol: ['HTTPS'] }, 'HTTP'],
])('reads %s', async (_, sent, protocol) => {
  const reply = await put(await newTenant(), { Domain: 'shop.example', ...sent })
  expect(reply).toMatchObject({ status: 200, body: { domain: 'shop.example', protocol } })
})

test.each([
  [{ Domain: 'https://shop.example' }, 'HTTPS'],
  [{ Domain: ' HTTPS://www.shop.example:443/cart ' }, 'HTTPS'],
  [{ domain: 'https://shop.example' }, 'HTTPS'],
  [{ Domain: 'https://shop.example', Protocol: null }, 'HTTPS'],
  [{ Domain: 'http://shop.example' }, 'HTTP'],
  [{ Domain: '//shop.example' }, 'HTTP'],
  [{ Domain: 'ftp://shop.example' }, 'HTTP'],
  [{ Domain: 'shop.example/https://' }, 'HTTP'],
  [{ Domain: 'https://shop.example', Protocol: 'HTTP' }, 'HTTP'],
  [{ Domain: 'https://shop.example', Protocol: '' }, 'HTTP'],
  [{ Domain: 'http://shop.example', Protocol: 'HTTPS' }, 'HTTPS'],
])('uses the scheme of a URL unless a protocol is sent: %j', async (body, protocol) => {
  const reply = await put(await newTenant(), body)
  expect(reply).toMatchObject({ status: 200, body: { domain: 'shop.example', protocol } })
})

test('accepts the reply of GET', async () => {
  const tenant = await newTenant()
  await put(tenant, { Domain: 'shop.example', Protocol: 'HTTPS' })
  const { body } = await get(tenant)
  expect(await put(tenant, body)).toMatchObject({ status: 200, body })
})

test('prefers its own spelling when a field is sent in both', async () => {
  const body = { Domain: 'new.example', domain: 'old.example', Protocol: 'HTTPS', protocol: 'HTTP' }
  expect((await put(await newTenant(), body)).body).toEqual(https('new.example'))
})

test('replaces the previous default domain, which is no longer allowed', async () => {
  const tenant = await newTenant()
  await put(tenant, { Domain: 'old.example' })
  await put(tenant, { Domain: 'new.example' })
  expect((await get(tenant)).body).toEqual(http('new.example'))
  expect(await allowed(tenant)).toEqual([])
})

test('removes the new default domain from the allowed domains and keeps their order', async () => {
  const tenant = await newTenant()
  const [first, second, third] = many(3)
  await allow(tenant, [first, second, third])
  await put(tenant, { Domain: second!.domain })
  expect((await get(tenant)).body).toEqual(http(second!.domain))
  expect(await allowed(tenant)).toEqual([first, third])
})

test('a domain that was allowed stays allowed when it becomes the default and is replaced', async () => {
  const tenant = await newTenant()
  const [first, second, third] = many(3)
  await allow(tenant, [first, second, third])
  await put(tenant, { Domain: second!.domain, Protocol: 'HTTPS' })
  await allow(tenant, [https(second!.domain)])
  await put(tenant, { Domain: 'new.example' })
  expect(await allowed(tenant)).toEqual([first, second, third])
})

test('the default domain cannot be removed from the allowed domains', async () => {
  const tenant = await newTenant()
  const [first, second] = many(2)
  await allow(tenant, [first, second])
  await put(tenant, { Domain: second!.domain })
  const reply = await disallow(tenant, [second])
  expect(reply).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  await put(tenant, { Domain: 'new.example' })
  expect(await allowed(tenant)).toEqual([first, second])
})

test.each([
  ['no domain', {}, ['is required']],
  ['null', { Domain: null }, ['is required']],
  ['a number', { Domain: 5 }, ['must be text']],
  ['an object', { Domain: { domain: 'shop.example' } }, ['must be text']],
  ['an empty string', { Domain: '' }, ['must be a host name such as shop.example.com']],
  ['a bare scheme', { Domain: 'http://' }, ['must be a host name such as shop.example.com']],
  ['a mail address', { Domain: 'me@shop.example' }, ['must be a host name such as shop.example.com']],
])('rejects %s and keeps the default domain', async (_, body, faults) => {
  const tenant = await newTenant()
  await put(tenant, { Domain: 'shop.example' })
  expect(await put(tenant, body)).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', errors: { Domain: faults } },
  })
  expect((await get(tenant)).body).toEqual(http('shop.example'))
})

test('rejects an array', async () => {
  expect(await put(await newTenant(), [https('shop.example')])).toMatchObject({
    status: 400,
    body: { errors: { body: ['must be an object'] } },
  })
})

test('matches no ETag before a default domain is set', async () => {
  const tenant = await newTenant()
  for (const tag of ['*', '"any"'])
    expect((await put(tenant, { Domain: 'one.example' }, { 'If-Match': tag })).status, tag).toBe(412)
  expect((await get(tenant)).status).toBe(404)
})

test('never keeps the default domain among the allowed domains in concurrent requests', async () => {
  const tenant = await newTenant()
  const domains = many(10)
  await Promise.all([
    ...domains.map(domain => allow(tenant, [domain])),
    ...domains.slice(0, 3).map(({ domain, protocol }) => put(tenant, { domain, protocol })),
  ])
  const { body } = await get(tenant)
  expect(await allowed(tenant)).not.toContainEqual(body)
  expect((await allowed(tenant)).length).toBeGreaterThanOrEqual(7)
})
