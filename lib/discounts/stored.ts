/** Discounts as maintenance reads them: they are on no lists, but their usages are counted. */

import type { ListedEntity } from '../lists/listed-entity.ts'
import { DiscountRow } from './entity.ts'

export const discountDefinition: ListedEntity<DiscountRow> = {
  name: 'discount',
  entity: DiscountRow,
  keyOf: ({ account, mode, id }) => ({ account, mode, id }),
  listEntriesOf: () => [],
  rowsIn: ({ account, mode }, options) => DiscountRow.query.inOrder({ account, mode }).go(options),
  isInOnePartition: true,
  fixedLists: [],
}
