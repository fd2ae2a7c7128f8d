/** Defines products as stored objects, which have lists and counters. */

import type { StoredObject } from '../store/stored-object.ts'
import { keyOf, ProductRow, rowVersion } from './entity.ts'
import { fixedLists, fullListParts, listEntriesOf } from './lists.ts'

export const productDefinition: StoredObject<ProductRow> = {
  name: 'product',
  entity: ProductRow,
  rowVersion,
  keyOf: row => keyOf(row, row.id),
  rowsIn: (shard, options) => ProductRow.query.byId(shard).go(options),
  listEntriesOf,
  fixedLists,
  fullListParts,
}
