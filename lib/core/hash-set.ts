/**
 * Defines a set of 64-bit hashes, and hashes texts. The set takes 8 bytes for each slot, outside of the JavaScript
 * heap.
 */

import { hash } from 'node:crypto'

export const hash64 = (text: string): bigint => hash('sha1', text, 'buffer').readBigUInt64LE()

const initialSlots = 1 << 12
/**
 * The maximum share of used slots, because searches in a fuller set take long. Above this share, a set grows, or is
 * full if it already has its maximum size.
 */
const maxLoad = 0.7

export class HashSet {
  #slots = new BigUint64Array(initialSlots)
  #size = 0
  readonly #maxSlots: number

  /** `maxSlots` must be a power of two. */
  constructor(maxSlots: number) {
    this.#maxSlots = maxSlots
  }

  get isFull(): boolean {
    return this.#size >= this.#maxSlots * maxLoad
  }

  has(hash: bigint): boolean {
    return this.#slots[this.#slotOf(keyOf(hash))] !== 0n
  }

  /** Adds a hash. Returns true if the hash was not in the set. A full set does not store the hash. */
  add(hash: bigint): boolean {
    const key = keyOf(hash)
    const slot = this.#slotOf(key)
    if (this.#slots[slot] !== 0n) return false
    if (this.isFull) return true
    this.#slots[slot] = key
    this.#size++
    if (this.#size > this.#slots.length * maxLoad) this.#grow()
    return true
  }

  /** Returns the slot of the key, or the free slot where the key would be stored. */
  #slotOf(key: bigint): number {
    const mask = this.#slots.length - 1
    let slot = Number(key & BigInt(mask))
    while (this.#slots[slot] !== 0n && this.#slots[slot] !== key) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    if (this.#slots.length === this.#maxSlots) return
    const keys = this.#slots
    this.#slots = new BigUint64Array(keys.length * 2)
    for (const key of keys) if (key !== 0n) this.#slots[this.#slotOf(key)] = key
  }
}

/** Zero marks a free slot, so the hash 0 is stored as 1. */
const keyOf = (hash: bigint): bigint => hash || 1n
