/** The lists of orders whose names are known before anything stands on them. */

import { normalize } from '../core/normalize.ts'
import { filterList } from '../store/list-entry.ts'
import { allOrdersList, allSalesList, booleanFacet } from './lists.ts'
import { statuses } from './schemas.ts'

const flags = ['hasPendingWithdrawal', 'isRecurringOrder']

export const fixedLists: readonly string[] = [
  ...[allOrdersList, allSalesList],
  ...statuses.map(status => filterList(allOrdersList, 'status', normalize(status))),
  ...flags.flatMap(flag => [true, false].map(is => filterList(allOrdersList, flag, booleanFacet(is)))),
]
