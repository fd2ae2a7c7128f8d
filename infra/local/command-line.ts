/** Reads command lines, and words for people why a program ends. */

import { type ParseArgsConfig, parseArgs } from 'node:util'

/** The command line says something we do not understand. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export function parsed<const T extends ParseArgsConfig>(config: T) {
  try {
    return parseArgs(config)
  } catch (fault) {
    /** The sentences after the first advise on arguments that begin with a dash. */
    throw new UsageError(fault instanceof Error ? fault.message.replace(/\. .*/s, '.') : String(fault))
  }
}

/** Errors that we throw are sentences; any other is a fault of ours, of which the stack tells most. */
export function wordsFor(fault: unknown, usage: string): string {
  if (fault instanceof UsageError) return `${fault.message}\n\n${usage}`
  if (!(fault instanceof Error)) return String(fault)
  return fault.name === 'Error' ? fault.message : (fault.stack ?? fault.message)
}
