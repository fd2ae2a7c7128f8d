/** Simulates a person at the keyboard of a command that runs in the process of the test. */

import { PassThrough, Readable } from 'node:stream'
import { vi } from 'vitest'

/** Types the answer when a command asks, and hides the question, until the mocks are restored. */
export function type(answer: string): void {
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([`${answer}\n`]) as never)
  vi.spyOn(process, 'stderr', 'get').mockReturnValue(new PassThrough() as never)
}
