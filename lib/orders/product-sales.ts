/** Defines the lists of sales: for each product in each order, an entry with its units and its amount. */

import { productIdOf, saleIdOf } from '../core/ids.ts'
import { namedFacets } from '../lists/filter-table.ts'
import { timePosition } from '../lists/position.ts'
import { shardOf } from '../store/attributes.ts'
import { filterList, type ListEntry } from '../store/list-entry.ts'
import { completionDateOf, salesByProduct } from './content.ts'
import { type CompletedOrderRow, hasFormerEntries } from './entity.ts'

const sales = 'sales'
export const productSalesList = (productId: string) => filterList(sales, 'product', productId)

/**
 * The sales of all products are spread over this many lists. One list has one partition key, which takes 1,000 write
 * units a second, and each product in an order takes two. More lists would make the query for best sellers more
 * expensive, because it reads all of them.
 */
const laneCount = 4
const laneList = (lane: number) => filterList(sales, 'lane', String(lane))
const saleLanes = Array.from({ length: laneCount }, (_, lane) => laneList(lane))
export const laneOfSale = (saleId: string) => laneList(Number.parseInt(shardOf(saleId), 16) % laneCount)

/** Rows before version 3 have their sales on this list. */
const formerLane = sales

/**
 * Together, these lists contain all sales. Best sellers read the entries of partial months from these lists. For whole
 * months, they read the tallies of the lists of single products instead.
 */
export const allSalesLists: readonly string[] = [formerLane, ...saleLanes]

const facets = namedFacets('productId')
/** Reads the product id from an entry of one of the lists of all sales. */
export const productIdOfSaleEntry = facets.facetReader('productId')

export function salesEntries(row: CompletedOrderRow): ListEntry[] {
  const when = completionDateOf(row.content)
  return [...salesByProduct(row)].flatMap(([userDefinedId, measures]) => {
    const productId = productIdOf(row, userDefinedId)
    const id = saleIdOf(row, row.token, productId)
    return [
      { list: productSalesList(productId), position: timePosition(when, row.token), measures },
      {
        list: hasFormerEntries(row) ? formerLane : laneOfSale(id),
        position: timePosition(when, id),
        facets: facets.toFacets({ productId }),
        measures,
      },
    ]
  })
}
