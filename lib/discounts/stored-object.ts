/** Defines discounts as stored objects. Discounts have no entries on lists. */

import type { StoredObject } from '../store/stored-object.ts'
import { DiscountRow } from './entity.ts'

export const discountDefinition: StoredObject<DiscountRow> = {
  name: 'discount',
  entity: DiscountRow,
  keyOf: ({ account, mode, id }) => ({ account, mode, id }),
  rowsIn: ({ account, mode }, options) => DiscountRow.query.inOrder({ account, mode }).go(options),
  isInOnePartition: true,
  listEntriesOf: () => [],
  fixedLists: [],
}
