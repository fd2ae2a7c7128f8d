/** A checkout event as EventBridge takes it, and how much of it at once. */

import { checkoutSource } from '../constants.ts'

interface Named {
  asWritten: unknown
  eventName: string
}

/** In bytes, of all the entries of a call together. */
export const largestCall = 256 * 1024
export const mostEntries = 10

export const entryOf = ({ asWritten, eventName }: Named) => ({
  Source: checkoutSource,
  DetailType: eventName,
  Detail: JSON.stringify(asWritten),
})

/** As AWS reckons the size of an entry. */
export const bytesOf = (named: Named) => Buffer.byteLength(Object.values(entryOf(named)).join(''))
