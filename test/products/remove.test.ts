import { expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { completeOrder, item } from '../support/checkout.ts'
import { newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { addProducts, get, idsOf, list, remove, update } from './calls.ts'

const at = (day: number) => ({ createdOn: `2026-05-0${day}T00:00:00.000Z` })
const future = { createdOn: '2999-01-01T00:00:00.000Z' }

async function createStore(): Promise<Tenant> {
  const tenant = await newTenant()
  await addProducts(tenant, [{ id: 'TEE' }, { id: 'MUG' }], at(2))
  return tenant
}

test('archives a product, which is no longer listed but can be retrieved', async () => {
  const tenant = await createStore()
  const { status, body } = await remove(tenant, 'TEE')
  expect({ status, body }).toMatchObject({ status: 200, body: { userDefinedId: 'TEE', archived: true } })
  expect((await get(tenant, 'TEE')).body).toEqual(body)
  await updateTallies(tenant)
  for (const orderBy of ['NbrSales', 'SalesValue', 'CreationDate']) {
    expect(idsOf(await list(tenant, { orderBy }))).toEqual(['MUG'])
    expect(idsOf(await list(tenant, { orderBy, from: '2026-01-01' }))).toEqual(['MUG'])
    const all = await list(tenant, { orderBy, archived: 'true' })
    expect(idsOf(all).toSorted()).toEqual(['MUG', 'TEE'])
    expect(all.body.items.find(({ id }: { id: string }) => id === body.id)).toEqual(body)
  }
})

test('archives by the GUID, and by an id with slashes and Unicode', async () => {
  const tenant = await newTenant()
  await addProducts(tenant, [{ id: 'tees/schön 小' }, { id: 'MUG' }], at(2))
  expect((await remove(tenant, 'tees/schön 小')).body.archived).toBe(true)
  const { id } = (await get(tenant, 'MUG')).body
  expect((await remove(tenant, id.toUpperCase())).body).toMatchObject({ id, archived: true })
  expect((await list(tenant)).body).toMatchObject({ totalItems: 0, items: [] })
})

test('archives an archived product again', async () => {
  const tenant = await createStore()
  await remove(tenant, 'TEE')
  expect(await remove(tenant, 'TEE')).toMatchObject({ status: 200, body: { archived: true } })
})

test('keeps inventory and sales of an archived product, and counts new sales', async () => {
  const tenant = await createStore()
  await update(tenant, 'TEE', { inventoryManagementMethod: 'Single', stock: 5 })
  await remove(tenant, 'TEE')
  await completeOrder(tenant, { items: [item({ quantity: 2 })] }, at(1))
  await updateTallies(tenant)
  expect((await get(tenant, 'TEE')).body).toMatchObject({
    archived: true,
    stock: 3,
    statistics: { numberOfSales: 2, totalSales: 40 },
  })
})

test.each([
  ['a cart', addProducts],
  [
    'an order',
    (tenant: Tenant, items: object[], envelope: object) =>
      completeOrder(tenant, { items: items.map(one => item(one as Record<string, unknown>)) }, envelope),
  ],
] as const)(
  '%s restores the product if it is newer than the removal, but not if it is older',
  async (_, sendProducts) => {
    const tenant = await createStore()
    await remove(tenant, 'TEE')
    await sendProducts(tenant, [{ id: 'TEE', name: 'Older' }], at(1))
    await sendProducts(tenant, [{ id: 'TEE', name: 'Newer, but before the removal' }], at(3))
    expect((await get(tenant, 'TEE')).body).toMatchObject({ archived: true, name: 'Newer, but before the removal' })
    await sendProducts(tenant, [{ id: 'TEE' }], future)
    expect((await get(tenant, 'TEE')).body.archived).toBe(false)
    await updateTallies(tenant)
    expect(idsOf(await list(tenant, { orderBy: 'CreationDate' })).toSorted()).toEqual(['MUG', 'TEE'])
  },
)

test('archives a product with an event dated in the future, and an update restores it', async () => {
  const tenant = await createStore()
  await addProducts(tenant, [{ id: 'TEE' }], future)
  expect((await remove(tenant, 'TEE')).body.archived).toBe(true)
  await updateTallies(tenant)
  expect(idsOf(await list(tenant))).toEqual(['MUG'])
  expect((await update(tenant, 'TEE', {})).body.archived).toBe(false)
  await updateTallies(tenant)
  expect((await list(tenant)).body.totalItems).toBe(2)
})
