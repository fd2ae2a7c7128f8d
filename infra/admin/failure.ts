/** Whatever stops a command, as sentences for the person who typed it, and the exit code for the program that did. */

import { usage } from './help.ts'
import { UsageError } from './usage-error.ts'

export interface Failure {
  exitCode: number
  sentences: string
}

export const failed = 1
/** As shells have it for a command that was written wrongly. */
const misused = 2

export function failureOf(fault: unknown): Failure {
  if (!(fault instanceof UsageError)) return { exitCode: failed, sentences: wording(fault) }
  const hint = fault.command
    ? `Usage: ${usage(fault.command)}`
    : '"npm run store -- help" names the commands.'
  return { exitCode: misused, sentences: `${fault.message}\n${hint}` }
}

/** ElectroDB wraps what AWS said, and a refused connection says nothing but its code. */
export function wording(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault)
  if (fault.name === 'ElectroError' && fault.cause instanceof Error) return wording(fault.cause)
  const { code } = fault as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED') return `The database does not answer: ${fault.message || code}.`
  return fault.message || fault.name
}
