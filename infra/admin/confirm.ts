/** Asks for a text to be typed before something is deleted for good. Scripts give it as an option. */

import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import * as z from 'zod'
import { nonBlank } from '../../lib/core/fields.ts'

interface Question {
  /** A sentence that ends with the text to type. */
  question: string
  isAnswer: (typed: string) => boolean
  /** Describes the expected text in the error message. */
  wrong: string
  /** The text given as an option. */
  given: string | undefined
}

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

export const Confirmation = z.object({ confirm: nonBlank().optional() })

export const withConfirmation = (command: Command, text: string): Command =>
  command.option('--confirm <text>', `${text}, for scripts: the command does not ask then`)
