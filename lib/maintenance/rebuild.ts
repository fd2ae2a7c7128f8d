/** Rebuilds lists, migrates rows, and repairs the differences that a check has found, while the store is in use. */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { saveListsVersion } from '../lists/lists-version.ts'
import { rebuildTalliesOfList } from '../lists/rebuild-tallies.ts'
import { removeTalliesOfList } from '../lists/remove-tallies.ts'
import { isSearchList } from '../lists/search-entries.ts'
import type { Tally } from '../lists/tally.ts'
import type { List } from '../store/list-entry.ts'
import type { StoredObject, VersionedRow } from '../store/stored-object.ts'
import type { WalkPosition } from '../store/walk-store-rows.ts'
import { type WalkOptions, walkStoreRows, wholeStore } from '../store/walk-store-rows.ts'
import { rebuildWords } from './check-words.ts'
import type { Difference, FindingKind, Repair } from './finding.ts'
import {
  findFault,
  isCounted,
  listedObjects,
  migrateRow,
  placesOf,
  type RowReference,
  referenceTo,
  rewriteListEntries,
  saveCounters,
  storedObjects,
} from './objects.ts'
import { isInSegment, ListVisitor } from './visit-lists-once.ts'
import { listWithoutValue } from './without-personal-data.ts'

export interface RepairFailure {
  target: string
  fault: unknown
}

/** The number of repairs that run at the same time. Each repair sends a few requests in sequence. */
const maxConcurrent = 10
/**
 * The maximum number of failures that are returned with their reasons. If the table rejects all writes, there may be
 * millions of failures.
 */
const maxFailures = 100

export interface Failures {
  failed: RepairFailure[]
  /** The number of failures that are not in `failed`; absent if there are none. */
  moreFailures?: number
}

interface Results<Count> extends Failures {
  /** Maps each kind of object, such as `order`, to its count. A recount has only the key `lists`. */
  counts: Record<string, Count>
  /** The objects that were left out because they are damaged; absent if there are none. */
  unreadable?: Failures
}

export function addFailures(failures: Failures, failed: readonly RepairFailure[]): void {
  const listed = failed.slice(0, maxFailures - failures.failed.length)
  failures.failed.push(...listed)
  const more = failed.length - listed.length
  if (more > 0) failures.moreFailures = (failures.moreFailures ?? 0) + more
}

function addUnreadable(results: Results<unknown>, unreadable: RepairFailure): void {
  results.unreadable ??= { failed: [] }
  addFailures(results.unreadable, [unreadable])
}

/** Runs all repairs, even if some of them fail. Returns the failures, and the number of repairs that returned true. */
async function runAll(repairs: readonly Repair[]): Promise<{ count: number; failed: RepairFailure[] }> {
  const failed: RepairFailure[] = []
  const results = await mapConcurrent(repairs, maxConcurrent, ({ target, run }) =>
    run().catch(fault => void failed.push({ target, fault })),
  )
  return { count: results.filter(result => result === true).length, failed }
}

interface RebuildOptions<Count> extends Pick<WalkOptions, 'segment' | 'from'> {
  /**
   * This function is called with a key of `counts`, its current count, and the position from which an interrupted run
   * can continue. The position is null if the run must begin again. After a failure, the position no longer advances,
   * so that a continued run reaches the failed row or list again. It advances past a damaged object, because a
   * continued run could not read this object either.
   */
  onProgress?: (kind: string, count: Count, position: WalkPosition | null) => void
}

interface Rewriting<Count> extends RebuildOptions<Count> {
  objects: readonly StoredObject[]
  isWanted?: (object: StoredObject, row: VersionedRow) => boolean
  /** Reads the row again, and writes the row or its list entries. Returns false if the row no longer exists. */
  write: (reference: RowReference) => Promise<boolean>
  countOf: (read: number, written: number) => Count
}

async function rewriteRows<Count>(
  tenant: Tenant,
  { objects, isWanted = () => true, write, countOf, onProgress = () => {}, ...walk }: Rewriting<Count>,
): Promise<Results<Count>> {
  const results: Results<Count> = { counts: {}, failed: [] }
  const totals = new Map<string, { read: number; written: number }>()
  let position = walk.from ?? null
  for await (const { object, rows, next } of walkStoreRows(tenant, objects, walk)) {
    const references = rows.filter(row => isWanted(object, row)).map(row => referenceTo(object, row))
    const { count, failed } = await runAll(
      references.map(reference => ({
        target: reference.name,
        run: () => write(reference).catch(error => reportUnreadable(results, reference, error)),
      })),
    )
    addFailures(results, failed)
    if (results.failed.length === 0) position = next
    const { read, written } = totals.get(object.name) ?? { read: 0, written: 0 }
    const total = { read: read + rows.length, written: written + count }
    totals.set(object.name, total)
    results.counts[object.name] = countOf(total.read, total.written)
    onProgress(object.name, countOf(total.read, total.written), position)
  }
  return results
}

/** Adds the object to the results if it is damaged. Otherwise throws the error again. */
async function reportUnreadable(results: Results<unknown>, reference: RowReference, error: unknown): Promise<false> {
  const fault = await findFault(reference)
  if (fault === undefined) throw error
  addUnreadable(results, { target: reference.name, fault })
  return false
}

