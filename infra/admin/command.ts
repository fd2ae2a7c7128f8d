/** Defines what the commands of `store` have in common: how they run, the options that name a store, and confirmation. */

import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import * as z from 'zod'
import { nonBlank } from '../../lib/core/fields.ts'
import { NewKey } from '../../lib/keys/schemas.ts'
import { authorizerCacheSeconds } from '../constants.ts'
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

export interface Context extends Modules {
  report: Report
  write: Write
}

export type Execute<S extends z.ZodType> = (input: z.output<S>, context: Context) => Promise<CommandResult>

/** Turns a schema and a function into the action of a command. Commander calls an action with the command as `this`. */
export type Run = <S extends z.ZodType>(schema: S, execute: Execute<S>) => (this: Command) => Promise<void>

export const AccountNumber = NewKey.pick({ account: true })

export const withAccount = (command: Command): Command =>
  command
    .argument('[account]', 'number of the account; required here or as --account')
    .option('--account <number>', 'number of the account')

export const withRequiredAccount = (command: Command): Command =>
  command.option('--account <number>', 'number of the account (required)')

export const Store = NewKey.pick({ account: true, mode: true })

export const withStore = (command: Command): Command =>
  withRequiredAccount(command).option('--mode <mode>', 'mode of the store: Live or Test (required)')

export const Confirmation = z.object({ confirm: nonBlank().optional() })

export const withConfirmation = (command: Command, text: string): Command =>
  command.option('--confirm <text>', `${text}, for scripts: the command does not ask then`)

interface Question {
  /** A sentence that ends with the text to type. */
  question: string
  isAnswer: (typed: string) => boolean
  /** The error message for any other text. */
  wrong: string
  /** The text given as an option. */
  given: string | undefined
}

/** Asks for a text to be typed before something is deleted for good. Scripts give it as an option. */
export async function confirm({ question, isAnswer, wrong, given }: Question): Promise<void> {
  const answer = given ?? (await ask(question))
  if (!isAnswer(answer.trim())) throw new Error(wrong)
}

/** Without a terminal, the input ends at once and the answer is empty. */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await Promise.race([lines.question(question), once(lines, 'close').then(() => '')])
  lines.close()
  return answer
}

export const cacheNotice = `This takes effect within ${authorizerCacheSeconds} seconds: the gateway caches keys that long.`
