/** Formats errors for the output of commands. */

import type { Failures } from '../lib/maintenance/index.ts'

/** DynamoDB Local replies with this text to all requests if it cannot read or write its files. */
const databaseFailure = /unknown error, exception or failure/

/** Returns a sentence about an error that this machine has caused; null for any other error, which may be a bug. */
export function describeMachineFault({ message }: Pick<Error, 'message'>): string | null {
  if (message.includes('ENOSPC')) return 'The disk is full.'
  if (databaseFailure.test(message)) return 'The database fails: its disk is full, or its files are damaged.'
  return null
}

/**
 * Returns the message of an AWS error or of a plain `Error`, because this message is a complete sentence. Returns a
 * sentence for a fault of this machine, and the stack trace of any other error.
 */
export function errorMessageOrStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isSentence = error.name === 'Error' || '$metadata' in error
  return describeMachineFault(error) ?? (isSentence ? error.message : (error.stack ?? error.message))
}

/** Returns a sentence if AWS credentials or the region are missing or have expired; null for any other error. */
export function describeAwsSetupFault(error: unknown): string | null {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  if (name === 'CredentialsProviderError') return 'There are no AWS credentials: log in, or set AWS_PROFILE.'
  if (message.includes('Region is missing')) return 'There is no AWS region: set AWS_REGION.'
  if (/^ExpiredToken/.test(name)) return 'The AWS credentials have expired: log in again.'
  return null
}

/**
 * Returns the message of an error. For an error of ElectroDB, returns the message of its cause. For a refused
 * connection or a fault of this machine, returns a sentence that explains the error.
 */
export function commandErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'ElectroError' && error.cause instanceof Error) return commandErrorMessage(error.cause)
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED') return `The database does not answer: ${error.message || code}.`
  return describeMachineFault(error) ?? (error.message || error.name)
}

/**
 * Returns a sentence for each listed failure, and one with the number of all other failures. `what` is the rest of the
 * sentence, such as `could not be rebuilt`.
 */
export const failureSentences = ({ failed, moreFailures }: Failures, what: string): string[] => [
  ...failed.map(({ target, fault }) => `The ${target} ${what}: ${commandErrorMessage(fault)}`),
  ...(moreFailures ? [`${moreFailures} more ${what.replace(/^was /, 'were ')}.`] : []),
]

/** Returns a sentence for each object that was left out because it is damaged, as `failureSentences` does. */
export const unreadableSentences = ({ unreadable }: { unreadable?: Failures }, what = 'cannot be read'): string[] =>
  unreadable ? failureSentences(unreadable, what) : []
