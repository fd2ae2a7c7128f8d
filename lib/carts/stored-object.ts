/** Defines carts as stored objects, which have lists and personal data. */

import { isOneOfLists } from '../store/list-entry.ts'
import type { PersonalObject } from '../store/stored-object.ts'
import { CartRow, keyOf, rowVersion } from './entity.ts'
import { openCartsListsByLane } from './lanes.ts'
import { abandonedCartsLists, listEntriesOf } from './lists.ts'

/** A cart without content is on no list. */
const empty = { latest: {}, discountIds: [] }

export const cartDefinition: PersonalObject<CartRow> = {
  name: 'cart',
  entity: CartRow,
  rowVersion,
  keyOf: row => keyOf(row, row.token),
  rowsIn: (shard, options) => CartRow.query.byToken(shard).go(options),
  listEntriesOf,
  mayHaveOutdatedEntries: list => isOneOfLists(list, abandonedCartsLists),
  withFewEntries: () => empty,
  fixedLists: openCartsListsByLane,
  fullListParts: openCartsListsByLane,
  uncountedLists: abandonedCartsLists,
  personal: {
    customerOf: ({ latest }) => ({ email: latest.email?.value }),
    /** After an erasure, only the token and the dates of the cart remain until the cart expires. */
    erase: (row, erasedAt) => ({ ...row, ...empty, erasedAt }),
  },
}
