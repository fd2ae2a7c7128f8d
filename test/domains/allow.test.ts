import { expect, test } from 'vitest'
import { newTenant } from '../support/store.ts'
import { allow, allowed, get, http, https, many, put } from './calls.ts'

test('returns all allowed domains after adding', async () => {
  const tenant = await newTenant()
  expect(await allow(tenant, [https('one.example')])).toMatchObject({ status: 200, body: [https('one.example')] })
  const reply = await allow(tenant, [{ domain: 'two.example' }, https('http://www.three.example/')])
  expect(reply.body).toEqual([https('one.example'), http('two.example'), https('three.example')])
  expect(await allowed(tenant)).toEqual(reply.body)
})

test('defaults to HTTP for a missing or unknown protocol', async () => {
  const sent = [{ domain: 'a.example' }, { domain: 'b.example', protocol: 'gopher' }]
  expect((await allow(await newTenant(), sent)).body).toEqual([http('a.example'), http('b.example')])
})

test('uses the scheme of a URL unless a protocol is sent', async () => {
  const sent = [{ domain: 'https://a.example' }, { domain: 'https://b.example', protocol: 'HTTP' }]
  expect((await allow(await newTenant(), sent)).body).toEqual([https('a.example'), http('b.example')])
})

test('accepts the field names of PUT', async () => {
  const sent = [{ Domain: 'a.example', Protocol: 'https' }]
  expect((await allow(await newTenant(), sent)).body).toEqual([https('a.example')])
})

test('changes the protocol of a domain added again, and keeps its position', async () => {
  const tenant = await newTenant()
  await allow(tenant, [http('a.example'), http('b.example')])
  const reply = await allow(tenant, [https('c.example'), https('WWW.A.example')])
  expect(reply.body).toEqual([https('a.example'), http('b.example'), https('c.example')])
})

test('uses the last of duplicate domains in one request', async () => {
  const reply = await allow(await newTenant(), [http('a.example'), http('b.example'), https('a.example')])
  expect(reply.body).toEqual([https('a.example'), http('b.example')])
})

test('ignores the default domain and keeps its protocol', async () => {
  const tenant = await newTenant()
  await put(tenant, { Domain: 'shop.example' })
  const reply = await allow(tenant, [https('www.shop.example'), https('a.example')])
  expect(reply).toMatchObject({ status: 200, body: [https('a.example')] })
  expect((await get(tenant)).body).toEqual(http('shop.example'))
})

test('changes nothing for an empty array', async () => {
  const tenant = await newTenant()
  expect(await allow(tenant, [])).toMatchObject({ status: 200, body: [] })
  await allow(tenant, [http('a.example')])
  expect((await allow(tenant, [])).body).toEqual([http('a.example')])
})

test('rejects an object instead of an array', async () => {
  expect(await allow(await newTenant(), https('a.example'))).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', errors: { body: ['must be an array'] } },
  })
})

test('reports every invalid entry and adds none', async () => {
  const tenant = await newTenant()
  const sent = [https('a.example'), https('a b'), {}, 'c.example', null, { domain: 7 }, https('')]
  expect(await allow(tenant, sent)).toMatchObject({
    status: 400,
    body: {
      code: 'validation_failed',
      errors: {
        '[1].domain': ['must be a host name such as shop.example.com'],
        '[2].domain': ['is required'],
        '[3]': ['must be an object'],
        '[4]': ['must be an object'],
        '[5].domain': ['must be text'],
        '[6].domain': ['must be a host name such as shop.example.com'],
      },
    },
  })
  expect(await allowed(tenant)).toEqual([])
})

test('rejects more than a hundred allowed domains and changes nothing', async () => {
  const tenant = await newTenant()
  await put(tenant, { Domain: 'shop.example' })
  expect((await allow(tenant, many(100))).body).toHaveLength(100)
  expect(await allow(tenant, [https('shop1.example'), https('one-too.example')])).toMatchObject({
    status: 400,
    body: { errors: { body: ['would make it 101 allowed domains; a store has at most 100'] } },
  })
  expect((await allow(tenant, [http('shop1.example'), https('shop.example')])).status).toBe(200)
  expect(await allowed(tenant)).toEqual([http('shop1.example'), ...many(100).slice(1)])
})

test('rejects more than a hundred domains in one request', async () => {
  expect(await allow(await newTenant(), many(101))).toMatchObject({
    status: 400,
    body: { errors: { body: ['must have at most 100 entries'] } },
  })
})

test('applies twenty concurrent requests', async () => {
  const tenant = await newTenant()
  const replies = await Promise.all(many(20).map(domain => allow(tenant, [domain])))
  expect(replies.map(reply => reply.status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(new Set(await allowed(tenant))).toEqual(new Set(many(20)))
})

test('repeats the first reply for the same Idempotency-Key', async () => {
  const tenant = await newTenant()
  const once = () => allow(tenant, [https('a.example')], { 'Idempotency-Key': 'first' })
  const first = await once()
  await allow(tenant, [https('b.example')])
  expect(await once()).toMatchObject({ status: 200, body: first.body, headers: { 'Idempotent-Replayed': 'true' } })
})
