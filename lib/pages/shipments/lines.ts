/** The lines of a shipment of several orders: an order and its tracking for each, and what has become of it. */

import type { Order } from '../../client/index.ts'

export interface Entry {
  /** The invoice number or the token, as it was written. */
  reference: string
  /** Null if no order, or more than one, has the reference. */
  order: Order | null
  isAmbiguous?: boolean
  trackingNumber: string
  trackingUrl: string
}

/** `before` is the order before it was shipped, which Undo restores. `sentence` is null if there was no connection. */
type LineState =
  | { name: 'draft' | 'sending' }
  | { name: 'done'; before: Order }
  | { name: 'failed'; sentence: string | null }

export interface Line extends Entry {
  key: number
  state: LineState
}

export interface Lines {
  lines: readonly Line[]
  nextKey: number
}

export type LineChange = Partial<Pick<Line, 'order' | 'trackingNumber' | 'trackingUrl' | 'state'>>

export type Action =
  | { type: 'add'; entries: readonly Entry[] }
  | { type: 'change'; key: number; change: LineChange }
  | { type: 'remove'; key: number }

export const noLines: Lines = { lines: [], nextKey: 0 }

/** The line has not been sent, or was refused. */
export const isOpen = ({ state }: Line) => state.name === 'draft' || state.name === 'failed'

/** What was typed or read from a file would be lost. */
export const isUnsent = (line: Line) =>
  isOpen(line) &&
  (line.trackingNumber !== (line.order?.trackingNumber ?? '') || line.trackingUrl !== (line.order?.trackingUrl ?? ''))

const isWithoutTracking = ({ state, trackingNumber, trackingUrl }: Line) =>
  state.name === 'draft' && !trackingNumber && !trackingUrl

/** A line of a file fills in the tracking of an order that is already listed, such as one that was selected. */
function addEntry({ lines, nextKey }: Lines, entry: Entry): Lines {
  const same = lines.find(line => line.order && line.order.token === entry.order?.token && isWithoutTracking(line))
  const { trackingNumber, trackingUrl } = entry
  if (same)
    return { nextKey, lines: lines.map(line => (line === same ? { ...line, trackingNumber, trackingUrl } : line)) }
  return { lines: [...lines, { ...entry, key: nextKey, state: { name: 'draft' } }], nextKey: nextKey + 1 }
}

export function reduce(before: Lines, action: Action): Lines {
  if (action.type === 'add') return action.entries.reduce(addEntry, before)
  const { lines } = before
  if (action.type === 'remove') return { ...before, lines: lines.filter(({ key }) => key !== action.key) }
  return { ...before, lines: lines.map(line => (line.key === action.key ? { ...line, ...action.change } : line)) }
}

/** The order keeps its tracking unless another one is given. */
export const entryOf = (order: Order): Entry => ({
  reference: order.invoiceNumber || order.token,
  order,
  trackingNumber: order.trackingNumber,
  trackingUrl: order.trackingUrl,
})
