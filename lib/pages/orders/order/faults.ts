/** Names the faults that the API found in the fields of a form. */

import { problemOf } from '../../session/api.ts'

/** The sentences by field, as forms take them. */
export const faultsOf = (error: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problemOf(error)?.errors ?? {}).map(([field, sentences]) => [field, sentences.join(', ')]),
  )
