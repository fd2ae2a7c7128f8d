/** Deletes the tallies of lists whose entries were deleted. */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { batchDelete } from '../store/batch.ts'
import type { List } from '../store/list-entry.ts'
import { TallyRow } from './tally.ts'

/** The stream worker may write an empty tally again, which expires. */
export async function removeTallies({ account, mode, list }: List): Promise<void> {
  const { data } = await TallyRow.query
    .inOrder({ account, mode, list })
    .go({ pages: 'all', consistent: true })
  const keys = data.map(({ prefix }) => ({ account, mode, list, prefix }))
  await batchDelete(TallyRow, keys)
}

const maxConcurrent = 10

/** For a store without any entries. Also finds the lists that were empty before. */
export async function removeAllTallies({ account, mode }: Tenant): Promise<void> {
  const { data } = await TallyRow.query.ofWholeLists({ account, mode }).go({ pages: 'all' })
  await mapConcurrent(data, maxConcurrent, removeTallies)
}
