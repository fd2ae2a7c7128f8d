import { expect, test } from 'vitest'
import { productIdOf } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { rebuildTalliesOfList } from '../../lib/lists/rebuild-tallies.ts'
import { readCountedLists } from '../../lib/lists/tally.ts'
import { salesByProduct } from '../../lib/orders/content.ts'
import { productSalesList } from '../../lib/orders/index.ts'
import { orderDefinition } from '../../lib/orders/stored-object.ts'
import { EntryRow, entryRowsOf } from '../../lib/store/list-entry.ts'
import { newTenant } from '../support/store.ts'
import { itemOf, writeItems } from './bulk.ts'
import { type GeneratedProduct, generateProducts, generateSales, listEntriesOfSale } from './catalogue.ts'
import { loadCatalogue } from './catalogue-load.ts'
import { generateOrders } from './orders.ts'
import { orderRowOf } from './rows.ts'

/** With only a few products, the best seller has so many sales that its tally divides months into smaller parts. */
const productCount = 3
const saleCount = 3500

test('a loaded sale has the position its order would give it', async () => {
  const tenant = await newTenant()
  for (const order of generateOrders(5)) {
    const row = orderRowOf(tenant, order)
    const expected = orderDefinition.listEntriesOf(row).filter(({ list }) => list.startsWith('sales'))
    const { token, completionDate: at } = order
    const entries = [...salesByProduct(row)].flatMap(([id, measures]) =>
      listEntriesOfSale(tenant, { productId: productIdOf(tenant, id), at, token, measures }),
    )
    expect(entries).toEqual(expected)
  }
})

test('loaded tallies equal a recount of all sales', { tags: ['long'] }, async () => {
  const [loadedTenant, recountedTenant] = [await newTenant(), await newTenant()]
  const { failures, products } = await loadCatalogue(loadedTenant, productCount, saleCount)
  expect(failures).toEqual([])
  const loaded = await talliesOf(loadedTenant, products)
  const recounted = await talliesOf(recountedTenant, await loadAndRecount(recountedTenant))
  expect(loaded).toEqual(recounted)
  const depths = recounted.flatMap(({ parts }) => Object.keys(parts).map(({ length }) => length))
  expect(new Set(depths).size).toBeGreaterThan(1)
})

/** Writes the list entries of the sales that `loadCatalogue` generates, and computes the tallies by recounts. */
async function loadAndRecount(tenant: Tenant): Promise<GeneratedProduct[]> {
  const products = generateProducts(tenant, productCount)
  const sales = [...generateSales(products, saleCount)]
  const entries = sales.flatMap(sale => listEntriesOfSale(tenant, sale).slice(0, 1))
  await writeItems(entryRowsOf(tenant, entries).map(entry => itemOf(EntryRow.put(entry))))
  for (const { id } of products) await rebuildTalliesOfList({ ...tenant, list: productSalesList(id) })
  return products
}

/**
 * Returns the parts of each product's tally. The products are named by the shop's id, because `productIdOf` returns
 * different ids in the two stores that are compared. A product without sales has no parts.
 */
async function talliesOf(tenant: Tenant, products: readonly GeneratedProduct[]) {
  const tallies = await readCountedLists(tenant, productSalesList(''))
  return products.map(({ id, item }) => ({
    name: item.id,
    parts: tallies.find(({ list }) => list === productSalesList(id))?.parts ?? {},
  }))
}
