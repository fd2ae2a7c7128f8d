/** Tests how the differences of a check are confirmed in batches. */

import { expect, test } from 'vitest'
import { DifferenceConfirmation } from '../../lib/maintenance/difference-confirmation.ts'
import type { Difference, FindingKind } from '../../lib/maintenance/finding.ts'

const difference = (n: number, persists: boolean, kind: FindingKind = 'wrong-field'): Difference => ({
  kind,
  key: `order ${n}`,
  list: null,
  is: '1',
  shouldBe: '2',
  persists: async () => persists,
})

function newConfirmation() {
  const batches: Difference[][] = []
  let waits = 0
  const confirmation = new DifferenceConfirmation({
    wait: async () => void waits++,
    onFound: async findings => void batches.push(findings),
  })
  return { confirmation, batches, waits: () => waits }
}

test('hands over the differences that persist, in batches, each once', async () => {
  const { confirmation, batches, waits } = newConfirmation()
  const numbers = Array.from({ length: 9999 }, (_, n) => n)
  await Promise.all(numbers.map(n => confirmation.add([difference(n, n % 3 === 0)])))
  await confirmation.end()
  const keys = batches.flat().map(({ key }) => key)
  expect(keys.toSorted()).toEqual(
    numbers
      .filter(n => n % 3 === 0)
      .map(n => `order ${n}`)
      .toSorted(),
  )
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThan(4000)
  expect(waits()).toBe(5)
})

test('hands over nothing and does not wait if there is no difference', async () => {
  const { confirmation, batches, waits } = newConfirmation()
  await confirmation.add([])
  await confirmation.end()
  expect(batches).toEqual([])
  expect(waits()).toBe(0)
})

test('hands over entries after rows and totals', async () => {
  const { confirmation, batches } = newConfirmation()
  const kinds: FindingKind[] = [
    'orphaned-entry',
    'wrong-tally',
    'missing-entry',
    'unfinished-save',
    'missing-operation',
  ]
  await confirmation.add(kinds.map((kind, n) => difference(n, true, kind)))
  await confirmation.end()
  expect(batches.flat().map(({ kind }) => kind)).toEqual([
    'unfinished-save',
    'missing-operation',
    'wrong-tally',
    'missing-entry',
    'orphaned-entry',
  ])
})
