/** Deletes everything of an account, or everything in one mode of it. */

import * as accounts from '../accounts/index.ts'
import type { AccountId } from '../core/ids.ts'
import { modes, type Tenant } from '../core/tenant.ts'
import { removeAllTallies } from '../lists/remove-tallies.ts'
import { removeGatewayKeys } from '../payments/index.ts'
import { accountEntities, tenantEntities } from './entities.ts'
import { type RemoveOptions, removeRows } from './remove-rows.ts'
import type { StoredEntity } from './stored-entity.ts'
import { waitForWriters } from './wait.ts'

export interface DeletionOptions extends RemoveOptions {
  /** Called with the seconds that are left, while requests that began before the deletion may still write. */
  onWait: (seconds: number) => void
}

export type Counts = Record<string, number>

/**
 * The store can go on in this mode: its keys and those of its payment gateway stay. So do the records of erasures, without
 * which an older event would bring personal data back.
 */
export const emptyMode = (tenant: Tenant, options: RemoveOptions): Promise<Counts> =>
  removeTenant(tenant, { ...options, entities: tenantEntities.filter(({ staysWithAccount }) => !staysWithAccount) })

interface RemoveTenantOptions extends RemoveOptions {
  entities: readonly StoredEntity[]
}

async function removeTenant({ account, mode }: Tenant, { entities, ...options }: RemoveTenantOptions) {
  const counts: Counts = {}
  for (const stored of entities) counts[stored.name] = await removeRows(stored, { account, mode }, options)
  await removeAllTallies({ account, mode })
  return counts
}

/** May be interrupted and repeated. The account itself is the last row. */
export async function removeAccount(account: AccountId, options: DeletionOptions): Promise<Counts> {
  const since = await accounts.startDeletion(account)
  const first = await removeModes(account, options)
  await waitForWriters(since, options.onWait)
  const second = await removeModes(account, options)
  for (const mode of modes) await removeGatewayKeys({ account, mode })
  const last: Counts = {}
  /** The entities of the account ignore the mode. */
  for (const stored of accountEntities) last[stored.name] = await removeRows(stored, { account, mode: 'Live' }, options)
  return [first, second, last].reduce(addCounts)
}

async function removeModes(account: AccountId, options: RemoveOptions): Promise<Counts> {
  const counts: Counts[] = []
  for (const mode of modes) counts.push(await removeTenant({ account, mode }, { ...options, entities: tenantEntities }))
  return counts.reduce(addCounts, {})
}

function addCounts(one: Counts, other: Counts): Counts {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...names].map(name => [name, (one[name] ?? 0) + (other[name] ?? 0)]))
}
