/**
 * Runs tasks on one table, such as counting its objects, one after the other. This file runs in a separate thread,
 * because the modules in a thread connect to only one table.
 */

import { parentPort } from 'node:worker_threads'
import * as accounts from '../../../lib/accounts/index.ts'
import type { AccountId, Tenant } from '../../../lib/core/tenant.ts'
import { countObjects, rebuildEntriesOfStore, rebuildTalliesOfStore } from '../../../lib/maintenance/index.ts'
import type { Segment } from '../../../lib/store/walk-store-rows.ts'
import { commandErrorMessage, failureSentences, unreadableSentences } from '../../error-text.ts'

interface Unit {
  tenant: Tenant
  segment: Segment
}

/** What a rebuild of lists has left out, as sentences. */
export interface Omissions {
  /** The lists and objects that could not be rebuilt. A repeated rebuild may succeed. */
  faults: string[]
  /** The objects that are damaged. A repeated rebuild leaves them out again. */
  unreadable: string[]
}

export interface RebuildAndCountTasks {
  accounts: { input: null; result: AccountId[] }
  relist: { input: Unit; result: Omissions }
  recount: { input: Unit; result: Omissions }
  /** The result maps each kind of object, such as `order`, to the number of objects of this kind. */
  count: { input: Tenant; result: Record<string, number> }
}
export type TaskName = keyof RebuildAndCountTasks

export interface TaskRequest<Name extends TaskName = TaskName> {
  name: Name
  input: RebuildAndCountTasks[Name]['input']
}

/** The thread posts progress while a task runs. At the end of the task, it posts the result or the fault. */
export type TaskMessage = { progress: string } | { result: unknown } | { fault: string }

const post = (message: TaskMessage) => parentPort?.postMessage(message)

/**
 * Rebuilds the lists because they may differ from the objects after a restore: a backup is not consistent across items.
 * The lists may also lack changes that were still in the stream, because the stream is not restored.
 */
async function rebuild(
  { tenant, segment }: Unit,
  rebuildLists: typeof rebuildEntriesOfStore | typeof rebuildTalliesOfStore,
): Promise<Omissions> {
  const store = `account ${tenant.account}, ${tenant.mode}`
  const onProgress = (kind: string, count: number) => post({ progress: `${store}, ${kind}: ${count} rebuilt` })
  const results = await rebuildLists(tenant, { segment, onProgress })
  return {
    faults: failureSentences(results, 'could not be rebuilt'),
    unreadable: unreadableSentences(results, `of ${store}, cannot be read`),
  }
}

const tasks: {
  [Name in TaskName]: (input: RebuildAndCountTasks[Name]['input']) => Promise<RebuildAndCountTasks[Name]['result']>
} = {
  accounts: async () => (await accounts.list()).map(({ account }) => account),
  relist: unit => rebuild(unit, rebuildEntriesOfStore),
  recount: unit => rebuild(unit, rebuildTalliesOfStore),
  count: countObjects,
}

const runTask = <Name extends TaskName>({ name, input }: TaskRequest<Name>) => tasks[name](input)

parentPort?.on('message', (request: TaskRequest) => {
  runTask(request).then(
    result => post({ result }),
    error => post({ fault: commandErrorMessage(error) }),
  )
})
