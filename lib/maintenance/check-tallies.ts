/** Checks the tallies of a list against its entries. */

import { isDeepStrictEqual } from 'node:util'
import { type BucketDifference, compareTallies } from '../lists/compare-tallies.ts'
import type { EntryRow, List } from '../store/list-entry.ts'
import type { Difference, Finding } from './finding.ts'

export async function tallyDifferences(
  list: List,
  onEntries: (entries: readonly EntryRow[]) => void,
): Promise<Difference[]> {
  const found = await compareTallies(list, { onEntries })
  let second: Promise<BucketDifference[]> | undefined
  const again = () => {
    second ??= compareTallies(list, { consistent: true })
    return second
  }
  return found.map(difference => ({
    ...findingIn(list, difference),
    persists: async () => (await again()).some(later => isDeepStrictEqual(later, difference)),
  }))
}

const findingIn = ({ list }: List, { bucket, is, shouldBe }: BucketDifference): Finding => ({
  kind: 'wrong-tally',
  key: bucket ? `bucket ${bucket}` : 'whole list',
  list,
  is: sumText(is),
  shouldBe: sumText(shouldBe),
})

const sumText = ({ count, measures }: BucketDifference['is']) => [count, ...measures].join(' ')
