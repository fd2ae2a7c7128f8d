/**
 * Sums of hashes, one for each cell, in a fixed amount of memory. The hashes of expected rows are added, and the hashes
 * of stored rows are subtracted. If the sum of a cell is not zero, its expected and its stored rows differ.
 */
export class CellHashSums {
  readonly #sums: BigUint64Array
  readonly #halves: Uint32Array

  constructor(cellCount: number) {
    this.#sums = new BigUint64Array(cellCount)
    this.#halves = new Uint32Array(this.#sums.buffer)
  }

  /** The sign is 1 for expected rows, and -1 for stored rows. Overflows of a sum are harmless. */
  add(cell: number, hash: bigint, sign: 1n | -1n): void {
    this.#sums[cell] = (this.#sums[cell] ?? 0n) + sign * hash
  }

  /** The sum is read as a pair of 32-bit numbers, because reading millions of bigints takes a second. */
  differsAt(cell: number): boolean {
    return this.#halves[2 * cell] !== 0 || this.#halves[2 * cell + 1] !== 0
  }

  /** Returns the first cell at or after `from` that differs; undefined if there is none. */
  nextDiffering(from: number): number | undefined {
    for (let cell = from; cell < this.#sums.length; cell++) if (this.differsAt(cell)) return cell
    return undefined
  }
}
