/** Rewrites stored data while the store is in use: either all data, or the data that a check has found to be wrong. */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { saveListsVersion } from '../lists/lists-version.ts'
import { rebuildTalliesOfList } from '../lists/rebuild-tallies.ts'
import { removeTalliesOfList } from '../lists/remove-tallies.ts'
import { isSearchList } from '../lists/search-entries.ts'
import type { List } from '../store/list-entry.ts'
import { allRows, type StoredObject, type VersionedRow } from '../store/stored-object.ts'
import { rebuildWords } from './check-words.ts'
import type { Difference, FindingKind, Repair } from './finding.ts'
import {
  isCounted,
  knownLists,
  listedObjects,
  listsOf,
  migrateRow,
  type RowReference,
  referenceTo,
  rewriteListEntries,
  saveCounters,
  storedObjects,
} from './objects.ts'

export interface RepairFailure {
  target: string
  fault: unknown
}

/** The number of repairs that run at the same time. Each repair sends a few requests in sequence. */
const maxConcurrent = 10

/** Runs all repairs, even if some of them fail. Returns the failures, and the number of repairs that returned true. */
async function runAll(repairs: readonly Repair[]): Promise<{ count: number; failed: RepairFailure[] }> {
  const failed: RepairFailure[] = []
  const results = await mapConcurrent(repairs, maxConcurrent, ({ target, run }) =>
    run().catch(fault => void failed.push({ target, fault })),
  )
  return { count: results.filter(result => result === true).length, failed }
}

interface Results<Count> {
  /** Maps each kind of object, such as `order`, to its count. */
  counts: Record<string, Count>
  failed: RepairFailure[]
}

/** A function that is called with the current count of a kind of object. */
type OnProgress<Count> = (kind: string, count: Count) => void

interface Rewriting<Count> {
  objects: readonly StoredObject[]
  isWanted?: (object: StoredObject, row: VersionedRow) => boolean
  /** Reads the row again and writes it. Returns false if the row no longer exists. */
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

/** Writes all list entries of a store again. This is necessary after a list or a filter was added. */
export async function rebuildEntriesOfStore(
  tenant: Tenant,
  onProgress: OnProgress<number> = () => {},
): Promise<Results<number>> {
  const results = await rewriteRows(tenant, {
    objects: listedObjects,
    write: rewriteListEntries,
    countOf: (_read, written) => written,
    onProgress,
  })
  if (results.failed.length === 0) await saveListsVersion(tenant)
  return results
}

export interface MigratedCounts {
  read: number
  migrated: number
}

/**
 * Converts all rows of earlier versions to the current version, and can be repeated. A row that changes meanwhile is
 * read and converted again. Only kinds of objects with several versions are counted.
 */
export const migrate = (
  tenant: Tenant,
  onProgress: OnProgress<MigratedCounts> = () => {},
): Promise<Results<MigratedCounts>> =>
  rewriteRows(tenant, {
    objects: storedObjects.filter(({ rowVersion }) => rowVersion !== undefined),
    isWanted: ({ rowVersion }, row) => row.rowVersion !== rowVersion,
    write: migrateRow,
    countOf: (read, migrated) => ({ read, migrated }),
    onProgress,
  })

/**
 * Counts all lists again from their entries, and updates the counters that are saved in objects. Deletes the tallies of
 * lists that are no longer counted.
 */
export async function rebuildTalliesOfStore(
  { account, mode }: Tenant,
  onProgress: OnProgress<number> = () => {},
): Promise<Results<number>> {
  const names = await allLists({ account, mode })
  let rebuilt = 0
  const recounts = [...names].map(list => ({
    target: `list ${list}`,
    run: async () => {
      if (!isCounted({ list }) && !isSearchList(list)) return removeTalliesOfList({ account, mode, list })
      await rebuildList({ account, mode, list })
      onProgress('lists', ++rebuilt)
      return true
    },
  }))
  const { count, failed } = await runAll(recounts)
  return { counts: { lists: count }, failed }
}

/** No row contains the names of all lists, so the names are collected from objects, tallies and counters. */
async function allLists(tenant: Tenant): Promise<Set<string>> {
  const names = await knownLists(tenant)
  for (const object of storedObjects)
    for await (const rows of allRows(object, tenant))
      for (const name of rows.flatMap(row => listsOf(object, row))) names.add(name)
  return names
}

/**
 * Recounts the list, and updates the object that has fields for the totals of the list. A search list has words instead
 * of totals.
 */
async function rebuildList(list: List): Promise<void> {
  if (isSearchList(list.list)) return rebuildWords(list)
  await rebuildTalliesOfList(list)
  await saveCounters(list)
}

/** Findings of these kinds are repaired before lists are recounted, because tallies are counted from entries. */
const beforeLists: readonly FindingKind[] = [
  'unfinished-save',
  'unfinished-merge',
  'missing-entry',
  'wrong-entry',
  'orphaned-entry',
]

/** Repairs the differences that a check has found. Returns the repairs that failed. */
export async function repair(tenant: Tenant, differences: readonly Difference[]): Promise<RepairFailure[]> {
  const isEarly = ({ kind }: Difference) => beforeLists.includes(kind)
  const lists = new Set(differences.flatMap(({ list }) => list ?? []))
  const steps: Repair[][] = [
    repairsOf(differences.filter(isEarly)),
    [...lists].map(list => ({ target: `list ${list}`, run: () => rebuildList({ ...tenant, list }) })),
    repairsOf(differences.filter(one => !isEarly(one))),
  ]
  const failures: RepairFailure[] = []
  for (const repairs of steps) failures.push(...(await runAll(repairs)).failed)
  return failures
}

const repairsOf = (differences: readonly Difference[]): Repair[] => [
  ...new Map(differences.flatMap(({ repair }) => (repair ? [[repair.target, repair] as const] : []))).values(),
]
