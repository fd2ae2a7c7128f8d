/** Reads the command line: which command, with what, on whose data. */

import { parseArgs } from 'node:util'
import * as z from 'zod'
import { Problem } from '../../lib/core/problem.ts'
import { parseInput } from '../../lib/core/validation.ts'
import type { Command } from './command.ts'
import { commands } from './commands.ts'
import { isFlag } from './option.ts'
import { Settings, takenByNpm } from './settings.ts'
import { UsageError } from './usage-error.ts'

/** What is to be done; or, where help is asked for, the commands it is asked about. */
export type Line =
  | { command: Command; given: Record<string, unknown>; settings: Settings }
  | { about: readonly Command[]; settings: Pick<Settings, 'json'> }

/** Options are known before the command is, so that they may stand anywhere in the line. */
const known: Record<string, z.ZodType> = Object.assign(
  {},
  ...commands.map(({ options }) => options.shape),
  Settings.shape,
)

const kinds = Object.fromEntries(
  Object.entries(known).map(([name, shape]) => {
    const type: 'boolean' | 'string' = isFlag(shape) ? 'boolean' : 'string'
    return [name, { type, multiple: shape instanceof z.ZodArray, ...(name === 'help' && { short: 'h' }) }]
  }),
)

function parse(words: readonly string[]) {
  const options = {
    args: [...words],
    options: kinds,
    allowPositionals: true,
    strict: false,
    tokens: true,
  } as const
  return parseArgs(options)
}
type Parsed = ReturnType<typeof parse>

const beginsWith = (words: readonly string[], start: readonly string[]) =>
  start.every((word, place) => words[place] === word)
const wordsOf = ({ words }: Command) => words.split(' ')

export function readLine(typed: readonly string[]): Line {
  const parsed = parse(typed)
  const { values, positionals } = parsed
  const spoken = positionals[0] === 'help' ? positionals.slice(1) : positionals
  const command = commands.find(candidate => beginsWith(spoken, wordsOf(candidate)))
  const about = command ? [command] : commands.filter(candidate => beginsWith(wordsOf(candidate), spoken))
  if (about.length === 0) throw new UsageError([`There is no command "${spoken.join(' ')}".`])
  refuseFaults(parsed, command)
  if (!command || values.help || spoken !== positionals)
    return { about, settings: { json: values.json === true } }
  const given = withBare(command, values, spoken.slice(wordsOf(command).length))
  return { command, given: read(command.options, given, command), settings: read(Settings, values, command) }
}

/** With the words of people who know no shapes. */
function read<S extends z.ZodType>(shape: S, values: unknown, command: Command): z.output<S> {
  try {
    return parseInput(shape, values, command.words)
  } catch (fault) {
    if (!(fault instanceof Problem)) throw fault
    const faults = Object.entries(fault.errors).flatMap(([field, said]) =>
      said.map(one => `--${field.replace(/[^\w-].*/, '')} ${one}.`),
    )
    throw new UsageError([...new Set(faults)], command)
  }
}

function refuseFaults({ tokens, values }: Parsed, command: Command | undefined): void {
  const allowed = command ? { ...command.options.shape, ...Settings.shape } : known
  const faults = tokens.flatMap(token => {
    if (token.kind !== 'option') return []
    const shape = Object.hasOwn(allowed, token.name) ? allowed[token.name] : undefined
    if (!shape) return [`${command?.words ?? 'store'} has no option ${token.rawName}.`]
    if (isFlag(shape)) return token.value === undefined ? [] : [`${token.rawName} takes no value.`]
    const isMissing = token.value === undefined || (!token.inlineValue && token.value.startsWith('-'))
    return isMissing ? [`${token.rawName} needs a value.`] : []
  })
  const taken = takenByNpm().filter(name => values[name] === undefined)
  faults.push(...taken.map(name => `npm kept --${name} to itself: put -- before the command.`))
  if (faults.length > 0) throw new UsageError(faults, command)
}

/** The values with those that stand without the name of their option. */
function withBare(command: Command, values: Parsed['values'], bare: readonly string[]) {
  const { bare: name } = command
  if (bare.length === 0) return values
  if (name && known[name] instanceof z.ZodArray)
    return { ...values, [name]: [values[name] ?? [], bare].flat() }
  if (name && values[name] === undefined && bare.length === 1) return { ...values, [name]: bare[0] }
  throw new UsageError([`"${bare.at(-1)}" is one word too many.`], command)
}
