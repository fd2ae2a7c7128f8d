import { expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { call, newTenant, otherMode } from '../support/store.ts'
import { full, get, list, made, nobodysId } from './samples.ts'

const remove = (tenant: Tenant, id: string, headers: Record<string, string> = {}) =>
  call('shipping.remove', tenant, { params: { id }, headers })

test('responds with 204 and an empty body, then with 404', async () => {
  const tenant = await newTenant()
  const [gone, kept] = [await made(tenant, full), await made(tenant)]
  expect(await remove(tenant, gone.id)).toMatchObject({ status: 204, body: '' })
  expect(await remove(tenant, gone.id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await get(tenant, gone.id)).status).toBe(404)
  expect((await list(tenant)).body).toMatchObject([{ Id: kept.id }])
})

test('deletes only when If-Match has the current ETag', async () => {
  const tenant = await newTenant()
  const { id, etag } = await made(tenant)
  expect((await remove(tenant, id, { 'If-Match': '"another"' })).body.code).toBe('precondition_failed')
  expect((await get(tenant, id)).status).toBe(200)
  expect((await remove(tenant, id, { 'If-Match': etag })).status).toBe(204)
})

test('ignores a body', async () => {
  const tenant = await newTenant()
  const { id } = await made(tenant)
  const reply = await call('shipping.remove', tenant, { params: { id }, body: '{broken' })
  expect(reply.status).toBe(204)
})

test.each([nobodysId, 'letter'])('answers 404 to %s', async id => {
  expect(await remove(await newTenant(), id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('has no access to the other mode or another account', async () => {
  const tenant = await newTenant()
  const { id } = await made(tenant)
  for (const stranger of [otherMode(tenant), await newTenant()])
    expect((await remove(stranger, id)).status).toBe(404)
  expect((await get(tenant, id)).status).toBe(200)
})

test('succeeds for one of several concurrent requests', async () => {
  const tenant = await newTenant()
  const { id } = await made(tenant)
  const replies = await Promise.all(Array.from({ length: 20 }, () => remove(tenant, id)))
  expect(replies.filter(reply => reply.status === 204)).toHaveLength(1)
  expect(replies.filter(reply => reply.status === 404)).toHaveLength(19)
})
