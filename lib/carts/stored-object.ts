/** Defines carts as stored objects, which have lists and personal data. */

import type { PersonalObject } from '../store/stored-object.ts'
import { CartRow, keyOf } from './entity.ts'
import { allCartsList, filterListPrefixes, listEntriesOf } from './lists.ts'

export const cartDefinition: PersonalObject<CartRow> = {
  name: 'cart',
  entity: CartRow,
  keyOf: row => keyOf(row, row.token),
  rowsIn: (shard, options) => CartRow.query.byToken(shard).go(options),
  listEntriesOf,
  fixedLists: [allCartsList],
  uncountedLists: [allCartsList, ...filterListPrefixes],
  personal: {
    customerOf: ({ latest }) => ({ email: latest.email?.value }),
    /** After an erasure, only the token and the dates of the cart remain until the cart expires. */
    erase: (row, erasedAt) => ({ ...row, latest: {}, discountIds: [], erasedAt }),
  },
}
