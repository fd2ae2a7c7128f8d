/** Tests which stock a product has after an import, if its units were sold here or at the source since the last one. */

import { beforeEach, describe, expect, test } from 'vitest'
import { productIdOf } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { importObject } from '../../lib/import/index.ts'
import { keyOf, ProductRow } from '../../lib/products/entity.ts'
import { item, order, sendEvent } from '../support/checkout.ts'
import { call, newTenant } from '../support/store.ts'

let tenant: Tenant

const mug = (stock: number, time: string, fields: object = {}) => ({
  userDefinedId: 'MUG',
  name: 'Mug',
  price: 8.5,
  modificationDate: `2026-03-02T${time}Z`,
  stock,
  ...fields,
})

const importMug = async (product: object, options = {}) =>
  (await importObject('products', tenant, { product }, options)).result

/** Sends the event of an order of one mug. The mirrored webhooks of the source, and the store's own checkout do so. */
const sell = (time: string, fields: object = {}) =>
  sendEvent(tenant, 'order.completed', order({ items: [item({ id: 'MUG', quantity: 1, ...fields })] }), {
    createdOn: `2026-03-02T${time}Z`,
  })

const read = async () => (await call('products.get', tenant, { params: { id: 'MUG' } })).body
const stock = async () => (await read()).stock
const setStock = (stock: number) => call('products.update', tenant, { params: { id: 'MUG' }, body: { stock } })

beforeEach(async () => {
  tenant = await newTenant()
  await importMug(mug(5, '08:00:00'))
})

describe('the stock at the source replaces that of a product', () => {
  test('that was restocked there, and sold there before and after', async () => {
    await sell('10:00:01')
    await sell('15:00:01')
    expect(await stock()).toBe(3)
    expect(await importMug(mug(103, '15:00:00'))).toBe('updated')
    expect(await importMug(mug(103, '15:00:00'))).toBe('unchanged')
    expect(await stock()).toBe(103)
    await sell('16:00:01')
    expect(await stock()).toBe(102)
  })

  test('that was restocked and sold there until it had the same stock again', async () => {
    await sell('15:00:01')
    await importMug(mug(5, '15:00:00'))
    expect(await stock()).toBe(5)
  })

  test('that was sold, if the source does not change the modification date', async () => {
    await sell('10:00:01')
    await importMug(mug(24, '08:00:00'))
    expect(await stock()).toBe(24)
  })

  test('with variants', async () => {
    const customFields = [{ name: 'Size', type: 'dropdown', options: 'S|M', value: 'M' }]
    const variants = (small: number, medium: number) => ({
      stock: null,
      customFields,
      variants: [
        { stock: small, variation: [{ name: 'Size', option: 'S' }] },
        { stock: medium, variation: [{ name: 'Size', option: 'M' }] },
      ],
    })
    await importMug(mug(0, '09:00:00', variants(1, 2)))
    await sell('10:00:01', { customFields })
    expect((await read()).variants).toMatchObject([{ stock: 1 }, { stock: 1 }])
    await importMug(mug(0, '09:00:00', variants(1, 12)))
    expect((await read()).variants).toMatchObject([{ stock: 1 }, { stock: 12 }])
  })

  test('that a request has set, if the source has changed the product since, and sold it', async () => {
    await setStock(50)
    const later = new Date(Date.now() + 60_000).toISOString()
    await sendEvent(tenant, 'order.completed', order({ items: [item({ id: 'MUG' })] }), {
      createdOn: new Date(Date.now() + 61_000).toISOString(),
    })
    await importMug({ ...mug(48, '08:00:00'), modificationDate: later })
    expect(await stock()).toBe(48)
  })

  test('that was sold between its import and the webhook of the sale, if the import overwrites all stock', async () => {
    await sell('07:59:59')
    expect([await importMug(mug(5, '08:00:00')), await stock()]).toEqual(['unchanged', 4])
    expect([await importMug(mug(5, '08:00:00'), { overwriteStock: true }), await stock()]).toEqual(['updated', 5])
  })

  test('that a request has set since, if the import overwrites all stock', async () => {
    await setStock(50)
    await importMug(mug(5, '08:00:00'), { overwriteStock: true })
    expect(await stock()).toBe(5)
  })
})

describe('the stock here stays', () => {
  test('if this store alone has sold the product since the last import', async () => {
    await sell('10:00:01')
    await sell('11:00:01')
    expect([await importMug(mug(5, '08:00:00')), await stock()]).toEqual(['unchanged', 3])
  })

  test('if a request has set it since the last change at the source', async () => {
    await importMug(mug(4, '09:00:00'))
    await setStock(50)
    expect([await importMug(mug(3, '10:00:00')), await stock()]).toEqual(['updated', 50])
  })
})

describe('a product that an earlier release has imported', () => {
  const storeAsBefore = async (inventory: { asImported?: true }) => {
    const key = keyOf(tenant, productIdOf(tenant, 'MUG'))
    const stored = { method: 'Single' as const, stock: 5, allowOutOfStockPurchases: true, ...inventory }
    await ProductRow.patch(key).set({ inventory: stored }).go()
  }

  test('has the stock at the source, if it was not sold since', async () => {
    await storeAsBefore({ asImported: true })
    await importMug(mug(7, '08:00:00'))
    expect(await stock()).toBe(7)
    await sell('10:00:01')
    expect([await importMug(mug(7, '08:00:00')), await stock()]).toEqual(['unchanged', 6])
  })

  test('keeps its stock if it was sold since, unless the source has changed it later', async () => {
    await storeAsBefore({ asImported: true })
    await sell('10:00:01')
    await importMug(mug(5, '08:00:00'))
    await importMug(mug(9, '10:00:00'))
    expect(await stock()).toBe(4)
    await importMug(mug(9, '11:00:00'))
    expect(await stock()).toBe(9)
  })
})
