/** Makes the checkout events that follow a sample: a change of its cart or order, and the order that a cart becomes. */

import type { CheckoutEvent } from '../../lib/checkout/events.ts'

interface CartContent {
  items: { quantity: number }[]
  total: number
  modificationDate: string
}

const minute = 60_000
const day = 24 * 60 * minute
const addTime = (date: string, milliseconds: number) => new Date(Date.parse(date) + milliseconds).toISOString()

/**
 * Returns an event in which the buyer changes the quantities, and so the total, a minute after `event`. It changes the
 * cart's position on the lists that are sorted by last change.
 */
export function changedCart(event: CheckoutEvent): CheckoutEvent {
  const { items, total, modificationDate, ...content } = event.content as CartContent
  const changed = {
    items: items.map(item => ({ ...item, quantity: item.quantity + 1 })),
    total: total + 10,
    modificationDate: addTime(modificationDate, minute),
  }
  const createdOn = addTime(event.createdOn, minute)
  return { ...event, id: `${event.id}-changed`, createdOn, content: { ...content, ...changed } }
}

/** Returns an event that completes a cart as an order. Both have the same token, so the event deletes the cart. */
export function orderOfCart(order: CheckoutEvent, cart: CheckoutEvent): CheckoutEvent {
  const { token } = cart.content as { token: string }
  return { ...order, id: `${order.id}-of-cart`, content: { ...(order.content as object), token } }
}

/** Returns an event in which an order arrives at the buyer, a day after the order's status changed. */
export const deliveredOrder = (event: CheckoutEvent): CheckoutEvent => ({
  ...event,
  id: `${event.id}-delivered`,
  createdOn: addTime(event.createdOn, day),
  content: { ...(event.content as object), status: 'Delivered' },
})
