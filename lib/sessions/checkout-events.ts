/** The schema of the checkout event that creates a session. */

import * as z from 'zod'
import { optionalText } from '../core/event-fields.ts'
import { dateTime, guid } from '../core/fields.ts'

export const SessionCreated = z
  .object({ token: guid, expires: dateTime, customerId: guid.brand<'CustomerId'>().nullish(), email: optionalText })
  .refine(({ customerId, email }) => customerId || email, {
    path: ['customerId'],
    error: 'is required if there is no email',
  })
export type SessionCreated = z.output<typeof SessionCreated>
