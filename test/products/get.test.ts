import { describe, expect, test } from 'vitest'
import { completeOrder, item } from '../support/checkout.ts'
import { newTenant, otherMode } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { addProducts, get, sizes, update } from './calls.ts'

test('returns a product as the checkout sent it, with the price adjustments of its choices', async () => {
  const tenant = await newTenant()
  const createdOn = '2026-05-01T10:00:00.000Z'
  const sent = {
    id: 'TEE',
    name: 'Classic tee',
    description: 'Black',
    price: 19.9,
    url: '/tee',
    image: 'https://shop.example/tee.jpg',
    categories: ['Clothes', 'Tees'],
    customFields: [sizes],
    metadata: { a: { '': [1] } },
    fileGuid: '7d5c8f0e-2b1a-4c3d-9e8f-1a2b3c4d5e6f',
  }
  await addProducts(tenant, [sent], { createdOn })
  const { status, body } = await get(tenant, 'TEE')
  const { id, customFields, ...otherFields } = sent
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      ...otherFields,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      userDefinedId: id,
      account_Id: tenant.account,
      mode: 'Test',
      currency: 'eur',
      archived: false,
      creationDate: createdOn,
      modificationDate: createdOn,
      statistics: { numberOfSales: 0, totalSales: 0 },
      customFields: [{ ...customFields[0], operation: 2, optionsArray: ['S', 'M', 'L'] }],
    },
  })
})

test('the price is in the currency of the last order with the product', async () => {
  const tenant = await newTenant()
  await completeOrder(tenant, { currency: 'EUR', items: [item({ id: 'TEE', price: 20 })] })
  expect((await get(tenant, 'TEE')).body).toMatchObject({ price: 20, currency: 'eur' })
  await completeOrder(tenant, { currency: 'JPY', items: [item({ id: 'TEE', price: 3000 })] })
  expect((await get(tenant, 'TEE')).body).toMatchObject({ price: 3000, currency: 'jpy' })
})

test('returns null for fields not sent, and no inventory fields until it is configured', async () => {
  const tenant = await newTenant()
  await addProducts(tenant, [{ id: 'TEE', name: null, price: null, url: null }])
  const { body } = await get(tenant, 'TEE')
  expect(body).toMatchObject({
    name: null,
    price: 0,
    url: '',
    description: null,
    image: null,
    categories: [],
    customFields: [],
    metadata: null,
    fileGuid: null,
  })
  expect(Object.keys(body).filter(field => /stock|inventory|variants/i.test(field))).toEqual([])
})

test('sums up all completed orders to the cent', async () => {
  const tenant = await newTenant()
  await completeOrder(tenant, { items: [item({ quantity: 2, price: 0.1, totalPrice: 0.2 })] })
  await completeOrder(tenant, { items: [item({ price: 0.1 }), item({ price: 0.3 })], status: 'Cancelled' })
  await updateTallies(tenant)
  expect((await get(tenant, 'TEE')).body.statistics).toEqual({ numberOfSales: 4, totalSales: 0.6 })
})

test('keeps the description of the newest event, in any order of arrival', async () => {
  const tenant = await newTenant()
  await addProducts(tenant, [{ name: 'New', price: 2 }], { createdOn: '2026-05-02T00:00:00Z' })
  await addProducts(tenant, [{ name: 'Old', price: 1 }], { createdOn: '2026-05-01T00:00:00Z' })
  expect((await get(tenant, 'TEE')).body).toMatchObject({
    name: 'New',
    price: 2,
    creationDate: '2026-05-01T00:00:00.000Z',
    modificationDate: '2026-05-02T00:00:00.000Z',
  })
})

describe('an id', () => {
  test.each([
    ['plain', 'TEE-1'],
    ['with slashes', 'tees/black/XL'],
    ['with blanks', 'classic tee, black'],
    ['with Unicode', 'Größe 42½ 小 👕'],
    ['with reserved characters of a path', 'a?b=c&d#e%2F%+.;:@'],
    ['that is a path', '../..'],
    ['that is a property name', '__proto__'],
    ['in the form of a GUID', '0198aaaa-0000-7000-8000-0000000dead1'],
  ])('%s identifies its product, and so does the GUID in any case', async (_, userDefinedId) => {
    const tenant = await newTenant()
    await addProducts(tenant, [{ id: userDefinedId }, { id: 'other' }])
    const { body } = await get(tenant, userDefinedId)
    expect(body.userDefinedId).toBe(userDefinedId)
    expect((await get(tenant, body.id)).body).toEqual(body)
    expect((await get(tenant, body.id.toUpperCase())).body).toEqual(body)
  })

  test('that is the GUID of one product and the user-defined id of another finds the first', async () => {
    const tenant = await newTenant()
    await addProducts(tenant, [{ id: 'TEE' }])
    const { id } = (await get(tenant, 'TEE')).body
    await addProducts(tenant, [{ id }])
    expect((await get(tenant, id)).body.userDefinedId).toBe('TEE')
    expect((await update(tenant, id, {})).body.userDefinedId).toBe('TEE')
  })

  test('is matched exactly', async () => {
    const tenant = await newTenant()
    await addProducts(tenant, [{ id: 'Tee' }])
    for (const id of ['tee', 'TEE', 'Te']) expect((await get(tenant, id)).status).toBe(404)
  })

  test('of a product of another mode or account responds with 404', async () => {
    const tenant = await newTenant()
    await addProducts(tenant, [{ id: 'TEE' }])
    const { id } = (await get(tenant, 'TEE')).body
    for (const otherTenant of [otherMode(tenant), await newTenant()])
      for (const idOrGuid of ['TEE', id])
        expect(await get(otherTenant, idOrGuid)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})
