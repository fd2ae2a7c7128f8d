/** A checkout event in the form of EventBridge, and the limits of one call. */

import { checkoutSource } from '../../constants.ts'

interface NamedEvent {
  json: unknown
  eventName: string
}

/** In bytes, of all entries of a call together. */
export const maxCallBytes = 256 * 1024
export const maxEntries = 10

export const busEntry = ({ json, eventName }: NamedEvent) => ({
  Source: checkoutSource,
  DetailType: eventName,
  Detail: JSON.stringify(json),
})

/** As AWS counts the size of an entry. */
export const entryBytes = (event: NamedEvent) => Buffer.byteLength(Object.values(busEntry(event)).join(''))
