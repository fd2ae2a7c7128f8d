/** Fresh identifiers. */

import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'

/** A GUID that sorts by the time it was made, so that lists keyed by it stand in order of creation. */
export const newId = () => v7()

/** A GUID that tells nothing, for tokens that must not be guessed from their neighbours. */
export const newToken = () => randomUUID()
