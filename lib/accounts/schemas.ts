/** The store as its owner sees it, and what opens one. */

import * as z from 'zod'
import { currency } from '../core/codes.ts'
import { boolean, choice, dateTime, integer, nonBlank } from '../core/fields.ts'
import { features } from '../core/tenant.ts'

export const Account = z.object({
  account: integer({ min: 1 }),
  name: nonBlank(200),
  currency,
  /** Each once, in the order in which we name them. */
  features: z.array(choice(features)).transform(given => features.filter(known => given.includes(known))),
  /** Where it hands out digital goods, as `…/{orderToken}/{fileGuid}`; null for under its default domain. */
  downloadsUrl: z
    .httpUrl({ error: 'must be a web address such as https://shop.example.com/downloads' })
    .max(500)
    .regex(/^[^?#]*$/, { error: 'must hold neither ? nor #: what is handed out is named after it' })
    .nullable(),
  /** After how many days an idle cart goes by itself. */
  cartDays: integer({ min: 1, max: 3650 }),
  enabled: boolean,
  shippingEnabled: boolean,
  creationDate: dateTime,
})
export type Account = z.output<typeof Account>

export const NewAccount = Account.pick({ name: true, currency: true, features: true })
export type NewAccount = z.output<typeof NewAccount>
