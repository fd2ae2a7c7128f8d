/** Sends the request that marks an order as shipped, and the request that undoes the shipment. */

import { type Client, type Order, ProblemError } from '../../client/index.ts'
import type { ShipmentLine } from './shipment-lines.ts'

type Shipment = Pick<ShipmentLine, 'trackingNumber' | 'trackingUrl'> & { order: Order }

const trackingOf = ({ trackingNumber, trackingUrl }: Pick<ShipmentLine, 'trackingNumber' | 'trackingUrl'>) => ({
  trackingNumber: trackingNumber.trim() || null,
  trackingUrl: trackingUrl.trim() || null,
})

/** Returns whether the order may have changed in spite of the error, by this request or by another person. */
const mayHaveChanged = (error: unknown) =>
  !(error instanceof ProblemError) || error.status === 412 || error.status >= 500

function isShippedAs(order: Order, shipment: Shipment): boolean {
  const now = trackingOf(order)
  const asked = trackingOf(shipment)
  return (
    order.status === 'Shipped' && now.trackingNumber === asked.trackingNumber && now.trackingUrl === asked.trackingUrl
  )
}

/** The error if another person has changed the order. It contains the current order. */
export class OrderChanged extends Error {
  readonly order: Order

  constructor(message: string, order: Order) {
    super(message)
    this.order = order
  }
}

/**
 * Marks the order as shipped, if the order has not changed since it was shown. If an error leaves the result unknown,
 * the order is read again, to see whether it is shipped with this tracking.
 */
export async function shipOrder(api: Client, shipment: Shipment): Promise<Order> {
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

/** Restores the status and the tracking that the order had before the shipment. */
export const undoShipment = (api: Client, before: Order, shipped: Order): Promise<Order> =>
  api.orders.update({ token: before.token, status: before.status, ...trackingOf(before) }, { ifMatch: shipped })
