/** Converts checkout events to entries of EventBridge, whose size is limited for each call. */

import { checkoutSource } from '../../constants.ts'

interface NamedEvent {
  json: unknown
  eventName: string
}

/** All entries of a call together may have this many bytes. */
export const maxCallBytes = 256 * 1024
export const maxEntries = 10

export const busEntry = ({ json, eventName }: NamedEvent) => ({
  Source: checkoutSource,
  DetailType: eventName,
  Detail: JSON.stringify(json),
})

/** Counts the bytes of an entry as AWS does. */
export const entryBytes = (event: NamedEvent) => Buffer.byteLength(Object.values(busEntry(event)).join(''))
