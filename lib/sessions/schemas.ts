/** The representation of a session in the API. */

import * as z from 'zod'
import { dateTime, guid } from '../core/fields.ts'
import { Customer } from '../customers/schemas.ts'

export const CustomerSession = z.object({ token: guid, expires: dateTime, customer: Customer }).meta({ id: 'Session' })
export type CustomerSession = z.output<typeof CustomerSession>

export const SessionParams = z.object({ token: guid })
