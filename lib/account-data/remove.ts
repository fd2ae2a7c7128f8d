/** Deletes all data of an account, or all data in one of its modes. */

import * as accounts from '../accounts/index.ts'
import { type AccountId, modes, type Tenant } from '../core/tenant.ts'
import { removeAllSourceSecrets } from '../events/index.ts'
import { removeListsOfStore, removeTalliesOfStore } from '../lists/remove-tallies.ts'
import { removeGatewayKeys } from '../payments/index.ts'
import { accountEntities, tenantEntities } from './entities.ts'
import { type RemoveOptions, removeEntityRows } from './remove-entity-rows.ts'
import type { StoredEntity } from './stored-entity.ts'
import { waitForWriters } from './wait-for-writers.ts'

export interface DeletionOptions extends RemoveOptions {
  /** This function is called with the seconds left until all requests that began before the deletion have ended. */
  onWait: (seconds: number) => void
}

export type Counts = Record<string, number>

/**
 * Deletes the data of one mode. API keys and gateway keys are kept, so that the store stays usable. The records of
 * erasures are kept, because older events could otherwise store erased personal data again.
 */
export async function clearMode({ account, mode }: Tenant, options: RemoveOptions): Promise<Counts> {
  const counts: Counts = {}
  const entities = tenantEntities.filter(({ staysWithAccount }) => !staysWithAccount)
  await removeEntities({ account, mode }, { ...options, entities, counts })
  await removeTalliesOfStore({ account, mode })
  return counts
}

interface RemoveTenantOptions extends RemoveOptions {
  entities: readonly StoredEntity[]
  /** The numbers of deleted rows are added to this object. */
  counts: Counts
}

async function removeEntities(tenant: Tenant, { entities, counts, ...options }: RemoveTenantOptions): Promise<void> {
  for (const stored of entities) {
    const count = await removeEntityRows(stored, tenant, options)
    counts[stored.name] = (counts[stored.name] ?? 0) + count
  }
}

const fixedLists = tenantEntities.flatMap(({ listed }) => listed?.fixedLists ?? [])

/** Deletes an account. Its own row is deleted last, so that an interrupted deletion can be repeated. */
export async function removeAccount(account: AccountId, options: DeletionOptions): Promise<Counts> {
  const counts: Counts = {}
  const removeModes = async () => {
    for (const mode of modes) {
      await removeEntities({ account, mode }, { ...options, entities: tenantEntities, counts })
      await removeListsOfStore({ account, mode }, fixedLists)
    }
  }
  const since = await accounts.startDeletion(account)
  await removeModes()
  await waitForWriters(since, options.onWait)
  await removeModes()
  for (const mode of modes) await removeGatewayKeys({ account, mode })
  await removeAllSourceSecrets(account)
  /** The mode has no effect, because the queries of these entities return the rows of both modes. */
  await removeEntities({ account, mode: 'Live' }, { ...options, entities: accountEntities, counts })
  return counts
}
