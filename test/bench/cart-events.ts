/** Changes the cart of a checkout event, as a buyer does who changes the quantities of its items. */

import type { CheckoutEvent } from '../../lib/checkout/events.ts'

interface CartContent {
  items: { quantity: number }[]
  total: number
  modificationDate: string
}

const minute = 60_000
const minutesAfter = (date: string, minutes: number) => new Date(Date.parse(date) + minutes * minute).toISOString()

/**
 * Returns the event of the same cart after `times` changes, one in each minute. Each change of the quantities also
 * changes the total and the cart's position on all of its lists.
 */
export function changedCart(event: CheckoutEvent, times = 1): CheckoutEvent {
  const { items, total, modificationDate, ...content } = event.content as CartContent
  const changed = {
    items: items.map(item => ({ ...item, quantity: item.quantity + times })),
    total: total + 10 * times,
    modificationDate: minutesAfter(modificationDate, times),
  }
  const createdOn = minutesAfter(event.createdOn, times)
  return { ...event, id: `${event.id}-changed-${times}`, createdOn, content: { ...content, ...changed } }
}
