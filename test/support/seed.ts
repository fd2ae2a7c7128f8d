/** By its seed a random history happens again, be it to see it fail or to trust that it went well. */

import fc from 'fast-check'
import { expect } from 'vitest'

export function tellSeed<T>(run: fc.RunDetails<T>): void {
  const { seed, numRuns, failed, errorInstance } = run
  console.log(`seed ${seed}, ${numRuns} runs of: ${expect.getState().currentTestName}`)
  if (failed) throw new Error(fc.defaultReportMessage(run), { cause: errorInstance })
}
