/**
 * Checks all stored data of a store while the store is in use. Each difference is checked again after a pause, with
 * consistent reads. Only a difference that is still the same is a finding.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import {
  type BucketDifference,
  compareTallies,
  findPersistingDifferences,
  isSameDifference,
} from '../lists/compare-tallies.ts'
import { readEntryBatches } from '../lists/entries.ts'
import { isSearchList } from '../lists/search-entries.ts'
import type { EntryRow, List } from '../store/list-entry.ts'
import { entriesOf } from '../store/save.ts'
import { allRows, type VersionedRow } from '../store/stored-object.ts'
import { EntryDigest, entryDifferences, type Scope } from './check-entries.ts'
import { rowDifferences, unreadableObject } from './check-rows.ts'
import {
  customerMergeDifferences,
  gatewayOperationDifferences,
  stockMovementDifferences,
  type WaitingRows,
} from './check-unfinished.ts'
import { wordDifferences } from './check-words.ts'
import type { Difference } from './finding.ts'
import { isCounted, knownLists, listsOf, type RowReference, referenceTo, storedObjects } from './objects.ts'

/** A function that is called with the number of checked objects of a kind. */
type OnProgress = (kind: string, count: number) => void

interface Options {
  onProgress: OnProgress
  /** Waits before differences are checked again, so that running saves end and tallies are updated. */
  wait: () => Promise<unknown>
}

const maxConcurrent = 10

export async function check(
  { account, mode }: Tenant,
  { onProgress = () => {}, wait = () => sleep(5000) }: Partial<Options> = {},
): Promise<Difference[]> {
  const tenant = { account, mode }
  const options = { onProgress, wait }
  const confirm = async (differences: Difference[]) => {
    if (differences.length > 0) await wait()
    const persisting = await mapConcurrent(differences, maxConcurrent, difference => difference.persists())
    return differences.filter((_, n) => persisting[n])
  }
  const survey: Survey = {
    lists: await knownLists(tenant),
    digest: new EntryDigest(),
    waiting: new Map(),
    hasUnreadable: false,
  }
  const findings = await confirm(await surveyDifferences(tenant, survey, options))
  for (const cells of survey.digest.differingCells()) {
    onProgress('differing entries', cells.size)
    findings.push(...(await confirm(await entryDifferences(tenant, { ...survey, cells }))))
  }
  return findings
}

/** The data about the whole store that is collected while all rows are read once. */
interface Survey extends Pick<Scope, 'hasUnreadable'> {
  lists: Set<string>
  digest: EntryDigest
  waiting: WaitingRows
}

/** Rows are read first, because they contain the operations and the lists that are checked afterwards. */
const surveyDifferences = async (tenant: Tenant, survey: Survey, options: Options) => [
  ...(await checkRows(tenant, survey, options)),
  ...(await gatewayOperationDifferences(tenant, survey.waiting)),
  ...(await customerMergeDifferences(tenant)),
  ...(await stockMovementDifferences(tenant)),
  ...(await checkTallies(tenant, survey, options)),
]

async function checkRows(tenant: Tenant, survey: Survey, { onProgress }: Options): Promise<Difference[]> {
  const found: Difference[] = []
  for (const object of storedObjects) {
    let count = 0
    for await (const rows of allRows(object, tenant)) {
      const checkOne = (row: VersionedRow) => checkRow(referenceTo(object, row), row, survey)
      found.push(...(await mapConcurrent(rows, maxConcurrent, checkOne)).flat())
      count += rows.length
      onProgress(object.name, count)
    }
  }
  return found
}

async function checkRow(reference: RowReference, row: VersionedRow, survey: Survey): Promise<Difference[]> {
  const { object } = reference
  try {
    for (const list of listsOf(object, row)) survey.lists.add(list)
    survey.digest.add(entriesOf(object, row), 1n)
    for (const [id, kind] of object.awaitedOperations?.(row) ?? []) survey.waiting.set(id, { kind, reference })
  } catch (fault) {
    survey.hasUnreadable = true
    return [unreadableObject(reference, fault)]
  }
  return rowDifferences(reference, row)
}

async function checkTallies(tenant: Tenant, { lists, digest }: Survey, options: Options): Promise<Difference[]> {
  const onEntries = (entries: readonly EntryRow[]) => digest.add(entries, -1n)
  let count = 0
  const found = await mapConcurrent(lists, maxConcurrent, async list => {
    const differences = isSearchList(list)
      ? await wordDifferences({ ...tenant, list }, onEntries)
      : await tallyDifferences({ ...tenant, list }, { wait: options.wait, onEntries })
    options.onProgress('lists', ++count)
    return differences
  })
  return found.flat()
}

interface TallyOptions extends Pick<Options, 'wait'> {
  onEntries: (entries: readonly EntryRow[]) => void
}

/**
 * Returns the tallies that differ from the entries. The differences have no `repair`, because the function `repair`
 * recounts each list that has a difference.
 */
async function tallyDifferences(list: List, { onEntries, wait }: TallyOptions): Promise<Difference[]> {
  if (!isCounted(list)) return readUncounted(list, onEntries)
  const found = await compareTallies(list, { onEntries })
  let persisting: Promise<BucketDifference[]> | undefined
  const stillFound = () => {
    persisting ??= findPersistingDifferences(list, found, wait)
    return persisting
  }
  return found.map(difference => ({
    kind: 'wrong-tally',
    key: difference.bucket ? `bucket ${difference.bucket}` : 'whole list',
    list: list.list,
    is: sumText(difference.is),
    shouldBe: sumText(difference.shouldBe),
    persists: async () => (await stillFound()).some(later => isSameDifference(later, difference)),
  }))
}

/** An earlier version may have left tallies of the list, which nothing reads. `store lists recount` deletes them. */
async function readUncounted(list: List, onEntries: TallyOptions['onEntries']): Promise<Difference[]> {
  for await (const entries of readEntryBatches(list, false)) onEntries(entries)
  return []
}

const sumText = ({ count, measures }: BucketDifference['is']) => [count, ...measures].join(' ')
