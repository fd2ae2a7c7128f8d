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

interface Rewriting {
  objects: readonly StoredObject[]
  isWanted?: (object: StoredObject, row: ListedRow) => boolean
  /** Reads the row again. False if it does not exist any more. */
  write: (reference: RowReference) => Promise<boolean>
  /** Called with the numbers of rows until then. */
  onBatch: (name: string, read: number, written: number) => void
}

async function rewriteRows(
  tenant: Tenant,
  { objects, isWanted = () => true, write, onBatch }: Rewriting,
): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const object of objects) {
    let [read, written] = [0, 0]
    for await (const rows of allRows(object, tenant)) {
      const references = rows.filter(row => isWanted(object, row)).map(row => referenceTo(object, row))
      const repairs = references.map(reference => ({ target: reference.name, run: () => write(reference) }))
      const { count, failed } = await runAll(repairs)
      read += rows.length
      written += count
      failures.push(...failed)
      onBatch(object.name, read, written)
    }
  }
  return failures
}

export interface RebuildResult {
  counts: Record<string, number>
  failed: Failure[]
}

/** Called with the number of rebuilt objects of a kind until then. */
type OnProgress = (kind: string, count: number) => void

/** Writes all list entries again. Run it after adding a list or a filter to an object. */
export async function rebuildEntries(tenant: Tenant, onProgress: OnProgress = () => {}): Promise<RebuildResult> {
  const counts: Record<string, number> = {}
  const onBatch = (name: string, _read: number, written: number) => {
    counts[name] = written
    onProgress(name, written)
  }
  return { failed: await rewriteRows(tenant, { objects: listedObjects, write: relist, onBatch }), counts }
}

export interface MigratedCounts {
  read: number
  migrated: number
}

/**
 * Saves the rows that are still stored in an older form in their current one. May be interrupted and repeated: rows in
 * their current form are only read. Each is read again and saved on condition of its version, so that no change by another
 * writer is lost. Returns the counts of the objects whose form has ever changed.
 */
export async function migrate(
  tenant: Tenant,
  onProgress: (name: string, counts: MigratedCounts) => void = () => {},
): Promise<{ counts: Record<string, MigratedCounts>; failed: Failure[] }> {
  const counts: Record<string, MigratedCounts> = {}
  const failed = await rewriteRows(tenant, {
    objects: objects.filter(({ form }) => form !== undefined),
    isWanted: ({ form }, row) => row.form !== form,
    write: saveAgain,
    onBatch: (name, read, migrated) => {
      counts[name] = { read, migrated }
      onProgress(name, { read, migrated })
    },
  })
  return { counts, failed }
}

/** Counts all lists again from their entries, and updates the counters that are saved on objects. */
export async function rebuildTallies(
  { account, mode }: Tenant,
  onProgress: OnProgress = () => {},
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
