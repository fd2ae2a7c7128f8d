/** What a command prints about an error before it exits. */

/** Our own errors are complete sentences; of any other error the stack helps most. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'Error' ? error.message : (error.stack ?? error.message)
}
