/** Damages stored rows, as a faulty release or an edit by hand could. */

import type { Tenant } from '../../lib/core/tenant.ts'
import { keyById } from '../../lib/store/save.ts'
import type { StoredObject, VersionedRow } from '../../lib/store/stored-object.ts'

interface Patches {
  patch: (key: object) => { set: (fields: object) => { go: () => Promise<unknown> } }
}

/** Replaces fields of a row by values that do not fit its schema. Returns the name of the object in messages. */
export async function damageRow<R extends VersionedRow>(
  { name, entity, keyOf }: StoredObject<R>,
  tenant: Tenant,
  id: string,
  fields: object = name === 'order' ? { content: {} } : { latest: null },
): Promise<string> {
  const key = keyOf(keyById(tenant, id) as object as R)
  await (entity as object as Patches).patch(key).set(fields).go()
  return `${name} ${id}`
}
