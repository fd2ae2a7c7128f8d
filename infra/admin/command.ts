/** What a command of `store` is: data, from which reading the command line, checking it and help all follow. */

import type * as z from 'zod'
import type { Modules } from './modules.ts'

export interface Outcome {
  /** For programs. */
  json: unknown
  /** For people. */
  text: string
  /** A sentence for each part that failed while the rest was done. */
  faults?: string[]
}

/** Asked for only once everything else is in order: opening the data takes seconds where no API runs. */
export type OpenModules = () => Promise<Modules>

export interface Command<S extends z.ZodObject = z.ZodObject> {
  /** As typed: `account create`. */
  words: string
  purpose: string
  options: S
  /** The option whose value may stand without its name: `account show 1001`. */
  bare?: keyof S['shape'] & string
  run(given: z.output<S>, openRooms: OpenModules): Promise<Outcome>
}

export const command = <S extends z.ZodObject>(described: Command<S>): Command =>
  described as unknown as Command
