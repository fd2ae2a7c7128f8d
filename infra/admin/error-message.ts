/** The message that explains why a command failed. */

import { machineFault } from '../error-text.ts'

/** ElectroDB wraps the error of AWS, and the error of a failed connection may have no message. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'ElectroError' && error.cause instanceof Error) return errorMessage(error.cause)
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED') return `The database does not answer: ${error.message || code}.`
  return machineFault(error) ?? (error.message || error.name)
}
