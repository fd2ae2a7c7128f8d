/** Reads and checks the arguments, options and standard input of a command. */

import { text } from 'node:stream/consumers'
import type { Command, Option } from 'commander'
import * as z from 'zod'
import { boolean, nonBlank } from '../../lib/core/fields.ts'
import { Problem } from '../../lib/core/problem.ts'
import { parseInput } from '../../lib/core/validation.ts'

const stageName = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,100}$/, { error: 'must be letters, digits and dashes' })

export const GlobalOptions = z
  .object({ stage: stageName.optional(), data: nonBlank().optional(), json: boolean.default(false) })
  .refine(({ stage, data }) => !(stage && data), {
    path: ['data'],
    error: 'is for this machine and --stage for AWS: give only one of them',
  })
export type GlobalOptions = z.output<typeof GlobalOptions>

/**
 * Reads the options that all commands have. Throws if npm has taken `--stage` or `--data` as its own option, because
 * `--` is missing after `npm run store`.
 */
export function parseGlobalOptions(command: Command): GlobalOptions {
  const given = command.optsWithGlobals()
  const taken = ['stage', 'data'].filter(name => process.env[`npm_config_${name}`] && !given[name])
  const faults = taken.map(name => `npm took --${name} for itself. Put -- before the command.`)
  if (faults.length > 0) command.error(faults.join('\n'))
  return check(command, GlobalOptions, given)
}

/** Reads the arguments and options of a command. An argument may also be given as an option of the same name. */
export function parseCommandOptions<S extends z.ZodType>(command: Command, schema: S): z.output<S> {
  const options = command.opts()
  const given = Object.fromEntries(
    command.registeredArguments
      .map((argument, index) => [argument.name(), command.processedArgs[index]])
      .filter(([, value]) => value !== undefined),
  )
  for (const name of Object.keys(given)) if (options[name] !== undefined) command.error(`Give the ${name} only once.`)
  return check(command, schema, { ...options, ...given })
}

/** Splits a text at its commas. An empty text gives an empty list. */
export const splitAtCommas = (value: unknown): unknown =>
  typeof value === 'string' ? (value.trim() ? value.split(',').map(part => part.trim()) : []) : value

/** The error message must not quote the input, because the input is a secret. */
export async function readSecretFromStdin(name: string): Promise<string> {
  const secret = (await text(process.stdin)).trim()
  if (/^[\x21-\x7e]{1,500}$/.test(secret)) return secret
  throw new Error(`Standard input must have one line: ${name}.`)
}

function check<S extends z.ZodType>(command: Command, schema: S, values: unknown): z.output<S> {
  try {
    return parseInput(schema, values, command.name())
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const faults = Object.entries(error.errors).flatMap(([field, sentences]) =>
      sentences.map(sentence => `${flagFor(command, field.replace(/\W.*/, ''))} ${sentence}.`),
    )
    return command.error([...new Set(faults)].join('\n'))
  }
}

const flagFor = (command: Command, field: string) =>
  optionsOf(command).find(option => option.attributeName() === field)?.long ?? field

const optionsOf = (command: Command | null): readonly Option[] =>
  command ? [...command.options, ...optionsOf(command.parent)] : []
