/** Runs a command of `store`: checks its input, connects the modules to the chosen data, and returns its result. */

import type { Command } from 'commander'
import type * as z from 'zod'
import type { Modules } from './modules.ts'
import type { Report } from './progress.ts'

export interface CommandResult {
  /** The result for programs; undefined if everything was already written. */
  json: unknown
  /** The result for people. */
  text: string
  /** A sentence for each part that failed while the rest was done. */
  errors?: string[]
}

/** Writes to standard output at once, for results that are too long for memory. Rejects if writing fails. */
export type Write = (text: string) => void | Promise<void>

export type Execute<S extends z.ZodType> = (
  input: z.output<S>,
  modules: Modules,
  report: Report,
  write: Write,
) => Promise<CommandResult>

/** Turns a schema and a function into the action of a command. Commander calls an action with the command as `this`. */
export type Run = <S extends z.ZodType>(schema: S, execute: Execute<S>) => (this: Command) => Promise<void>
