/** Wraps the authorizer and most workers, so that they throw errors with only a name, a message and a stack. */

import middy, { type MiddlewareObj } from '@middy/core'
import type { Context } from 'aws-lambda'

/**
 * Middy's timeout would throw an error, but would not stop the run, so it is disabled. Lambda itself ends a run that
 * takes too long. The worker `audit.record` does not use middy, because middy would make up a tenth of its bundle.
 */
export const withPlainErrors = <Event, Result>(run: (event: Event, context: Context) => Promise<Result>) =>
  middy<Event, Result>({ timeoutEarlyInMillis: 0 }).use([throwPlainError()]).handler(run)

/** Keeps only three fields of an error, because Lambda logs all fields, and SDK errors may contain whole rows. */
const throwPlainError = (): MiddlewareObj => ({
  onError: request => {
    const { name, message, stack } = asError(request.error)
    request.error = Object.assign(new Error(message), { name, stack })
  },
})

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))
