/**
 * Compares stored list entries with the entries that the objects should have, but only in the cells (groups of entries)
 * in which an `EntryDigest` has found a difference. First, all rows are read, and each entry that a row should have is
 * compared with the stored entry. Then, all lists are read to find entries that no row should have. The amount of
 * memory does not depend on the size of the store.
 */

import { HashSet, hash64 } from '../core/hash-set.ts'
import { toJson } from '../core/json.ts'
import type { Tenant } from '../core/tenant.ts'
import { entryHash, readEntry, readEntryBatches } from '../lists/entries.ts'
import { batchDelete, batchGet } from '../store/batch.ts'
import { EntryRow, entryRowsOf, isLive, keyText } from '../store/list-entry.ts'
import { entriesOf } from '../store/save.ts'
import type { StoredObject, VersionedRow } from '../store/stored-object.ts'
import type { Segment } from '../store/walk-store-rows.ts'
import { walkStoreRows } from '../store/walk-store-rows.ts'
import type { DifferenceConfirmation } from './difference-confirmation.ts'
import type { CellGroup, EntryDigest } from './entry-digest.ts'
import type { Difference, FindingKind } from './finding.ts'
import {
  listedObjects,
  loadRow,
  placesOf,
  type RowReference,
  referenceTo,
  rewriteListEntries,
  storedObjects,
} from './objects.ts'
import { isInSegment, ListVisitor, listNameOf } from './visit-lists-once.ts'
import { positionWithoutNames, textWithoutNames } from './without-personal-data.ts'

/** The maximum number of slots in the `HashSet` of expected entries. The slots take at most 64 MB. */
const maxSlots = 2 ** 23
/**
 * The approximate number of expected entries that are compared while all rows are read once. For more entries, all rows
 * are read several times.
 */
const maxEntries = maxSlots / 2
/**
 * The number of entries that are collected as possibly orphaned before they are reported. Each report causes all rows
 * to be read again.
 */
const maxOrphans = 10_000

/**
 * An entry that an object should have. While a save of the object is unfinished, the entry may be missing or have old
 * facets, so `isKnown` is false.
 */
interface Expected {
  entry: EntryRow
  reference: RowReference
  isKnown: boolean
}

type ExpectedEntries = Map<string, Expected>

export interface EntryCheck {
  tenant: Tenant
  /** The part of the lists to compare. */
  segment: Segment
  confirmation: DifferenceConfirmation
  digest: EntryDigest
  /**
   * True if an object could not be read. Entries that seem orphaned may belong to this object, so no orphaned entries
   * are reported.
   */
  hasUnreadable: boolean
  onProgress: (kind: string, count: number) => void
}

export async function checkEntries(running: EntryCheck): Promise<void> {
  for (const cells of running.digest.differingCells(maxEntries)) {
    running.onProgress('differing groups of entries', cells.size)
    const hashes = await compareExpectedEntries(running, cells)
    if (!running.hasUnreadable) await findOrphanedEntries(running, cells, hashes)
    await running.confirmation.confirm()
  }
}

/**
 * Compares the expected entries, which the rows should have, with the stored entries. Returns a hash of each expected
 * entry's key.
 */
async function compareExpectedEntries(running: EntryCheck, cells: CellGroup): Promise<HashSet> {
  const { tenant, segment, confirmation } = running
  const hashes = new HashSet(maxSlots)
  for await (const { object, rows } of walkStoreRows(tenant, listedObjects)) {
    const expected = rows
      .flatMap(row => expectedEntriesOf(object, row))
      .filter(({ entry }) => cells.has(entry) && isInSegment(listNameOf(entry), segment))
    for (const { entry } of expected) hashes.add(hash64(keyText(entry)))
    await confirmation.add(await wrongEntriesAmong(expected.filter(({ isKnown }) => isKnown)))
  }
  return hashes
}

function expectedEntriesOf(object: StoredObject, row: VersionedRow): Expected[] {
  const isKnown = row.unfinished === undefined
  const reference = referenceTo(object, row)
  const entries = [...(row.unfinished ?? []), ...entryRowsOf(row, placesOf(object, row).entries)]
  return entries.filter(isLive).map(entry => ({ entry, reference, isKnown }))
}

async function wrongEntriesAmong(expected: readonly Expected[]): Promise<Difference[]> {
  const keys = expected.map(({ entry: { partition, position } }) => ({ partition, position }))
  const stored = new Map((await batchGet<EntryRow>(EntryRow, keys)).map(entry => [keyText(entry), entry]))
  return expected.flatMap(known => {
    const entry = stored.get(keyText(known.entry)) ?? null
    if (entry && entryHash(entry) === entryHash(known.entry)) return []
    return [wrongEntry(entry ? 'wrong-entry' : 'missing-entry', known, entry)]
  })
}

