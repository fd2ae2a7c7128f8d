/** Defines customers as stored objects, which have lists and counters. */

import type { StoredObject } from '../store/stored-object.ts'
import { CustomerRow, keyOf, rowVersion } from './entity.ts'
import { fixedLists, fullListParts, listEntriesOf } from './lists.ts'

export const customerDefinition: StoredObject<CustomerRow> = {
  name: 'customer',
  entity: CustomerRow,
  rowVersion,
  keyOf: row => keyOf(row, row.id),
  rowsIn: (shard, options) => CustomerRow.query.byId(shard).go(options),
  listEntriesOf,
  /** A customer has an entry for each word of the name, which is in the addresses. */
  withFewEntries: ({ latest: { addresses, ...latest } }) => ({ latest }),
  fixedLists,
  fullListParts,
}
