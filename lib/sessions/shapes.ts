/** The session as callers see it, and as the checkout tells it. */

import * as z from 'zod'
import { Customer, customerExample } from '../customers/shapes.ts'
import { words } from '../kit/told.ts'
import { guid, startOfTime } from '../kit/wire.ts'

const example = '01980000-0000-7000-8000-0000005e5501'

export const Session = z.object({ token: guid, expires: startOfTime, customer: Customer }).meta({
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
  .object({ token: guid, expires: startOfTime, customerId: guid.nullish(), email: words })
  .refine(({ customerId, email }) => customerId || email, {
    path: ['customerId'],
    error: 'is required where there is no email',
  })
export type SessionCreated = z.output<typeof SessionCreated>
