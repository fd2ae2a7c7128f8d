/**
 * Finds out where the entries of a store differ from those that its entities should have, in memory of a fixed size.
 * Each entry belongs to one of many cells. A cell is the sum of the hashes of the entries that should exist, minus those
 * that exist: it is zero if they are the same.
 */

import { entryHash, hashOf } from '../lists/entry-hash.ts'
import type { EntryRow } from '../store/list-entry.ts'

const cellCount = 65_536
/** Cells that are looked at together: then no more than a sixteenth of the entries of a store is in memory. */
const maxCells = cellCount / 16
/** Of a position: entries of one day, or near each other in a list by number, are in one cell. */
const prefixLength = 't20260831'.length

export const cellOf = ({ partition, position }: EntryRow): number =>
  Number(hashOf(`${partition} ${position.slice(0, prefixLength)}`) % BigInt(cellCount))

export class EntryDigest {
  readonly #cells = new BigUint64Array(cellCount)

  addExpected(entries: Iterable<EntryRow>): void {
    for (const entry of entries) this.#add(entry, entryHash(entry))
  }

  addStored(entries: Iterable<EntryRow>): void {
    for (const entry of entries) this.#add(entry, -entryHash(entry))
  }

  /** Overflows on purpose. */
  #add(entry: EntryRow, amount: bigint): void {
    const cell = cellOf(entry)
    this.#cells[cell] = (this.#cells[cell] ?? 0n) + amount
  }

  /** The cells with a difference, in groups of bounded size. */
  differingCells(): Set<number>[] {
    const cells = [...this.#cells.keys()].filter(cell => this.#cells[cell] !== 0n)
    const groups = Array.from({ length: Math.ceil(cells.length / maxCells) }, (_, n) => n * maxCells)
    return groups.map(start => new Set(cells.slice(start, start + maxCells)))
  }
}
