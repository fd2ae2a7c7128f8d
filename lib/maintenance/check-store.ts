/**
 * Checks the objects, lists and unfinished work of a store while the store is in use. Each difference is checked again
 * after a pause, with consistent reads. Only a difference that is still the same is a finding. The size of a store does
 * not change the amount of memory that a check takes.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import type { Tally } from '../lists/tally.ts'
import { type EntryRow, entryRowsOf } from '../store/list-entry.ts'
import type { StoredObject, VersionedRow } from '../store/stored-object.ts'
import { type Segment, walkStoreRows, wholeStore } from '../store/walk-store-rows.ts'
import { checkEntries, type EntryCheck } from './check-entries.ts'
import { rowDifferences, unreadableObject } from './check-rows.ts'
import { tallyOrWordDifferences } from './check-tallies-or-words.ts'
import {
  findMissingOperations,
  findOrphanedOperations,
  findUnappliedMovements,
  findUnfinishedMerges,
} from './check-unfinished.ts'
import { DifferenceConfirmation } from './difference-confirmation.ts'
import { EntryDigest } from './entry-digest.ts'
import type { Difference } from './finding.ts'
import { placesOf, type RowReference, referenceTo, storedObjects } from './objects.ts'
import { entriesInSegment, isInSegment, ListVisitor } from './visit-lists-once.ts'

interface CheckOptions {
  /**
   * This function is called with each batch of findings, and may repair them. The next call waits until the returned
   * promise is fulfilled.
   */
  onFound: (findings: Difference[]) => Promise<void>
  /**
   * This function is called with a kind of data, such as `order` or `lists`, and with the number of orders or lists
   * that were checked so far.
   */
  onProgress?: (kind: string, count: number) => void
  /** Waits before differences are checked again, so that running saves end and tallies are updated. */
  wait?: () => Promise<unknown>
  /** The part of the lists and objects to check. */
  segment?: Segment | undefined
}

/** The state of a check, which all of its steps share. */
interface Check extends EntryCheck {
  wait: () => Promise<unknown>
}

const maxConcurrent = 10

export async function checkStore({ account, mode }: Tenant, { onFound, ...options }: CheckOptions): Promise<void> {
  const { onProgress = () => {}, wait = () => sleep(5000), segment = wholeStore } = options
  const running: Check = {
    tenant: { account, mode },
    onProgress,
    wait,
    segment,
    confirmation: new DifferenceConfirmation({ wait, onFound }),
    digest: new EntryDigest(),
    hasUnreadable: false,
  }
  await checkRowsAndLists(running)
  if (segment.number === 1) await checkUnfinished(running)
  await running.confirmation.confirm()
  await checkEntries(running)
  await running.confirmation.end()
}

/** Checks each row, and each list when the first of its rows is read. */
async function checkRowsAndLists(running: Check): Promise<void> {
  const { tenant, segment, onProgress } = running
  let listCount = 0
  const visit = async (list: string, tally: Tally | undefined) => {
    const mustRemember = await checkList(running, list, tally)
    onProgress('lists', ++listCount)
    return mustRemember
  }
  const visitor = new ListVisitor({ tenant, visit, tallies: { consistent: false }, segment })
  const counts: Record<string, number> = {}
  for await (const { object, rows } of walkStoreRows(tenant, storedObjects)) {
    const lists = await mapConcurrent(rows, maxConcurrent, row => checkRow(running, object, row))
    await visitor.visitNew(lists.flat())
    counts[object.name] = (counts[object.name] ?? 0) + rows.length
    onProgress(object.name, counts[object.name] ?? 0)
  }
  await visitor.visitKnownLists()
}

/**
 * Checks a row. Returns the lists that contain the row, and the lists that the row has counters for. Returns no lists
 * if the row is damaged.
 */
async function checkRow(running: Check, object: StoredObject, row: VersionedRow): Promise<string[]> {
  const { confirmation, digest, segment } = running
  const reference = referenceTo(object, row)
  const { lists, entries, fault } = placesOf(object, row)
  running.hasUnreadable ||= fault !== undefined
  digest.add(entriesInSegment(segment, entryRowsOf(row, entries)), 1n)
  if (isInSegment(reference.name, segment))
    await confirmation.add(
      fault !== undefined ? [unreadableObject(reference, fault)] : await differencesOfRow(reference, row),
    )
  return lists
}

const differencesOfRow = async (reference: RowReference, row: VersionedRow): Promise<Difference[]> => [
  ...(await findMissingOperations(reference, row)),
  ...(await rowDifferences(reference, row)),
]

async function checkUnfinished({ tenant, confirmation }: Check): Promise<void> {
  for (const pages of [findOrphanedOperations, findUnfinishedMerges, findUnappliedMovements])
    for await (const differences of pages(tenant)) await confirmation.add(differences)
}

/**
 * Checks a list. Returns whether the list must be remembered, so that it is not checked again for each of its other
 * objects. A list with exactly one entry and no differences has no other objects, so it need not be remembered.
 */
async function checkList(running: Check, list: string, tally: Tally | undefined): Promise<boolean> {
  const { tenant, confirmation, digest, wait } = running
  let entryCount = 0
  const onEntries = (entries: readonly EntryRow[]) => {
    entryCount += entries.length
    digest.add(entries, -1n)
  }
  const differences = await tallyOrWordDifferences({ ...tenant, list }, { tally, onEntries, wait })
  await confirmation.add(differences)
  return entryCount !== 1 || differences.length > 0
}
