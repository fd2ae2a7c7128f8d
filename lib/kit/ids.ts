/** Fresh identifiers. */

import { v7 } from 'uuid'

/** A GUID that sorts by the time it was made, so that lists keyed by it stand in order of creation. */
export const newId = () => v7()
