import { expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { DiscountRow } from '../../lib/discounts/entity.ts'
import { call, newTenant } from '../support/store.ts'
import { code } from './samples.ts'

const create = async (tenant: Tenant, value: string) =>
  (await call('discounts.create', tenant, { body: { ...code(value), combinable: false } })).body
const put = (tenant: Tenant, id: string, body: unknown) => call('discounts.update', tenant, { params: { id }, body })

test('replaces type and trigger of a discount', async () => {
  const tenant = await newTenant()
  const { id } = await create(tenant, 'OLD')
  const change = { id: 'ignored', name: 'New', trigger: 'Product', itemId: 'TEE', type: 'RateOnItems', rate: 5 }
  const reply = await put(tenant, id, change)
  expect(reply).toMatchObject({ status: 200, body: { ...change, id, code: null, amount: null, combinable: false } })
  expect((await call('discounts.get', tenant, { params: { id } })).body).toEqual(reply.body)
})

test('archives, keeps archived when not sent, and restores', async () => {
  const tenant = await newTenant()
  const { id } = await create(tenant, 'A')
  expect((await put(tenant, id, { ...code('A'), archived: true })).body.archived).toBe(true)
  expect((await put(tenant, id, code('A'))).body.archived).toBe(true)
  expect((await put(tenant, id, { ...code('A'), archived: 'false' })).body.archived).toBe(false)
})

test.each([undefined, null, '', ' '])('keeps archived and combinable when %j is sent', async blank => {
  const tenant = await newTenant()
  const { id } = await create(tenant, 'A')
  await put(tenant, id, { ...code('A'), archived: true })
  const reply = await put(tenant, id, { ...code('A'), archived: blank, combinable: blank })
  expect(reply).toMatchObject({ status: 200, body: { archived: true, combinable: false } })
})

const limits = { expires: '2027-12-31T23:59:59.999Z', maxNumberOfUsages: 5 }
const sameKind = { name: 'New', trigger: 'Code', type: 'FixedAmount' }

test('keeps the fields that are not sent', async () => {
  const tenant = await newTenant()
  const { id } = await create(tenant, 'A')
  const before = await put(tenant, id, { ...code('A'), ...limits })
  const reply = await put(tenant, id, sameKind)
  expect(reply).toMatchObject({ status: 200, body: { ...before.body, name: 'New' } })
  expect((await call('discounts.get', tenant, { params: { id } })).body).toEqual(reply.body)
})

test.each([null, '', ' '])('clears the fields that are sent as %j', async empty => {
  const tenant = await newTenant()
  const { id } = await create(tenant, 'A')
  await put(tenant, id, { ...code('A'), ...limits })
  const reply = await put(tenant, id, { ...sameKind, expires: empty, maxNumberOfUsages: empty })
  expect(reply).toMatchObject({ status: 200, body: { expires: null, maxNumberOfUsages: null, code: 'A' } })
})

test('rejects a change that clears a required field, or lacks one of its new type', async () => {
  const tenant = await newTenant()
  const { id } = await create(tenant, 'A')
  const errorsOf = async (body: object) => Object.keys((await put(tenant, id, body)).body.errors)
  expect(await errorsOf({ ...sameKind, code: null, amount: '' })).toEqual(['code', 'amount'])
  expect(await errorsOf({ ...sameKind, type: 'Shipping' })).toEqual(['shippingDescription', 'shippingCost'])
  expect(await errorsOf({ name: 'New' })).toEqual(['trigger', 'type'])
})

test('clears the fields of other triggers and types', async () => {
  const tenant = await newTenant()
  const { id } = await create(tenant, 'A')
  const rate = { name: 'New', trigger: 'Total', type: 'Rate', rate: 5 }
  const reply = await put(tenant, id, { ...rate, amount: 0, shippingCost: -1 })
  expect(reply).toMatchObject({ status: 200, body: { ...rate, code: null, amount: null, shippingCost: null } })
})

test.each([
  ['RateOnItems', 'productIds', 'TEE, MUG'],
  ['RateOnCategory', 'categories', 'Tees, Mugs'],
])('%s can be limited by %s', async (type, field, value) => {
  const tenant = await newTenant()
  const rate = { name: 'Sale', trigger: 'Total', type, rate: 5 }
  const { body } = await call('discounts.create', tenant, { body: { ...rate, [field]: value } })
  expect(body[field]).toBe(value.replace(', ', ','))
  expect((await put(tenant, body.id, { ...rate, [field]: null })).body[field]).toBeNull()
})

test('ignores usage counters in the body', async () => {
  const tenant = await newTenant()
  const { id } = await create(tenant, 'A')
  await DiscountRow.patch({ ...tenant, id })
    .set({ numberOfUsages: 3, numberOfUsagesUncompleted: 2 })
    .go()
  const reply = await put(tenant, id, { ...code('A'), numberOfUsages: 0, numberOfUsagesUncompleted: 0 })
  expect(reply.body).toMatchObject({ numberOfUsages: 3, numberOfUsagesUncompleted: 2 })
})

test('releases the old code and reserves the new one', async () => {
  const tenant = await newTenant()
  const { id } = await create(tenant, 'OLD')
  await put(tenant, id, code('NEW'))
  expect((await call('discounts.create', tenant, { body: code('NEW') })).body.code).toBe('code_in_use')
  expect((await call('discounts.create', tenant, { body: code('OLD') })).status).toBe(200)
})

test('rejects a code of another discount and changes nothing', async () => {
  const tenant = await newTenant()
  const [one] = [await create(tenant, 'ONE'), await create(tenant, 'TWO')]
  expect(await put(tenant, one.id, code('two'))).toMatchObject({ status: 409, body: { code: 'code_in_use' } })
  expect((await call('discounts.get', tenant, { params: { id: one.id } })).body.code).toBe('ONE')
})

test('restores an archived discount only while its code is not in use', async () => {
  const tenant = await newTenant()
  const { id } = await create(tenant, 'SALE')
  await put(tenant, id, { ...code('SALE'), archived: true })
  const other = await create(tenant, 'SALE')
  expect((await put(tenant, id, { ...code('SALE'), archived: false })).body.code).toBe('code_in_use')
  await call('discounts.remove', tenant, { params: { id: other.id } })
  expect((await put(tenant, id, { ...code('SALE'), archived: false })).status).toBe(200)
})

test('accepts all concurrent changes without If-Match', async () => {
  const tenant = await newTenant()
  const { id } = await create(tenant, 'A')
  const change = (n: number) => put(tenant, id, { ...code(`CODE${n}`), name: `Change ${n}` })
  const replies = await Promise.all(Array.from({ length: 5 }, (_, n) => change(n)))
  expect(replies.map(reply => reply.status)).toEqual([200, 200, 200, 200, 200])
})

test('rejects a body without a field that its type requires', async () => {
  const tenant = await newTenant()
  const { id } = await create(tenant, 'A')
  const reply = await put(tenant, id, { name: 'A', trigger: 'Code', code: 'A', type: 'Rate' })
  expect(reply).toMatchObject({ status: 400, body: { errors: { rate: ['is required when type is Rate'] } } })
})