/**
 * Writes all list entries of a store again. This is necessary after a list or a filter was added. If no row failed,
 * also records that the entries of the store, or of its segment, are complete.
 */
export async function rebuildEntriesOfStore(
  tenant: Tenant,
  options: RebuildOptions<number> = {},
): Promise<Results<number>> {
  const results = await rewriteRows(tenant, {
    ...options,
    objects: listedObjects,
    write: rewriteListEntries,
    countOf: (_read, written) => written,
  })
  if (results.failed.length === 0) await saveListsVersion(tenant, options.segment)
  return results
}

interface MigratedCounts {
  read: number
  migrated: number
}

/**
 * Converts all rows of earlier versions to the current version. The conversion can be repeated. A row that changes
 * meanwhile is read and converted again. Only kinds of objects with several row versions are read, so `counts` contains
 * only these kinds.
 */
export const migrate = (
  tenant: Tenant,
  options: RebuildOptions<MigratedCounts> = {},
): Promise<Results<MigratedCounts>> =>
  rewriteRows(tenant, {
    ...options,
    objects: storedObjects.filter(({ rowVersion }) => rowVersion !== undefined),
    isWanted: ({ rowVersion }, row) => row.rowVersion !== rowVersion,
    write: migrateRow,
    countOf: (read, migrated) => ({ read, migrated }),
  })

/**
 * Counts lists again from their entries, and updates the counters that are saved in objects. Also rebuilds the words of
 * search lists, and deletes the tallies of lists that are no longer counted. A run that continues from a position may
 * repeat lists that the interrupted run has already counted.
 */
export async function rebuildTalliesOfStore(
  { account, mode }: Tenant,
  { segment = wholeStore, from, onProgress = () => {} }: RebuildOptions<number> = {},
): Promise<Results<number>> {
  const results: Results<number> = { counts: { lists: 0 }, failed: [] }
  let position = from ?? null
  const visit = async (list: string, tally: Tally | undefined) => {
    const mustRemember = await recountList({ account, mode, list }, tally, results)
    onProgress('lists', results.counts.lists ?? 0, position)
    return mustRemember
  }
  const visitor = new ListVisitor({ tenant: { account, mode }, visit, tallies: { consistent: true }, segment })
  if (!from) await visitor.visitKnownLists()
  for await (const { object, rows, next } of walkStoreRows({ account, mode }, storedObjects, { from })) {
    const places = rows.map(row => ({ target: referenceTo(object, row).name, ...placesOf(object, row) }))
    for (const { target, fault } of places)
      if (fault !== undefined && isInSegment(target, segment)) addUnreadable(results, { target, fault })
    await visitor.visitNew(places.flatMap(({ lists }) => lists))
    if (results.failed.length === 0) position = next
  }
  return results
}

/**
 * Counts a list again. Returns whether the caller must remember the list, so that the list is not counted again for
 * each of its other objects. A list with exactly one entry has no other objects, so it need not be remembered.
 */
async function recountList(list: List, tally: Tally | undefined, results: Results<number>): Promise<boolean> {
  let entryCount: number | null = null
  const run = async () => {
    entryCount = await rebuildList(list, tally)
    return isCounted(list) || isSearchList(list.list)
  }
  const { count, failed } = await runAll([{ target: `list ${listWithoutValue(list.list)}`, run }])
  addFailures(results, failed)
  results.counts.lists = (results.counts.lists ?? 0) + count
  return entryCount !== 1
}

/**
 * Counts the entries of the list again, and saves the totals in the object that has counters for the list, if there is
 * one. Returns the number of entries. For a search list, rebuilds the words instead, and returns null. For a list that
 * is not counted, deletes its tallies, and returns null.
 */
async function rebuildList(list: List, tally?: Tally): Promise<number | null> {
  if (isSearchList(list.list)) await rebuildWords(list)
  else if (!isCounted(list)) await removeTalliesOfList(list)
  else {
    const { count } = await rebuildTalliesOfList(list, tally)
    await saveCounters(list)
    return count
  }
  return null
}

/**
 * Findings of these kinds are repaired before lists are recounted. Their repairs change entries, and tallies are
 * counted from entries.
 */
const beforeLists: readonly FindingKind[] = [
  'unfinished-save',
  'unfinished-merge',
  'missing-entry',
  'wrong-entry',
  'orphaned-entry',
]

/** Repairs the differences that a check has found. Returns the repairs that failed. */
export async function repairDifferences(tenant: Tenant, differences: readonly Difference[]): Promise<RepairFailure[]> {
  const isEarly = ({ kind }: Difference) => beforeLists.includes(kind)
  const lists = new Set(differences.flatMap(({ list }) => list ?? []))
  const steps: Repair[][] = [
    repairsOf(differences.filter(isEarly)),
    [...lists].map(list => ({ target: `list ${listWithoutValue(list)}`, run: () => rebuildList({ ...tenant, list }) })),
    repairsOf(differences.filter(one => !isEarly(one))),
  ]
  const failures: RepairFailure[] = []
  for (const repairs of steps) failures.push(...(await runAll(repairs)).failed)
  return failures
}

const repairsOf = (differences: readonly Difference[]): Repair[] => [
  ...new Map(differences.flatMap(({ repair }) => (repair ? [[repair.target, repair] as const] : []))).values(),
]
