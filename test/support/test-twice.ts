/** For tests that try many cases: few of them in the fast tier, all of them in the long one. */

import { test } from 'vitest'

interface Counts {
  few: number
  all: number
}

export function testTwice(title: string, { few, all }: Counts, run: (count: number) => Promise<void>): void {
  test(`${title}, ${few} times`, () => run(few))
  test(`${title}, ${all} times`, { tags: ['long'] }, () => run(all))
}
