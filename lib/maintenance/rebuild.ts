/** Writes what should be stored, while the store is in use: everything again, or only what a check has found. */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { rebuildTallies as rebuildListTallies } from '../lists/rebuild-tallies.ts'
import type { List } from '../store/list-entry.ts'
import { allRows, type ListedRow, type StoredObject } from '../store/stored-object.ts'
import type { Difference, FindingKind, Repair } from './finding.ts'
import {
  knownLists,
  listedObjects,
  listsOf,
  objects,
  type RowReference,
  referenceTo,
  relist,
  saveAgain,
  syncCounters,
} from './objects.ts'

export interface Failure {
  target: string
  fault: unknown
}

/** Each of them is a few requests in sequence. */
const maxConcurrent = 10

/** One that fails does not stop the others. Counts those that return true. */
async function runAll(repairs: readonly Repair[]): Promise<{ count: number; failed: Failure[] }> {
  const failed: Failure[] = []
  const results = await mapConcurrent(repairs, maxConcurrent, ({ target, run }) =>
    run().catch(fault => void failed.push({ target, fault })),
  )
  return { count: results.filter(result => result === true).length, failed }
}

interface Results<Count> {
  /** By the kind of object. */
  counts: Record<string, Count>
  failed: Failure[]
}

/** Called with the count of a kind until then. */
type OnProgress<Count> = (kind: string, count: Count) => void

interface Rewriting<Count> {
  objects: readonly StoredObject[]
  isWanted?: (object: StoredObject, row: ListedRow) => boolean
  /** Reads the row again. False if it does not exist any more. */
  write: (reference: RowReference) => Promise<boolean>
  countOf: (read: number, written: number) => Count
  onProgress: OnProgress<Count>
}

async function rewriteRows<Count>(
  tenant: Tenant,
  { objects, isWanted = () => true, write, countOf, onProgress }: Rewriting<Count>,
): Promise<Results<Count>> {
  const results: Results<Count> = { counts: {}, failed: [] }
  for (const object of objects) {
    let [read, written] = [0, 0]
    for await (const rows of allRows(object, tenant)) {
      const references = rows.filter(row => isWanted(object, row)).map(row => referenceTo(object, row))
      const repairs = references.map(reference => ({ target: reference.name, run: () => write(reference) }))
      const { count, failed } = await runAll(repairs)
      read += rows.length
      written += count
      results.failed.push(...failed)
      results.counts[object.name] = countOf(read, written)
      onProgress(object.name, countOf(read, written))
    }
  }
  return results
}

export type RebuildResult = Results<number>

/** Writes all list entries again. Run it after adding a list or a filter to an object. */
export const rebuildEntries = (tenant: Tenant, onProgress: OnProgress<number> = () => {}): Promise<RebuildResult> =>
  rewriteRows(tenant, { objects: listedObjects, write: relist, countOf: (_read, written) => written, onProgress })

export interface MigratedCounts {
  read: number
  migrated: number
}

/**
 * Saves the rows that are still stored in an older form in their current one. May be interrupted and repeated: rows in
 * their current form are only read. Each is read again and saved on condition of its version, so that no change by another
 * writer is lost. Returns the counts of the objects whose form has ever changed.
 */
export const migrate = (
  tenant: Tenant,
  onProgress: OnProgress<MigratedCounts> = () => {},
): Promise<Results<MigratedCounts>> =>
  rewriteRows(tenant, {
    objects: objects.filter(({ form }) => form !== undefined),
    isWanted: ({ form }, row) => row.form !== form,
    write: saveAgain,
    countOf: (read, migrated) => ({ read, migrated }),
    onProgress,
  })

/** Counts all lists again from their entries, and updates the counters that are saved on objects. */
export async function rebuildTallies(
  { account, mode }: Tenant,
  onProgress: OnProgress<number> = () => {},
): Promise<RebuildResult> {
  const names = await allLists({ account, mode })
  let rebuilt = 0
  const recounts = [...names].map(list => ({
    target: `list ${list}`,
    run: async () => {
      await rebuildList({ account, mode, list })
      onProgress('lists', ++rebuilt)
      return true
    },
  }))
  const { count, failed } = await runAll(recounts)
  return { counts: { lists: count }, failed }
}

/** The names of all lists of a store. No row holds them: they are collected from objects, tallies and counters. */
async function allLists(tenant: Tenant): Promise<Set<string>> {
  const names = await knownLists(tenant)
  for (const object of objects)
    for await (const rows of allRows(object, tenant))
      for (const name of rows.flatMap(row => listsOf(object, row))) names.add(name)
  return names
}

/** Saves the totals of the list on the object that shows them, too. */
async function rebuildList(list: List): Promise<void> {
  await rebuildListTallies(list)
  await syncCounters(list)
}

/** Tallies are counted from entries, and fields are copied from tallies. */
const beforeLists: readonly FindingKind[] = [
  'unfinished-save',
  'unfinished-merge',
  'missing-entry',
  'wrong-entry',
  'orphaned-entry',
]

/** Mends what a check has found. Returns what could not be repaired. */
export async function repair(tenant: Tenant, differences: readonly Difference[]): Promise<Failure[]> {
  const isEarly = ({ kind }: Difference) => beforeLists.includes(kind)
  const lists = new Set(differences.flatMap(({ list }) => list ?? []))
  const steps: Repair[][] = [
    repairsOf(differences.filter(isEarly)),
    [...lists].map(list => ({ target: `list ${list}`, run: () => rebuildList({ ...tenant, list }) })),
    repairsOf(differences.filter(one => !isEarly(one))),
  ]
  const failures: Failure[] = []
  for (const repairs of steps) failures.push(...(await runAll(repairs)).failed)
  return failures
}

const repairsOf = (differences: readonly Difference[]): Repair[] => [
  ...new Map(differences.flatMap(({ repair }) => (repair ? [[repair.target, repair] as const] : []))).values(),
]
