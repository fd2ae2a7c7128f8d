/** The event as the checkout sends it: what all of them have in common. */

import * as z from 'zod'
import { choice, integer, nonBlank, preciseDateTime } from '../core/fields.ts'
import { modes } from '../core/tenant.ts'

/** Any text: it is never shown to anybody, and kept in a form that a table gives back. */
const eventId = z
  .string()
  .max(100)
  .refine(id => id !== '', { error: 'must not be empty' })
  .transform(id => JSON.stringify(id).slice(1, -1))

export const CheckoutEvent = z.object({
  id: eventId,
  eventName: nonBlank(100),
  account: integer({ min: 1 }),
  mode: choice(modes),
  createdOn: preciseDateTime,
  /** What it has to hold, the event's name says. */
  content: z.custom<unknown>(content => content !== undefined, { error: 'is required' }),
})
export type CheckoutEvent = z.output<typeof CheckoutEvent>
