/**
 * Compares everything that is stored about a store twice or more, while the store is in use. What differs is looked at
 * again after a while, consistently, and is a finding only if it has stayed the same.
 */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { sleep } from '../store/conflict.ts'
import { isLive } from '../store/list-entry.ts'
import { entryDifferences } from './check-entries.ts'
import { mergeDifferences } from './check-merges.ts'
import { movementDifferences } from './check-movements.ts'
import { addWaiting, operationDifferences, type WaitingRows } from './check-operations.ts'
import { rowDifferences, unreadableObject } from './check-rows.ts'
import { tallyDifferences } from './check-tallies.ts'
import { objects } from './entities.ts'
import { EntryDigest } from './entry-digest.ts'
import type { Difference } from './finding.ts'
import { listNamesWithoutRows } from './list-names.ts'
import type { MaintainedRow } from './maintained.ts'

interface Options {
  /** Called with the number of objects of a kind that are checked so far. */
  onProgress?: (kind: string, count: number) => void
  /** Takes longer than a save, and than tallies lag behind. */
  wait?: () => Promise<unknown>
}

const maxConcurrent = 10
const defaultWait = () => sleep(5000)

export async function check({ account, mode }: Tenant, options: Options = {}): Promise<Difference[]> {
  const tenant = { account, mode }
  const survey = new Survey(tenant, options)
  const findings = await confirmed(await survey.run(), options)
  const { lists, hasUnreadable } = survey
  for (const cells of survey.digest.differingCells()) {
    options.onProgress?.('differing entries', cells.size)
    const differences = await entryDifferences(tenant, { lists, cells, hasUnreadable })
    findings.push(...(await confirmed(differences, options)))
  }
  return findings
}

async function confirmed(differences: Difference[], { wait = defaultWait }: Options) {
  if (differences.length > 0) await wait()
  const persisting = await mapConcurrent(differences, maxConcurrent, async difference =>
    (await difference.persists()) ? [difference] : [],
  )
  return persisting.flat()
}

/** Reads all rows once, and then the tallies and entries of all lists. */
class Survey {
  readonly digest = new EntryDigest()
  lists = new Set<string>()
  hasUnreadable = false
  readonly #waiting: WaitingRows = new Map()
  readonly #tenant: Tenant
  readonly #onProgress: NonNullable<Options['onProgress']>

  constructor(tenant: Tenant, { onProgress = () => {} }: Options) {
    this.#tenant = tenant
    this.#onProgress = onProgress
  }

  async run(): Promise<Difference[]> {
    this.lists = await listNamesWithoutRows(this.#tenant)
    return [
      ...(await this.#checkRows()),
      ...(await operationDifferences(this.#tenant, this.#waiting)),
      ...(await mergeDifferences(this.#tenant)),
      ...(await movementDifferences(this.#tenant)),
      ...(await this.#checkLists()),
    ]
  }

  async #checkRows(): Promise<Difference[]> {
    const found: Difference[] = []
    for (const { name, batches } of objects) {
      let count = 0
      for await (const rows of batches(this.#tenant)) {
        found.push(...(await mapConcurrent(rows, maxConcurrent, row => this.#checkRow(row))).flat())
        count += rows.length
        this.#onProgress(name, count)
      }
    }
    return found
  }

  async #checkRow(row: MaintainedRow): Promise<Difference[]> {
    try {
      this.#addRow(row)
    } catch (fault) {
      this.hasUnreadable = true
      return [unreadableObject(row, fault)]
    }
    return rowDifferences(row)
  }

  #addRow(row: MaintainedRow): void {
    for (const list of row.lists()) this.lists.add(list)
    this.digest.addExpected(row.entries().filter(isLive))
    addWaiting(this.#waiting, row)
  }

  async #checkLists(): Promise<Difference[]> {
    let count = 0
    const found = await mapConcurrent(this.lists, maxConcurrent, async list => {
      const differences = await tallyDifferences({ ...this.#tenant, list }, entries =>
        this.digest.addStored(entries.filter(isLive)),
      )
      this.#onProgress('lists', ++count)
      return differences
    })
    return found.flat()
  }
}
