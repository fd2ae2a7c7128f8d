/** The lists of orders whose names are known before anything stands on them. */

import { folded } from '../kit/fold.ts'
import { listOfAll } from '../store/entry.ts'
import { everySale, flagName, kind } from './lists.ts'
import { statuses } from './shapes.ts'

const flags = ['hasPendingWithdrawal', 'isRecurringOrder']

export const fixedLists: readonly string[] = [
  ...[kind, everySale],
  ...statuses.map(status => listOfAll(kind, 'status', folded(status))),
  ...flags.flatMap(flag => [true, false].map(is => listOfAll(kind, flag, flagName(is)))),
]
