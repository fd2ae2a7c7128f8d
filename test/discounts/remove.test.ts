import { expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { DiscountRow } from '../../lib/discounts/entity.ts'
import { call, newTenant } from '../support/store.ts'
import { code } from './samples.ts'

const create = async (tenant: Tenant) => (await call('discounts.create', tenant, { body: code('A') })).body.id as string
const remove = (tenant: Tenant, id: string) => call('discounts.remove', tenant, { params: { id } })

test('deletes a discount and releases its code', async () => {
  const tenant = await newTenant()
  const id = await create(tenant)
  expect(await remove(tenant, id)).toMatchObject({ status: 204, body: '' })
  expect((await call('discounts.get', tenant, { params: { id } })).status).toBe(404)
  expect((await remove(tenant, id)).body.code).toBe('not_found')
  expect(await create(tenant)).not.toBe(id)
})

test('does not delete a discount used in a completed order', async () => {
  const tenant = await newTenant()
  const id = await create(tenant)
  await DiscountRow.patch({ ...tenant, id })
    .set({ numberOfUsages: 1 })
    .go()
  expect(await remove(tenant, id)).toMatchObject({ status: 409, body: { code: 'discount_used' } })
  expect((await call('discounts.get', tenant, { params: { id } })).body.numberOfUsages).toBe(1)
})

test('succeeds for one of several concurrent requests', async () => {
  const tenant = await newTenant()
  const id = await create(tenant)
  const replies = await Promise.all(Array.from({ length: 20 }, () => remove(tenant, id)))
  expect(replies.filter(reply => reply.status === 204)).toHaveLength(1)
  expect(replies.filter(reply => reply.status === 404)).toHaveLength(19)
})
