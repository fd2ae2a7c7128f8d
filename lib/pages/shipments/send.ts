/** Sends the request that marks an order as shipped, and the one that undoes this. */

import { type Client, type Order, ProblemError } from '../../client/index.ts'
import type { Line } from './lines.ts'

type Shipment = Pick<Line, 'trackingNumber' | 'trackingUrl'> & { order: Order }

const trackingOf = ({ trackingNumber, trackingUrl }: Pick<Line, 'trackingNumber' | 'trackingUrl'>) => ({
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

/** The error of a request for an order that another person has changed, with the current order. */
export class OrderChanged extends Error {
  readonly order: Order

  constructor(message: string, order: Order) {
    super(message)
    this.order = order
  }
}

/**
 * Marks the order as shipped, if it is unchanged since it was shown. If the reply is lost, the order is read again. If
 * it is shipped with this tracking, the request has succeeded.
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

/** Restores the status and the tracking of the order from before it was shipped. */
export const undo = (api: Client, before: Order, shipped: Order): Promise<Order> =>
  api.orders.update({ token: before.token, status: before.status, ...trackingOf(before) }, { ifMatch: shipped })
