/** Prints the seed of a random test, so that the run can be repeated. */

import fc from 'fast-check'
import { expect } from 'vitest'

export function printSeed<T>(run: fc.RunDetails<T>): void {
  const { seed, numRuns, failed, errorInstance } = run
  console.log(`seed ${seed}, ${numRuns} runs of: ${expect.getState().currentTestName}`)
  if (failed) throw new Error(fc.defaultReportMessage(run), { cause: errorInstance })
}
