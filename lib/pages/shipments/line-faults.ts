/** Finds the faults of shipment lines, such as an unknown order, before anything is sent. */

import { isWebAddress } from '../details/outside-link.tsx'
import { canBeSent, type ShipmentLine } from './shipment-lines.ts'

export type Fault = 'unknown' | 'ambiguous' | 'duplicate' | 'notToShip' | 'numberTooLong' | 'urlTooLong' | 'notUrl'

/** These faults are shown below the input of the tracking number. */
export const trackingNumberFaultNames: readonly Fault[] = ['numberTooLong']

/** These faults are shown below the input of the tracking URL. */
export const trackingUrlFaultNames: readonly Fault[] = ['urlTooLong', 'notUrl']

/** The API's limit for the length of tracking numbers and URLs. */
const maxLength = 2000

function orderFault({ order, isAmbiguous }: ShipmentLine, tokensBefore: ReadonlySet<string>): Fault | null {
  if (!order) return isAmbiguous ? 'ambiguous' : 'unknown'
  if (tokensBefore.has(order.token)) return 'duplicate'
  return order.status === 'Processed' ? null : 'notToShip'
}

function trackingFaults({ trackingNumber, trackingUrl }: ShipmentLine): Fault[] {
  const url = trackingUrl.trim()
  const faults: [boolean, Fault][] = [
    [trackingNumber.trim().length > maxLength, 'numberTooLong'],
    [url.length > maxLength, 'urlTooLong'],
    [url !== '' && !isWebAddress(url), 'notUrl'],
  ]
  return faults.filter(([isFault]) => isFault).map(([, fault]) => fault)
}

/** Returns the faults of each line, by the key of the line. A line that is being sent or is shipped has no faults. */
export function faultsByLine(lines: readonly ShipmentLine[]): ReadonlyMap<number, readonly Fault[]> {
  const tokens = new Set<string>()
  const faults = new Map<number, Fault[]>()
  for (const line of lines) {
    const fault = canBeSent(line) ? orderFault(line, tokens) : null
    faults.set(line.key, canBeSent(line) ? [...(fault ? [fault] : []), ...trackingFaults(line)] : [])
    if (line.order) tokens.add(line.order.token)
  }
  return faults
}