/** Finds the stored entries that no row should have. `hashes` contains a hash of each expected entry's key. */
async function findOrphanedEntries(running: EntryCheck, cells: CellGroup, hashes: HashSet): Promise<void> {
  const { tenant, segment, confirmation } = running
  const isOrphan = (entry: EntryRow) => isLive(entry) && cells.has(entry) && !hashes.has(hash64(keyText(entry)))
  let orphans: EntryRow[] = []
  const report = async () => {
    const found = orphans
    orphans = []
    await confirmation.add(orphanedEntries(tenant, found))
  }
  const visit = async (list: string) => {
    let [entryCount, orphanCount] = [0, 0]
    for await (const entries of readEntryBatches({ ...tenant, list }, false)) {
      const found = entries.filter(isOrphan)
      entryCount += entries.length
      orphanCount += found.length
      orphans.push(...found)
      if (orphans.length >= maxOrphans) await report()
    }
    return entryCount !== 1 || orphanCount > 0
  }
  await visitAllLists(tenant, new ListVisitor({ tenant, visit, segment }))
  await report()
}

async function visitAllLists(tenant: Tenant, visitor: ListVisitor): Promise<void> {
  await visitor.visitKnownLists()
  for await (const { object, rows } of walkStoreRows(tenant, storedObjects))
    await visitor.visitNew(rows.flatMap(row => placesOf(object, row).lists))
}

const positionText = (entry: EntryRow) => positionWithoutNames(listNameOf(entry), entry.position)

function entryText(entry: EntryRow | null): string {
  if (!entry) return 'absent'
  const { facets = [], measures = [] } = entry
  return toJson([positionText(entry), facets.map(facet => textWithoutNames(listNameOf(entry), facet)), measures])
}

function wrongEntry(kind: FindingKind, { entry, reference }: Expected, stored: EntryRow | null): Difference {
  return {
    kind,
    key: reference.name,
    list: listNameOf(entry),
    is: entryText(stored),
    shouldBe: entryText(entry),
    persists: () => isStillWrong(entry, stored, reference),
    repair: { target: `entries of ${reference.name}`, run: () => rewriteListEntries(reference) },
  }
}

const hashOrNull = (entry: EntryRow | null | undefined) => (entry ? entryHash(entry) : null)

/**
 * Returns whether the stored entry still differs from the expected entry in the same way. Reads the object's row before
 * and after the entry. If the row has changed in between, returns false.
 */
async function isStillWrong(entry: EntryRow, stored: EntryRow | null, reference: RowReference) {
  const before = await loadRow(reference)
  const now = await readEntry(entry)
  const after = await loadRow(reference)
  if (!before || before.unfinished || before.version !== after?.version) return false
  const expected = entriesOf(reference.object, before).find(other => keyText(other) === keyText(entry))
  const isSame = hashOrNull(expected) === hashOrNull(entry) && hashOrNull(now) === hashOrNull(stored)
  return isSame && isLive(entry)
}

/** Returns the orphaned entries as differences. To confirm them, all rows are read once more. */
function orphanedEntries(tenant: Tenant, orphans: readonly EntryRow[]): Difference[] {
  const [first] = orphans
  if (!first) return []
  let second: Promise<ExpectedEntries> | undefined
  const expectedNow = () => {
    second ??= expectedAmong(tenant, orphans)
    return second
  }
  const persisting: EntryRow[] = []
  const target = `${orphans.length} orphaned entries from ${positionText(first)} on`
  return orphans.map(entry => ({
    kind: 'orphaned-entry',
    key: `position ${positionText(entry)}`,
    list: listNameOf(entry),
    is: entryText(entry),
    shouldBe: 'absent',
    persists: async () => {
      const isOrphan = !(await expectedNow()).has(keyText(entry)) && (await isUnchanged(entry))
      if (isOrphan) persisting.push(entry)
      return isOrphan
    },
    repair: { target, run: () => removeOrphans(tenant, persisting) },
  }))
}

/** Reads all rows. Returns those of the `entries` that an object should have, each with a reference to the object. */
async function expectedAmong(tenant: Tenant, entries: readonly EntryRow[]): Promise<ExpectedEntries> {
  const keys = new Set(entries.map(keyText))
  const expected: ExpectedEntries = new Map()
  for await (const { object, rows } of walkStoreRows(tenant, listedObjects, { consistent: true }))
    for (const known of rows.flatMap(row => expectedEntriesOf(object, row)))
      if (keys.has(keyText(known.entry))) expected.set(keyText(known.entry), known)
  return expected
}

async function isUnchanged(entry: EntryRow): Promise<boolean> {
  return hashOrNull(await readEntry(entry)) === entryHash(entry) && isLive(entry)
}

/**
 * Deletes orphaned entries. If an object needs one of these entries now, all entries of the object are written again.
 */
async function removeOrphans(tenant: Tenant, orphans: readonly EntryRow[]): Promise<void> {
  const keys = orphans.map(({ partition, position }) => ({ partition, position }))
  await batchDelete(EntryRow, keys)
  for (const { reference } of (await expectedAmong(tenant, orphans)).values()) await rewriteListEntries(reference)
}
