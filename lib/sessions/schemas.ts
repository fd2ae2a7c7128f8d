/** The session in its public form. */

import * as z from 'zod'
import { dateTime, guid } from '../core/fields.ts'
import { Customer, customerExample } from '../customers/schemas.ts'

const example = '01980000-0000-7000-8000-0000005e5501'

export const Session = z
  .object({ token: guid, expires: dateTime, customer: Customer })
  .meta({
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
