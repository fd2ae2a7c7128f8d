/** The lists that a product is on: in three orders, with those that are archived and without. */

import { atNumber, atTime } from '../lists/position.ts'
import type { Stand } from '../store/entry.ts'
import type { ProductRow } from './entity.ts'
import { isArchived } from './rules.ts'

const orders = {
  sales: (row: ProductRow) => atNumber(row.units, row.id),
  value: (row: ProductRow) => atNumber(row.cents, row.id),
  created: (row: ProductRow) => atTime(row.creationDate, row.id),
}

export function standsOf(row: ProductRow): Stand[] {
  const kinds = isArchived(row) ? ['products/all'] : ['products/all', 'products']
  return kinds.flatMap(kind =>
    Object.entries(orders).map(([order, position]) => ({
      list: `${kind}/${order}`,
      position: position(row),
    })),
  )
}
