/** A command line that is none of ours: what is wrong with it, and with which command. */

import type { Command } from './command.ts'

export class UsageError extends Error {
  override readonly name = 'Misuse'
  readonly command: Command | undefined

  /** No command where not even that is known. */
  constructor(faults: readonly string[], command?: Command) {
    super(faults.join('\n'))
    this.command = command
  }
}
