/**
 * Confirms the differences that a check finds. After a pause, the data of each difference is read again. Only the
 * differences that are still there are findings. Batches keep the number of differences in memory small.
 */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Difference, FindingKind } from './finding.ts'

/** Differences are confirmed, and findings are passed on, once there are this many. This many take about 5 MB. */
const maxBatch = 2000
const maxConcurrent = 10

/**
 * The kinds of findings that come last in a batch, in this order. All other findings come first, in the order in which
 * they were found.
 */
const lastKinds: readonly FindingKind[] = [
  'missing-operation',
  'orphaned-operation',
  'unfinished-merge',
  'unmade-movement',
  'wrong-tally',
  'wrong-word',
  'wrong-entry',
  'missing-entry',
  'orphaned-entry',
]

const inOrder = (findings: readonly Difference[]) =>
  findings.toSorted((one, other) => lastKinds.indexOf(one.kind) - lastKinds.indexOf(other.kind))

interface Options {
  wait: () => Promise<unknown>
  onFound: (findings: Difference[]) => Promise<void>
}

export class DifferenceConfirmation {
  readonly #wait: Options['wait']
  readonly #onFound: Options['onFound']
  #unconfirmed: Difference[] = []
  #findings: Difference[] = []
  #running: Promise<void> = Promise.resolve()

  constructor({ wait, onFound }: Options) {
    this.#wait = wait
    this.#onFound = onFound
  }

  async add(differences: readonly Difference[]): Promise<void> {
    for (const difference of differences) this.#unconfirmed.push(difference)
    if (this.#unconfirmed.length >= maxBatch) await this.confirm()
  }

  /** Confirms the differences that were added so far. Batches are confirmed one after the other. */
  confirm(): Promise<void> {
    const batch = this.#unconfirmed
    this.#unconfirmed = []
    this.#running = this.#running.then(() => this.#confirmBatch(batch))
    return this.#running
  }

  async #confirmBatch(batch: readonly Difference[]): Promise<void> {
    if (batch.length === 0) return
    await this.#wait()
    const persisting = await mapConcurrent(batch, maxConcurrent, difference => difference.persists())
    this.#findings = [...this.#findings, ...batch.filter((_, n) => persisting[n])]
    if (this.#findings.length >= maxBatch) await this.#handOver()
  }

  /** Confirms the last differences, and passes the last findings to `onFound`. */
  async end(): Promise<void> {
    await this.confirm()
    await this.#handOver()
  }

  async #handOver(): Promise<void> {
    const findings = this.#findings
    this.#findings = []
    if (findings.length > 0) await this.#onFound(inOrder(findings))
  }
}
