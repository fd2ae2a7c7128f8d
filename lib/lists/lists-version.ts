/** Records the version of the list definitions with which all entries of a store were written. */

import type { Tenant } from '../core/tenant.ts'
import { tenantAttributes } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key } from '../store/key-definitions.ts'
import { type Segment, wholeStore } from '../store/walk-store-rows.ts'

/**
 * The version of the list definitions. It must be incremented if requests need entries that older code did not write.
 * If a store has an older version, requests must not use such entries until `store lists relist` has written them.
 */
const currentVersion = 2
/** Since this version of the list definitions, search lists contain the words of texts. */
const searchVersion = 2

export const ListsVersionRow = defineEntity('lists-version', {
  attributes: {
    ...tenantAttributes,
    /**
     * The version with which all entries were last written; absent until all parts of the store have been written once.
     */
    version: { type: 'number' },
    /** The names of the parts of the store that were written; absent when all parts were written. */
    writtenParts: { type: 'set', items: 'string' },
  },
  indexes: { only: key({ pk: ['account', 'mode', '#lists-version'], sk: ['#'] }) },
})

/**
 * Records that the entries of a store, or of one of its parts, were written with the current definitions. Several
 * processes may each write some of the parts. The version is saved when all parts were written.
 */
export async function saveListsVersion({ account, mode }: Tenant, { number, of }: Segment = wholeStore): Promise<void> {
  const nameOf = (part: number) => `version ${currentVersion}, part ${part}/${of}`
  const allParts = Array.from({ length: of }, (_, n) => nameOf(n + 1))
  const written = of === 1 ? allParts : await addWrittenPart({ account, mode }, nameOf(number))
  if (allParts.every(part => written.includes(part)))
    await ListsVersionRow.put({ account, mode, version: currentVersion }).go()
}

/** Adds the name of a part that was written, and returns the names of all parts that were written. */
async function addWrittenPart({ account, mode }: Tenant, name: string): Promise<string[]> {
  const update = ListsVersionRow.update({ account, mode }).add({ writtenParts: [name] })
  const { data } = await update.go({ response: 'all_new' })
  return data.writtenParts ?? []
}

/**
 * The stores whose search lists are complete. Complete search lists stay complete, so the version of these stores is
 * not read again.
 */
const searchable = new Set<string>()

export async function hasSearchLists({ account, mode }: Tenant): Promise<boolean> {
  const name = `${account}#${mode}`
  if (searchable.has(name)) return true
  const { data } = await ListsVersionRow.get({ account, mode }).go()
  if ((data?.version ?? 1) < searchVersion) return false
  searchable.add(name)
  return true
}
