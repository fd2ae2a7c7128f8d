/** Fills a store with products and the tallies of their sales. Writes only some of the sales as list entries. */

import { isDeepStrictEqual } from 'node:util'
import { eventStamp } from '../../lib/core/event-stamp.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { childBucket } from '../../lib/lists/position.ts'
import { rebuildTalliesOfList } from '../../lib/lists/rebuild-tallies.ts'
import { readTally, type Tally, writeTally } from '../../lib/lists/tally.ts'
import { sumWithin } from '../../lib/lists/tally-parts.ts'
import { allSalesLists, productSalesList } from '../../lib/orders/index.ts'
import { productDefinition } from '../../lib/products/stored-object.ts'
import { EntryRow, entryRowsOf } from '../../lib/store/list-entry.ts'
import { type EntryCounts, itemOf, itemsOf, recountLists, writeItems } from './bulk.ts'
import {
  addSale,
  type GeneratedProduct,
  generateProducts,
  generateSales,
  isInPartialMonth,
  isReadIndividually,
  listEntriesOfSale,
  type Sale,
  salesPerProduct,
  tallyPartsOf,
} from './catalogue.ts'
import { bytesOf } from './item-size.ts'
import { forEachConcurrent, startProgress } from './progress.ts'
import { productRowOfItem } from './rows.ts'

export interface Catalogue extends Tenant {
  products: GeneratedProduct[]
  /** The number of sales that are read as list entries, not from tallies, for the year with partial months. */
  individualReads: number
  /** The size of an entry on a list of all sales. */
  saleEntryBytes: number
  /** Differences between the loaded tallies and a recount. */
  failures: string[]
}

const tallyConcurrency = 10

export async function loadCatalogue(
  tenant: Tenant,
  productCount: number,
  saleCount = productCount * salesPerProduct,
): Promise<Catalogue> {
  const products = generateProducts(tenant, productCount)
  const { partialMonthSales, auditedSales } = addSales(products, saleCount)
  await loadProducts(tenant, products)
  const entries = entriesOf(tenant, partialMonthSales, list => allSalesLists.includes(list))
  await writeItems(itemsOfEntries(entries))
  await writeItems(itemsOfEntries(entriesOf(tenant, auditedSales, list => !allSalesLists.includes(list))))
  const failures = await compareWithRecount(tenant, products, auditedSales)
  const [entry] = entries
  const saleEntryBytes = entry ? bytesOf(itemOf(EntryRow.put(entry))) : 0
  const individualReads = partialMonthSales.filter(isReadIndividually).length
  return { ...tenant, products, individualReads, saleEntryBytes, failures }
}

function entriesOf(tenant: Tenant, sales: readonly Sale[], isIncluded: (list: string) => boolean) {
  const listEntries = sales.flatMap(sale => listEntriesOfSale(tenant, sale))
  return entryRowsOf(
    tenant,
    listEntries.filter(({ list }) => isIncluded(list)),
  )
}

/** Adds `count` sales to their products. Returns only the sales that are also written as list entries. */
function addSales(products: readonly GeneratedProduct[], count: number) {
  const productsById = new Map(products.map(product => [product.id, product]))
  const auditedIds = new Set([0, 0.5, 0.85].map(share => products[Math.floor(share * products.length)]!.id))
  const partialMonthSales: Sale[] = []
  const auditedSales: Sale[] = []
  for (const sale of generateSales(products, count)) {
    addSale(productsById.get(sale.productId)!, sale)
    if (isInPartialMonth(sale)) partialMonthSales.push(sale)
    if (auditedIds.has(sale.productId)) auditedSales.push(sale)
  }
  return { partialMonthSales, auditedSales }
}

async function loadProducts(tenant: Tenant, products: readonly GeneratedProduct[]): Promise<void> {
  const entryCounts: EntryCounts = new Map()
  const bar = startProgress(`loading ${products.length} products`, products.length)
  let count = 0
  const items = function* () {
    for (const product of products) {
      yield* itemsOf(productDefinition, rowOf(tenant, product), entryCounts)
      count++
    }
  }
  await writeItems(items(), () => bar.update(count))
  bar.end()
  await recountLists([...entryCounts.keys()])
  await forEachConcurrent(products, tallyConcurrency, product => writeProductTally(tenant, product))
}

/** A time after all sales. */
const modifiedAt = '2026-07-01T00:00:00.000Z'

function rowOf(tenant: Tenant, { item, creationDate, totalSales }: GeneratedProduct) {
  const [units = 0n, cents = 0n] = totalSales.measures
  const stamp = eventStamp(modifiedAt, `item-${item.id}`)
  return productRowOfItem(tenant, item, { creationDate, stamp, units, cents })
}

/** Writes the tally of a product's sales with `writeTally`, as a recount does. */
async function writeProductTally(tenant: Tenant, product: GeneratedProduct): Promise<void> {
  const { id, totalSales } = product
  const parts = tallyPartsOf(product)
  if (totalSales.count > 0)
    await writeTally({ ...tenant, list: productSalesList(id) }, { ...totalSales, prefix: '', version: 0, parts })
}

function* itemsOfEntries(entries: readonly EntryRow[]) {
  for (const entry of entries) yield itemOf(EntryRow.put(entry))
}

/** Returns the sum of each month in a tally. A best seller's month may have several parts, which are added up. */
const monthSumsOf = ({ parts = {} }: Tally) =>
  Object.keys(parts).map(bucket => {
    const month = childBucket('', bucket)
    return [month, sumWithin(parts, month)] as const
  })

/**
 * Compares the loaded tallies of a few products with a recount. The recount reads the list entries that were written
 * for all sales of these products.
 */
async function compareWithRecount(
  tenant: Tenant,
  products: readonly GeneratedProduct[],
  auditedSales: readonly Sale[],
): Promise<string[]> {
  const failures: string[] = []
  for (const id of new Set(auditedSales.map(({ productId }) => productId))) {
    const list = { ...tenant, list: productSalesList(id) }
    const loaded = monthSumsOf(await readTally(list, '', true))
    await rebuildTalliesOfList(list)
    const recounted = monthSumsOf(await readTally(list, '', true))
    const name = products.find(product => product.id === id)?.item.id
    if (!isDeepStrictEqual(new Map(loaded), new Map(recounted)))
      failures.push(`the tally of ${name} differs from a recount`)
  }
  return failures
}
