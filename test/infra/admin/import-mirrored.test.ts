/**
 * Imports from a stub of the hosted service into a store that got the same sales by events, too.
 * @module-tag long
 */

import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hostedOrder, hostedProduct } from '../../import-source/hosted-objects.ts'
import { emptyStore, startHostedService } from '../../import-source/hosted-service.ts'
import { importJson } from '../../import-source/run-import.ts'
import { completeOrder, sendEvent } from '../../support/checkout.ts'
import { call, newTenant } from '../../support/store.ts'
import { newDirectory } from '../../support/temporary.ts'

async function start(product: object) {
  const store = { ...emptyStore(), products: [product] }
  const source = await startHostedService(store)
  onTestFinished(source.stop)
  const tenant = await newTenant()
  return { store, tenant, options: { url: source.url, tenant, state: join(newDirectory(), 'state.json') } }
}

test('finds no differences in a store that the webhooks of the source have mirrored', async () => {
  const fields = { customFields: [], metadata: null, inventoryManagementMethod: 'Single', statistics: undefined }
  const product = hostedProduct(1, { ...fields, description: null, image: null, stock: 5 })
  const { userDefinedId, name, url, price } = product
  const { store, tenant, options } = await start(product)
  const importAll = async () => {
    const { exitCode, differences } = await importJson({ ...options, args: '--only products,orders --wait 0' })
    expect({ exitCode, differences }).toEqual({ exitCode: 0, differences: [] })
  }
  await importAll()
  const soldAt = Date.now() - 60_000
  const date = new Date(soldAt).toISOString()
  const items = [
    { ...hostedOrder(1).items[0], ...fields, id: userDefinedId, name, url, price, description: null, image: null },
  ]
  const sold = hostedOrder(1, { items, creationDate: date, completionDate: date, modificationDate: date })
  Object.assign(product, { stock: 4, modificationDate: date })
  store.orders.unshift(sold)
  await sendEvent(tenant, 'order.completed', sold, { createdOn: new Date(soldAt + 1806).toISOString() })
  await importAll()
  Object.assign(sold, { status: 'Shipped', modificationDate: new Date().toISOString() })
  await sendEvent(tenant, 'order.status.changed', sold)
  await importAll()
})

test('--overwrite-stock sets all stock to that of the source', async () => {
  const product = { userDefinedId: 'TEE', stock: 4, statistics: undefined, modificationDate: '2031-01-01T00:00:00Z' }
  const { tenant, options } = await start(hostedProduct(1, product))
  const importProducts = async (args: string) =>
    (await importJson({ ...options, args: `--only products --wait 0 ${args}` })).differences
  await importProducts('')
  await completeOrder(tenant)
  expect(await importProducts('')).toMatchObject([{ field: 'product.stock', source: 4, here: 3 }])
  expect(await importProducts('--overwrite-stock')).toEqual([])
  expect((await call('products.get', tenant, { params: { id: 'TEE' } })).body.stock).toBe(4)
})
