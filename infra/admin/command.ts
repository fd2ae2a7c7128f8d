/** Defines what commands of `store` share: how they run, the options that name a store, and confirmation. */

import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import * as z from 'zod'
import { nonBlank } from '../../lib/core/fields.ts'
import { NewKey } from '../../lib/keys/schemas.ts'
import { authorizerCacheSeconds, commandProjectVariable } from '../constants.ts'
import type { Modules } from './modules.ts'
import type { ReportProgress } from './progress.ts'

export interface CommandResult {
  /** The option `--json` prints this value. The value is undefined if the command has already written its result. */
  json: unknown
  /** Without the option `--json`, this text is printed. */
  text: string
  /** If there are errors, they are printed after the result, and the command fails. */
  errors?: string[]
}

/** Writes a part of a long result to standard output, so that the whole result is never in memory. */
export type Write = (text: string) => void | Promise<void>

export interface CommandContext extends Modules {
  report: ReportProgress
  write: Write
  /** Whether the option `--json` is given. */
  isJson: boolean
}

export type CommandHandler<S extends z.ZodType> = (
  input: z.output<S>,
  context: CommandContext,
) => Promise<CommandResult>

/** Returns the action of a command. Commander calls the action with the command as `this`. */
export type CreateAction = <S extends z.ZodType>(
  schema: S,
  handler: CommandHandler<S>,
) => (this: Command) => Promise<void>

export const AccountOption = NewKey.pick({ account: true })

export const addAccountArgument = (command: Command): Command =>
  command
    .argument('[account]', 'number of the account; required here or as --account')
    .option('--account <number>', 'number of the account')

export const addAccountOption = (command: Command): Command =>
  command.option('--account <number>', 'number of the account (required)')

export const StoreOptions = NewKey.pick({ account: true, mode: true })

export const addStoreOptions = (command: Command): Command =>
  addAccountOption(command).option('--mode <mode>', 'mode of the store: Live or Test (required)')

export const ConfirmOption = z.object({ confirm: nonBlank().optional() })

export const addConfirmOption = (command: Command, text: string): Command =>
  command.option('--confirm <text>', `${text}, for scripts: the command does not ask then`)

interface Question {
  question: string
  isAnswer: (typed: string) => boolean
  /** This error message is shown if `isAnswer` rejects the typed text. */
  wrong: string
  /** The value of the option `--confirm`; undefined if the option is missing. */
  given: string | undefined
}

/**
 * Asks the user to type a text before a change that is hard to undo. Scripts pass the text as `--confirm`. Throws if
 * the text is wrong.
 */
export async function requireConfirmation({ question, isAnswer, wrong, given }: Question): Promise<void> {
  const answer = given ?? (await ask(question))
  if (!isAnswer(answer.trim())) throw new Error(wrong)
}

/** If standard input ends without a line, the answer is an empty text. */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await Promise.race([lines.question(question), once(lines, 'close').then(() => '')])
  lines.close()
  return answer
}

/** CodeBuild keeps the options of a command, and the log has what the command prints. */
export function refuseInCommandProject(kept: 'personal data' | 'the secret key'): void {
  if (process.env[commandProjectVariable])
    throw new Error(`CodeBuild would keep ${kept}. Run this command on your own machine.`)
}

export const keyCacheNotice = `This takes effect within ${authorizerCacheSeconds} seconds: the gateway caches keys that long.`
