/** What a command prints about an error. */

/** DynamoDB Local replies with this text to all requests that its files do not allow. */
const databaseFailure = /unknown error, exception or failure/

/** A sentence about an error that is not a bug but lies in this machine; null for any other. */
export function machineFault({ message }: Pick<Error, 'message'>): string | null {
  if (message.includes('ENOSPC')) return 'The disk is full.'
  if (databaseFailure.test(message)) return 'The database fails: its disk is full, or its files are damaged.'
  return null
}

/** Our own errors and those of AWS are complete sentences; of any other error the stack helps most. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isSentence = error.name === 'Error' || '$metadata' in error
  return machineFault(error) ?? (isSentence ? error.message : (error.stack ?? error.message))
}
