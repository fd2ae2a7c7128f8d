import { expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { call, newTenant } from '../support/store.ts'
import { createMethod, flat, full, get, list } from './samples.ts'

const put = (tenant: Tenant, id: string, body: unknown, headers: Record<string, string> = {}) =>
  call('shipping.update', tenant, { params: { id }, body, headers })

test('replaces a method, and resets fields not sent', async () => {
  const tenant = await newTenant()
  const { id } = await createMethod(tenant, full)
  const reply = await put(tenant, id, { ...flat, Id: 'ignored' })
  const bare = (await call('shipping.create', await newTenant(), { body: flat })).body
  expect(reply).toMatchObject({ status: 200 })
  expect(reply.body).toEqual({ ...bare, Id: id })
  expect(await get(tenant, id)).toMatchObject({ body: reply.body, headers: { ETag: reply.headers.ETag } })
})

test('keeps the position of a method in the list', async () => {
  const tenant = await newTenant()
  const first = await createMethod(tenant)
  await createMethod(tenant)
  await put(tenant, first.id, { ...full, name: 'Changed' })
  expect((await list(tenant)).body).toMatchObject([{ Id: first.id, name: 'Changed' }, { name: 'Letter' }])
})

test('reads the obsolete location as a condition', async () => {
  const tenant = await newTenant()
  const { id } = await createMethod(tenant, full)
  const { body } = await put(tenant, id, { ...flat, location: { country: 'de', province: null } })
  expect(body.countryCondition).toEqual([{ countryCode: 'DE', provinceCode: '' }])
})

test('reports all faults of a body and changes nothing', async () => {
  const tenant = await newTenant()
  const { id, etag } = await createMethod(tenant, full)
  const reply = await put(tenant, id, { rates: [{ cost: 1, weight: { from: 2, to: 1 } }] })
  expect(reply).toMatchObject({
    status: 400,
    body: { errors: { name: ['is required'], 'rates[0].weight.to': ['must be at least from'] } },
  })
  expect((await get(tenant, id)).headers.ETag).toBe(etag)
})

test('accepts all concurrent changes without If-Match', async () => {
  const tenant = await newTenant()
  const { id } = await createMethod(tenant)
  const replies = await Promise.all(
    Array.from({ length: 5 }, (_, n) => put(tenant, id, { ...flat, name: `Change ${n}` })),
  )
  expect(replies.map(reply => reply.status)).toEqual([200, 200, 200, 200, 200])
})

test('does not restore a method deleted by a concurrent request', async () => {
  const tenant = await newTenant()
  const { id, etag } = await createMethod(tenant)
  await call('shipping.remove', tenant, { params: { id } })
  expect((await put(tenant, id, flat, { 'If-Match': etag })).status).toBe(404)
  expect((await list(tenant)).body).toEqual([])
})
