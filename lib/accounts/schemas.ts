/** An account as the owner of the installation sees it, and the input that creates one. */

import * as z from 'zod'
import { currency } from '../core/codes.ts'
import { boolean, caseInsensitiveEnum, dateTime, integer, nonBlank } from '../core/fields.ts'
import { features } from '../core/tenant.ts'

export const Account = z.object({
  account: integer({ min: 1 }).brand<'AccountId'>(),
  name: nonBlank(200),
  currency,
  /** Without duplicates, in a fixed order. */
  features: z
    .array(caseInsensitiveEnum(features))
    .transform(sent => features.filter(feature => sent.includes(feature))),
  /** Base URL of digital goods, followed by `/{orderToken}/{fileGuid}`; null means a path of the default domain. */
  downloadsUrl: z
    .httpUrl({ error: 'must be a URL such as https://shop.example.com/downloads' })
    .max(500)
    .regex(/^[^?#]*$/, { error: 'must not contain ? or #, because the path of the file is appended' })
    .nullable(),
  /** Days until an idle cart expires. */
  cartDays: integer({ min: 1, max: 3650 }),
  enabled: boolean,
  shippingEnabled: boolean,
  creationDate: dateTime,
})
export type Account = z.output<typeof Account>

export const NewAccount = Account.pick({ name: true, currency: true, features: true })
export type NewAccount = z.output<typeof NewAccount>
