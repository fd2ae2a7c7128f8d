/**
 * Tests that the memory of a check grows neither with the number of findings nor with the number of lists.
 * @module-tag long
 */

import { expect, test } from 'vitest'
import type { AccountId } from '../../lib/core/tenant.ts'
import { checkStore } from '../../lib/maintenance/index.ts'
import { ListVisitor } from '../../lib/maintenance/visit-lists-once.ts'
import { liveMegabytes } from '../support/live-heap.ts'
import { generateStore } from './generated-store.ts'

test('a check keeps no findings that it has handed over, and no entries', async () => {
  /** The findings about these orders take 14 MB, in more than six batches. */
  const orders = 960
  const tenant = generateStore(orders)
  const counts: number[] = []
  const live: number[] = []
  const onFound = async (findings: { kind: string }[]) => {
    expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(['missing-entry']))
    counts.push(findings.length)
    live.push(liveMegabytes())
  }
  await checkStore(tenant, { wait: async () => {}, onFound })
  const [first = 0, ...later] = live
  expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThan(20 * orders)
  expect(later.length).toBeGreaterThan(5)
  expect(Math.max(...later) - first).toBeLessThan(5)
})

test('visiting lists keeps none of their names', async () => {
  const tenant = { account: 1001 as AccountId, mode: 'Live' } as const
  const visitor = new ListVisitor({ tenant, visit: async () => true })
  const namesFrom = (start: number) => Array.from({ length: 1000 }, (_, n) => `orders/customerId=${start + n}`)
  await visitor.visitNew(namesFrom(0))
  const before = liveMegabytes()
  for (let start = 1000; start < 200_000; start += 1000) await visitor.visitNew(namesFrom(start))
  expect(liveMegabytes() - before).toBeLessThan(4)
})
