/** Records with which version of the list definitions all entries of a store were written. */

import type { Tenant } from '../core/tenant.ts'
import { tenantAttributes } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key } from '../store/key.ts'

/**
 * This number must be incremented if requests need entries that older code did not write. Requests of a store with an
 * older version must not use these entries until `store lists relist` has written them.
 */
const currentVersion = 2
/** Since this version, search lists contain the words of texts. */
const searchVersion = 2

export const ListsVersionRow = defineEntity('lists-version', {
  attributes: { ...tenantAttributes, version: { type: 'number', required: true } },
  indexes: { only: key({ pk: ['account', 'mode', '#lists-version'], sk: ['#'] }) },
})

/** Records that all entries of the store were written with the current definitions. */
export async function saveListsVersion({ account, mode }: Tenant): Promise<void> {
  await ListsVersionRow.put({ account, mode, version: currentVersion }).go()
}

/** The stores whose search lists are complete. They stay complete, so this is read only once. */
const searchable = new Set<string>()

export async function hasSearchLists({ account, mode }: Tenant): Promise<boolean> {
  const name = `${account}#${mode}`
  if (searchable.has(name)) return true
  const { data } = await ListsVersionRow.get({ account, mode }).go()
  if ((data?.version ?? 1) < searchVersion) return false
  searchable.add(name)
  return true
}
