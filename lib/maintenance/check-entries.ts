/**
 * Compares the stored list entries with the entries that the objects should have, in a fixed amount of memory. Each
 * entry belongs to one of many cells. The value of a cell is the sum of the hashes of the expected entries, minus the
 * sum of the hashes of the stored entries. If this value is not zero, the entries of the cell are compared one by one.
 */

import { toJson } from '../core/json.ts'
import type { Tenant } from '../core/tenant.ts'
import { entryHash, hash64, readEntry, readEntryBatches } from '../lists/entries.ts'
import { batchDelete } from '../store/batch.ts'
import { type EntryKey, EntryRow, isLive, keyText, listOfPartition } from '../store/list-entry.ts'
import { entriesOf } from '../store/save.ts'
import { allRows, type StoredObject, type VersionedRow } from '../store/stored-object.ts'
import type { Difference, FindingKind } from './finding.ts'
import { listedObjects, loadRow, type RowReference, referenceTo, rewriteListEntries } from './objects.ts'

const cellCount = 65_536
/** The maximum number of cells that are compared at a time. Memory then holds about a sixteenth of all entries. */
const maxCells = cellCount / 16
/** The length of a position up to the end of its day. All entries of one list and one day are in the same cell. */
const prefixLength = 't20260831'.length

const cellOf = ({ partition, position }: EntryRow): number =>
  Number(hash64(`${partition} ${position.slice(0, prefixLength)}`) % BigInt(cellCount))

export class EntryDigest {
  readonly #cells = new BigUint64Array(cellCount)

  /** The sign is 1 for expected entries, and -1 for stored entries. Overflows of the sum are harmless. */
  add(entries: readonly EntryRow[], sign: 1n | -1n): void {
    for (const entry of entries.filter(isLive)) {
      const cell = cellOf(entry)
      this.#cells[cell] = (this.#cells[cell] ?? 0n) + sign * entryHash(entry)
    }
  }

  /** Returns the cells that are not zero, in groups of at most `maxCells`. */
  differingCells(): Set<number>[] {
    const cells = [...this.#cells.keys()].filter(cell => this.#cells[cell] !== 0n)
    const groups = Array.from({ length: Math.ceil(cells.length / maxCells) }, (_, n) => n * maxCells)
    return groups.map(start => new Set(cells.slice(start, start + maxCells)))
  }
}

/**
 * An entry that an object should have. While a save of the object is unfinished, the entry may or may not exist, so
 * `isKnown` is false.
 */
interface Expected {
  entry: EntryRow
  reference: RowReference
  isKnown: boolean
}

type ExpectedEntries = Map<string, Expected>

export interface Scope {
  lists: Iterable<string>
  cells: ReadonlySet<number>
  /**
   * True if an object could not be read. Entries that seem orphaned may belong to this object, so no orphaned entries
   * are reported.
   */
  hasUnreadable: boolean
}

export async function entryDifferences(tenant: Tenant, { lists, cells, hasUnreadable }: Scope): Promise<Difference[]> {
  const expected = await expectedEntries(tenant, { isWanted: entry => cells.has(cellOf(entry)) })
  const found: Difference[] = []
  const orphans: EntryRow[] = []
  for (const list of lists)
    for await (const entries of readEntryBatches({ ...tenant, list }, false))
      for (const entry of entries.filter(one => cells.has(cellOf(one)) && isLive(one))) {
        const known = expected.get(keyText(entry))
        expected.delete(keyText(entry))
        if (!known) orphans.push(entry)
        else if (known.isKnown && entryHash(known.entry) !== entryHash(entry))
          found.push(wrongEntry('wrong-entry', known, entry))
      }
  const missing = [...expected.values()].filter(({ isKnown }) => isKnown)
  return [
    ...found,
    ...missing.map(known => wrongEntry('missing-entry', known, null)),
    ...(hasUnreadable ? [] : orphanedEntries(tenant, orphans)),
  ]
}

interface Wanted {
  isWanted: (entry: EntryRow) => boolean
  consistent?: boolean
}

async function expectedEntries(tenant: Tenant, { isWanted, consistent = false }: Wanted) {
  const expected: ExpectedEntries = new Map()
  for (const object of listedObjects)
    for await (const rows of allRows(object, tenant, { consistent }))
      for (const row of rows) {
        const isKnown = row.unfinished === undefined
        const reference = referenceTo(object, row)
        for (const entry of [...(row.unfinished ?? []), ...entriesOrNone(object, row)])
          if (isLive(entry) && isWanted(entry)) expected.set(keyText(entry), { entry, reference, isKnown })
      }
  return expected
}

/** Returns no entries if the object cannot be read. `checkRow` reports this object. */
function entriesOrNone(object: StoredObject, row: VersionedRow): EntryRow[] {
  try {
    return entriesOf(object, row)
  } catch {
    return []
  }
}

const listNameOf = ({ partition }: EntryKey) => listOfPartition(partition)?.list ?? partition

const entryText = (entry: EntryRow | null) =>
  entry ? toJson([entry.position, entry.facets ?? [], entry.measures ?? []]) : 'absent'

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
 * Reads the row twice, once before and once after the entry is read. If the row has changed between these reads, the
 * difference is not confirmed.
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

/** Reports entries that no object should have. All rows are read again to confirm that. */
function orphanedEntries(tenant: Tenant, orphans: readonly EntryRow[]): Difference[] {
  let second: Promise<ExpectedEntries> | undefined
  const expectedNow = () => {
    second ??= expectedAmong(tenant, orphans)
    return second
  }
  const persisting: EntryRow[] = []
  const target = `${orphans.length} orphaned entries from ${orphans[0]?.position} on`
  return orphans.map(entry => ({
    kind: 'orphaned-entry',
    key: `position ${entry.position}`,
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

function expectedAmong(tenant: Tenant, entries: readonly EntryRow[]): Promise<ExpectedEntries> {
  const keys = new Set(entries.map(keyText))
  return expectedEntries(tenant, { isWanted: entry => keys.has(keyText(entry)), consistent: true })
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
