/**
 * The state of the shipment screen, and its reducer. The state has lines, each with an order, its tracking and the
 * result.
 */

import type { Order } from '../../client/index.ts'

export interface Entry {
  /** The invoice number or the token: the text in the CSV, or that of an order that was selected in the list. */
  reference: string
  /** The order; null if the reference matches no order or several orders. */
  order: Order | null
  isAmbiguous?: boolean
  trackingNumber: string
  trackingUrl: string
}

/**
 * `before` is the order as it was before the shipment. Undo restores this order. `sentence` is the API's error message;
 * it is null if the API did not reply.
 */
type LineState =
  | { name: 'draft' | 'sending' }
  | { name: 'done'; before: Order }
  | { name: 'failed'; sentence: string | null }

export interface ShipmentLine extends Entry {
  key: number
  state: LineState
}

export interface ShipmentLines {
  lines: readonly ShipmentLine[]
  nextKey: number
}

export type LineChange = Partial<Pick<ShipmentLine, 'order' | 'trackingNumber' | 'trackingUrl' | 'state'>>

export type Action =
  | { type: 'add'; entries: readonly Entry[] }
  | { type: 'change'; key: number; change: LineChange }
  | { type: 'remove'; key: number }

export const noLines: ShipmentLines = { lines: [], nextKey: 0 }

/** Returns whether the line can be sent: it is neither being sent nor shipped. */
export const canBeSent = ({ state }: ShipmentLine) => state.name === 'draft' || state.name === 'failed'

/** Returns whether the line has new tracking that was not sent. Leaving the screen would lose this tracking. */
export const hasUnsentTracking = (line: ShipmentLine) =>
  canBeSent(line) &&
  (line.trackingNumber !== (line.order?.trackingNumber ?? '') || line.trackingUrl !== (line.order?.trackingUrl ?? ''))

const isWithoutTracking = ({ state, trackingNumber, trackingUrl }: ShipmentLine) =>
  state.name === 'draft' && !trackingNumber && !trackingUrl

/**
 * Adds a new line for the entry. If the order of the entry already has a line without tracking, this line gets the
 * tracking instead.
 */
function addEntry({ lines, nextKey }: ShipmentLines, entry: Entry): ShipmentLines {
  const same = lines.find(line => line.order && line.order.token === entry.order?.token && isWithoutTracking(line))
  const { trackingNumber, trackingUrl } = entry
  if (same)
    return { nextKey, lines: lines.map(line => (line === same ? { ...line, trackingNumber, trackingUrl } : line)) }
  return { lines: [...lines, { ...entry, key: nextKey, state: { name: 'draft' } }], nextKey: nextKey + 1 }
}

export function reduce(before: ShipmentLines, action: Action): ShipmentLines {
  if (action.type === 'add') return action.entries.reduce(addEntry, before)
  const { lines } = before
  if (action.type === 'remove') return { ...before, lines: lines.filter(({ key }) => key !== action.key) }
  return { ...before, lines: lines.map(line => (line.key === action.key ? { ...line, ...action.change } : line)) }
}

/** Returns the entry for a selected order, with the tracking that the order already has. */
export const entryOfOrder = (order: Order): Entry => ({
  reference: order.invoiceNumber || order.token,
  order,
  trackingNumber: order.trackingNumber,
  trackingUrl: order.trackingUrl,
})
