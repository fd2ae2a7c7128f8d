/**
 * Rebuilds the lists of a restored table, and counts the objects of each store. This file runs in a separate thread,
 * because the modules in a thread connect to only one table.
 */

import { parentPort, workerData } from 'node:worker_threads'
import * as accounts from '../../../lib/accounts/index.ts'
import { modes, type Tenant } from '../../../lib/core/tenant.ts'
import { countObjects, rebuildEntriesOfStore, rebuildTalliesOfStore } from '../../../lib/maintenance/index.ts'
import { failureSentences } from '../../error-text.ts'

export interface ObjectCount extends Tenant {
  kind: string
  count: number
}

export interface TableCounts {
  counts: ObjectCount[]
  /** A sentence for each list that could not be rebuilt. */
  faults: string[]
}

export type CountMessage = { progress: string } | TableCounts

const post = (message: CountMessage) => parentPort?.postMessage(message)

/**
 * Rebuilds the lists because they may differ from the objects after a restore: a backup is not consistent across items.
 * The lists may also lack changes that were still in the stream, because the stream is not restored.
 */
async function rebuildLists(tenant: Tenant): Promise<string[]> {
  const faults: string[] = []
  for (const rebuild of [rebuildEntriesOfStore, rebuildTalliesOfStore]) {
    const { failed } = await rebuild(tenant, (kind, count) =>
      post({ progress: `account ${tenant.account}, ${tenant.mode}, ${kind}: ${count} rebuilt` }),
    )
    faults.push(...failureSentences(failed, 'could not be rebuilt'))
  }
  return faults
}

async function countTable(rebuildsFirst: boolean): Promise<TableCounts> {
  const result: TableCounts = { counts: [], faults: [] }
  const tenants = (await accounts.list()).flatMap(({ account }) => modes.map(mode => ({ account, mode })))
  for (const tenant of tenants) {
    if (rebuildsFirst) result.faults.push(...(await rebuildLists(tenant)))
    post({ progress: `account ${tenant.account}, ${tenant.mode}: counting` })
    const counts = Object.entries(await countObjects(tenant))
    result.counts.push(...counts.map(([kind, count]) => ({ ...tenant, kind, count })))
  }
  return result
}

post(await countTable(workerData))
