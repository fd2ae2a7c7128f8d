/**
 * Compares all list entries of a store with the entries that its objects should have, in a fixed amount of memory. Each
 * entry belongs to one of many cells, and each cell stores only a sum of hashes and a count.
 */

import { hash64 } from '../core/hash-set.ts'
import { entryHash } from '../lists/entries.ts'
import { type EntryRow, isLive } from '../store/list-entry.ts'
import { RowHashSums } from './row-hash-sums.ts'

/**
 * The number of cells. All cells together take 48 MB. In a store with 50 million orders, a cell has about 300 entries.
 */
const cellCount = 2 ** 22

/**
 * The number of characters of a position up to its hour. The cell of an entry depends on its list and these characters,
 * so entries of the same list and hour share a cell, and new entries change few cells.
 */
const prefixLength = 't2026083118'.length

const cellOf = ({ partition, position }: EntryRow): number =>
  Number(hash64(`${partition} ${position.slice(0, prefixLength)}`) % BigInt(cellCount))

export class EntryDigest {
  readonly #sums = new RowHashSums(cellCount)
  /** The number of expected entries in each cell. */
  readonly #counts = new Uint32Array(cellCount)

  /** Adds expected entries (sign 1) or stored entries (sign -1) to their cells. */
  add(entries: readonly EntryRow[], sign: 1n | -1n): void {
    for (const entry of entries.filter(isLive)) {
      const cell = cellOf(entry)
      this.#sums.add(cell, entryHash(entry), sign)
      if (sign === 1n) this.#counts[cell] = (this.#counts[cell] ?? 0) + 1
    }
  }

  /**
   * Yields the cells that differ, in groups. The cells of a group have about `maxEntries` expected entries in total.
   */
  *differingCells(maxEntries: number): Generator<CellGroup> {
    let group = new CellGroup()
    let count = 0
    let cell = this.#sums.nextDiffering(0)
    for (; cell !== undefined; cell = this.#sums.nextDiffering(cell + 1)) {
      group.add(cell)
      count += this.#counts[cell] ?? 0
      if (count < maxEntries) continue
      yield group
      group = new CellGroup()
      count = 0
    }
    if (group.size > 0) yield group
  }
}

export class CellGroup {
  readonly #isIn = new Uint8Array(cellCount)
  size = 0

  add(cell: number): void {
    this.#isIn[cell] = 1
    this.size++
  }

  has(entry: EntryRow): boolean {
    return this.#isIn[cellOf(entry)] === 1
  }
}
