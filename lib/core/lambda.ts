/** The middlewares of the Lambdas that are no endpoints: the workers and the authorizer. */

import middy, { type MiddlewareObj } from '@middy/core'
import type { Context } from 'aws-lambda'

/**
 * Lambda itself ends a run that takes too long, so that nothing of it is left in the next one. `audit.record` has no
 * middlewares: middy would be a tenth of its bundle, and it catches the errors of all of its records.
 */
export const lambda = <Event, Result>(run: (event: Event, context: Context) => Promise<Result>) =>
  middy<Event, Result>({ timeoutEarlyInMillis: 0 }).use([throwPlainError()]).handler(run)

/** The runtime of Lambda logs an error with all of its fields, and in those of the SDK there may be whole rows. */
const throwPlainError = (): MiddlewareObj => ({
  onError: request => {
    const { name, message, stack } = asError(request.error)
    request.error = Object.assign(new Error(message), { name, stack })
  },
})

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))
