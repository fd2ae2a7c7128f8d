/** Deletes the tallies of lists whose entries were deleted, of lists that are no longer counted, and of whole stores. */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { batchDelete } from '../store/batch.ts'
import { tryWrite } from '../store/conditional-write.ts'
import { EntryRow, type List } from '../store/list-entry.ts'
import { isListEmpty, readEntryBatches } from './entries.ts'
import { rebuildTalliesOfList } from './rebuild-tallies.ts'
import { readListCounts, readTally, type Tally, TallyRow } from './tally.ts'

/** Deletes the tallies of a list. If the stream worker writes an empty tally afterwards, this tally expires. */
export async function removeTalliesOfList({ account, mode, list }: List): Promise<void> {
  const { data } = await TallyRow.query.inOrder({ account, mode, list }).go({ pages: 'all', consistent: true })
  const keys = data.map(({ prefix }) => ({ account, mode, list, prefix }))
  await batchDelete(TallyRow, keys)
}

const maxConcurrent = 10

/**
 * Deletes all tallies of a store. The store must have no entries, because the index `ofWholeLists` leaves out lists
 * whose entries have no measures.
 */
export async function removeTalliesOfStore({ account, mode }: Tenant): Promise<void> {
  for await (const tallies of readListCounts({ account, mode }, ''))
    await mapConcurrent(tallies, maxConcurrent, ({ list }) => removeTalliesOfList({ account, mode, list }))
}

/**
 * Deletes all entries and tallies that remain in a store without objects, such as entries of damaged objects. The
 * entries are found in `fixedLists` and in the lists of the index `ofWholeLists`.
 */
export async function removeListsOfStore({ account, mode }: Tenant, fixedLists: readonly string[]): Promise<void> {
  const remove = (list: string) => removeList({ account, mode, list })
  await mapConcurrent(fixedLists, maxConcurrent, remove)
  for await (const tallies of readListCounts({ account, mode }, ''))
    await mapConcurrent(tallies, maxConcurrent, ({ list }) => remove(list))
}

async function removeList(list: List): Promise<void> {
  for await (const entries of readEntryBatches(list, true)) await batchDelete(EntryRow, entries)
  await removeTalliesOfList(list)
}

/** Deletes the tallies of a store's empty lists whose names begin with `namePrefix`. */
export async function removeTalliesOfEmptyLists({ account, mode }: Tenant, namePrefix: string): Promise<void> {
  for await (const tallies of readListCounts({ account, mode }, namePrefix)) {
    const empty = tallies.filter(({ count }) => count === 0)
    await mapConcurrent(empty, maxConcurrent, ({ list }) => removeEmptyTalliesOfList({ account, mode, list }))
  }
}

/** Returns true if the list has no entries and the stream worker has not yet written an empty tally for the list. */
export async function isTallyOfEmptyListOutdated(list: List): Promise<boolean> {
  const { version, count } = await readTally(list, '', true)
  return (version === 0 || count > 0) && isListEmpty(list)
}

/** Deletes the tallies of a list if it has no entries. A recount that runs meanwhile fails, and starts over. */
export async function removeEmptyTalliesOfList({ account, mode, list }: List): Promise<void> {
  if (!(await isListEmpty({ account, mode, list }))) return
  await rebuildTalliesOfList({ account, mode, list })
  const { data } = await TallyRow.query.inOrder({ account, mode, list }).go({ pages: 'all', consistent: true })
  const empty = data.filter(({ count }) => count === 0)
  await mapConcurrent(empty, maxConcurrent, removeUnchanged)
}

/** Deletes a tally unless a recount has changed the tally since it was read. */
const removeUnchanged = (tally: List & Pick<Tally, 'prefix' | 'version'>): Promise<boolean> =>
  tryWrite(() =>
    TallyRow.delete(tally)
      .where(({ version }, { eq }) => eq(version, tally.version))
      .go(),
  )
