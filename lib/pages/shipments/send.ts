/** Marks an order as shipped, once, also if a reply is lost. */

import { type Client, type Order, ProblemError } from '../../client/index.ts'
import type { Line } from './lines.ts'

type Shipment = Pick<Line, 'trackingNumber' | 'trackingUrl'> & { order: Order }

const trackingOf = ({ trackingNumber, trackingUrl }: Pick<Line, 'trackingNumber' | 'trackingUrl'>) => ({
  trackingNumber: trackingNumber.trim() || null,
  trackingUrl: trackingUrl.trim() || null,
})

/** After these errors, the order may have changed: because of this request, or by somebody else. */
const mayHaveChanged = (error: unknown) =>
  !(error instanceof ProblemError) || error.status === 412 || error.status >= 500

function isShippedAs(order: Order, shipment: Shipment): boolean {
  const now = trackingOf(order)
  const asked = trackingOf(shipment)
  return (
    order.status === 'Shipped' && now.trackingNumber === asked.trackingNumber && now.trackingUrl === asked.trackingUrl
  )
}

/** Says that the order is no longer as it was shown, and has it as it is now. */
export class OrderChanged extends Error {
  readonly order: Order

  constructor(message: string, order: Order) {
    super(message)
    this.order = order
  }
}

/**
 * The request is only accepted for the order as it was shown. If its reply was lost, the order is read again: if it is
 * shipped as asked, the request had arrived.
 */
export async function ship(api: Client, shipment: Shipment): Promise<Order> {
  const { order } = shipment
  const { token } = order
  try {
    return await api.orders.update({ token, status: 'Shipped', ...trackingOf(shipment) }, { ifMatch: order })
  } catch (error) {
    if (!mayHaveChanged(error)) throw error
    const current = await api.orders.get({ token }).catch(() => null)
    if (!current) throw error
    if (isShippedAs(current, shipment)) return current
    throw error instanceof ProblemError && error.status === 412 ? new OrderChanged(error.message, current) : error
  }
}

/** Restores the status and the tracking that the order had before it was shipped. */
export const undo = (api: Client, before: Order, shipped: Order): Promise<Order> =>
  api.orders.update({ token: before.token, status: before.status, ...trackingOf(before) }, { ifMatch: shipped })
