/** The envelope of every checkout event. */

import * as z from 'zod'
import { caseInsensitiveEnum, integer, nonBlank, preciseDateTime } from '../core/fields.ts'
import { modes } from '../core/tenant.ts'

/** An event id may be any text. It is escaped, because DynamoDB keys must be valid Unicode. */
const eventId = z
  .string()
  .max(100)
  .refine(id => id !== '', { error: 'must not be empty' })
  .transform(id => JSON.stringify(id).slice(1, -1))

export const CheckoutEvent = z.object({
  id: eventId,
  eventName: nonBlank(100),
  account: integer({ min: 1 }).brand<'AccountId'>(),
  mode: caseInsensitiveEnum(modes),
  createdOn: preciseDateTime,
  /** The schema of the content depends on the event's name. */
  content: z.custom<unknown>(content => content !== undefined, { error: 'is required' }),
})
export type CheckoutEvent = z.output<typeof CheckoutEvent>
