/** Tells what the commands are and what they take, from the commands themselves. */

import type * as z from 'zod'
import { columns } from './columns.ts'
import type { Command, Outcome } from './command.ts'
import { isFlag } from './option.ts'
import { Settings } from './settings.ts'

const program = 'npm run store --'

type Option = [name: string, shape: z.ZodType]

const optionsOf = (options: z.ZodObject) => Object.entries(options.shape) as Option[]

const placeholder = (shape: z.ZodType) => (isFlag(shape) ? '' : ` ${shape.meta()?.title}`)

/** `account create --name TEXT --currency CODE [--features LIST] [--domain HOST]` */
export function usage({ words, options, bare }: Command): string {
  const asTyped = optionsOf(options).map(([name, shape]) => {
    if (shape.isOptional()) return `[--${name}${placeholder(shape)}]`
    return name === bare ? `[--${name}]${placeholder(shape)}` : `--${name}${placeholder(shape)}`
  })
  return [program, words, ...asTyped].join(' ')
}

const explained = (options: z.ZodObject) =>
  columns(
    optionsOf(options).map(([name, shape]) => [
      '',
      `--${name}${placeholder(shape)}`,
      shape.description ?? '',
    ]),
  )

const silence =
  'Programs add --json and call "npm run --silent store -- …", as npm prints lines of its own otherwise.'

function chapter(about: readonly Command[]): string {
  const [only, ...others] = about
  const whole = `Everywhere:\n${explained(Settings)}\n\n${silence}`
  if (only && others.length === 0)
    return `${usage(only)}\n\n${only.purpose}\n${explained(only.options)}\n\n${whole}`
  const list = columns(about.map(({ words, purpose }) => ['', words, purpose]))
  return `${program} COMMAND …\n\n${list}\n\n${whole}\n"${program} help COMMAND" tells what a command takes.`
}

export const help = (about: readonly Command[]): Outcome => ({
  json: about.map(command => ({ command: command.words, purpose: command.purpose, usage: usage(command) })),
  text: chapter(about),
})
