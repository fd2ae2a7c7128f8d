import { expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { call, newTenant } from '../support/store.ts'
import { createMethod, full, get, list } from './samples.ts'

const remove = (tenant: Tenant, id: string) => call('shipping.remove', tenant, { params: { id } })

test('returns 204 with an empty body, then 404', async () => {
  const tenant = await newTenant()
  const [deleted, kept] = [await createMethod(tenant, full), await createMethod(tenant)]
  expect(await remove(tenant, deleted.id)).toMatchObject({ status: 204, body: '' })
  expect(await remove(tenant, deleted.id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await get(tenant, deleted.id)).status).toBe(404)
  expect((await list(tenant)).body).toMatchObject([{ Id: kept.id }])
})

test('ignores a body', async () => {
  const tenant = await newTenant()
  const { id } = await createMethod(tenant)
  const reply = await call('shipping.remove', tenant, { params: { id }, body: '{broken' })
  expect(reply.status).toBe(204)
})

test('succeeds for one of several concurrent requests', async () => {
  const tenant = await newTenant()
  const { id } = await createMethod(tenant)
  const replies = await Promise.all(Array.from({ length: 20 }, () => remove(tenant, id)))
  expect(replies.filter(reply => reply.status === 204)).toHaveLength(1)
  expect(replies.filter(reply => reply.status === 404)).toHaveLength(19)
})
