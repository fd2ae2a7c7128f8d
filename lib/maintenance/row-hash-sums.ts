/**
 * Compares expected rows with stored rows in a fixed amount of memory. Each row belongs to one of many cells. For each
 * cell, the hashes of its expected rows are added up, and the hashes of its stored rows are subtracted. If the result
 * is not zero, the expected and the stored rows of the cell differ.
 */
export class RowHashSums {
  readonly #sums: BigUint64Array
  readonly #halves: Uint32Array

  constructor(cellCount: number) {
    this.#sums = new BigUint64Array(cellCount)
    this.#halves = new Uint32Array(this.#sums.buffer)
  }

  /**
   * Adds the hash of an expected row (sign 1), or subtracts the hash of a stored row (sign -1). Overflows of a sum are
   * harmless, because equal hashes still cancel each other out.
   */
  add(cell: number, hash: bigint, sign: 1n | -1n): void {
    this.#sums[cell] = (this.#sums[cell] ?? 0n) + sign * hash
  }

  /**
   * Returns whether the sum of the cell is not zero. The sum is read as two 32-bit numbers, because reading millions of
   * bigints takes a second.
   */
  differsAt(cell: number): boolean {
    return this.#halves[2 * cell] !== 0 || this.#halves[2 * cell + 1] !== 0
  }

  /** Returns the first cell at or after `from` that differs; undefined if there is none. */
  nextDiffering(from: number): number | undefined {
    for (let cell = from; cell < this.#sums.length; cell++) if (this.differsAt(cell)) return cell
    return undefined
  }
}
