/** The session as callers see it, and as the checkout tells it. */

import * as z from 'zod'
import { optionalText } from '../core/event-fields.ts'
import { dateTime, guid } from '../core/fields.ts'
import { Customer, customerExample } from '../customers/schemas.ts'

const example = '01980000-0000-7000-8000-0000005e5501'

export const Session = z.object({ token: guid, expires: dateTime, customer: Customer }).meta({
  id: 'Session',
  examples: [
    {
      token: example,
      expires: '2036-11-15T09:12:04.000Z',
      customer: { ...customerExample, sessionToken: example },
    },
  ],
})
export type Session = z.output<typeof Session>

export const SessionToken = z.object({ token: guid })

export const SessionCreated = z
  .object({ token: guid, expires: dateTime, customerId: guid.nullish(), email: optionalText })
  .refine(({ customerId, email }) => customerId || email, {
    path: ['customerId'],
    error: 'is required where there is no email',
  })
export type SessionCreated = z.output<typeof SessionCreated>
