/** Makes checkout events about carts from a sample: changes of its cart, and the order that it becomes. */

import type { CheckoutEvent } from '../../lib/checkout/events.ts'

interface CartContent {
  items: { quantity: number }[]
  total: number
  modificationDate: string
}

const minute = 60_000
const aMinuteAfter = (date: string) => new Date(Date.parse(date) + minute).toISOString()

/**
 * Returns an event in which the buyer changes the quantities, and so the total, a minute after `event`. It changes the
 * cart's position on the lists that are sorted by last change.
 */
export function changedCart(event: CheckoutEvent): CheckoutEvent {
  const { items, total, modificationDate, ...content } = event.content as CartContent
  const changed = {
    items: items.map(item => ({ ...item, quantity: item.quantity + 1 })),
    total: total + 10,
    modificationDate: aMinuteAfter(modificationDate),
  }
  const createdOn = aMinuteAfter(event.createdOn)
  return { ...event, id: `${event.id}-changed`, createdOn, content: { ...content, ...changed } }
}

/** Returns an event that completes a cart as an order. Both have the same token, so the event deletes the cart. */
export function orderOfCart(order: CheckoutEvent, cart: CheckoutEvent): CheckoutEvent {
  const { token } = cart.content as { token: string }
  return { ...order, id: `${order.id}-of-cart`, content: { ...(order.content as object), token } }
}
