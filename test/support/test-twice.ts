/** Declares a test twice: with few cases in the fast tier, and with all cases in the long tier. */

import { test } from 'vitest'

interface Counts {
  few: number
  all: number
}

export function testTwice(title: string, { few, all }: Counts, run: (count: number) => Promise<void>): void {
  test(`${title}, ${few} times`, () => run(few))
  test(`${title}, ${all} times`, { tags: ['long'] }, () => run(all))
}
