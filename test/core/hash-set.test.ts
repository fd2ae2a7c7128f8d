/** Tests the set of hashes, also when it is full. */

import { expect, test } from 'vitest'
import { HashSet } from '../../lib/core/hash-set.ts'

const hashesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => (BigInt(n) * 0x9e3779b97f4a7c15n) % 2n ** 64n)

test('contains the hashes that were added, and no others, however much it has grown', () => {
  const set = new HashSet(2 ** 16)
  const hashes = hashesOf(40_000)
  expect(hashes.every(hash => set.add(hash))).toBe(true)
  expect(hashes.some(hash => set.add(hash))).toBe(false)
  expect(hashes.every(hash => set.has(hash))).toBe(true)
  expect(
    hashesOf(80_000)
      .slice(40_000)
      .some(hash => set.has(hash)),
  ).toBe(false)
})

test('contains zero only after it was added', () => {
  const set = new HashSet(2 ** 12)
  expect(set.has(0n)).toBe(false)
  expect(set.add(0n)).toBe(true)
  expect(set.has(0n)).toBe(true)
})

test('keeps its hashes when it is full, and stores no others', () => {
  const set = new HashSet(2 ** 12)
  const hashes = hashesOf(5000)
  for (const hash of hashes) set.add(hash)
  const stored = hashes.filter(hash => set.has(hash))
  expect(set.isFull).toBe(true)
  expect(stored).toEqual(hashes.slice(0, stored.length))
  expect(stored.length).toBeGreaterThan(2500)
  expect(stored.some(hash => set.add(hash))).toBe(false)
  expect(set.add(hashes.at(-1) ?? 0n)).toBe(true)
})
