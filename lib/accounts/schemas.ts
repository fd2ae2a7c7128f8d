/** The schemas of an account as the installation's owner sees it, and of the input that creates an account. */

import * as z from 'zod'
import { boolean, caseInsensitiveEnum, dateTime, integer, nonBlank, text } from '../core/fields.ts'
import { currencyCode } from '../core/iso-codes.ts'
import { toAsciiAddress } from '../core/mail-address.ts'
import { features, gateways, languages } from '../core/tenant.ts'
import { canonicalTimeZone } from '../core/time-zone.ts'

/** Finds the address in a sender: in angle brackets after a name, or the whole text. `sender` checks the address. */
const senderPattern = /^(?:[^<>\r\n]{1,100}<([^<>]+)>|([^<>]+))$/
const sender = text(300).refine(
  value => {
    const [, bracketed, bare] = senderPattern.exec(value) ?? []
    return toAsciiAddress(bracketed ?? bare ?? '') !== null
  },
  { error: 'must be an e-mail address such as Tea & Tees <shop@tea.example>, with only ASCII characters before the @' },
)

/** Accepts any spelling of a time zone, such as `europe/berlin`, and returns the usual spelling. */
const timeZone = z.preprocess(
  value => (typeof value === 'string' && canonicalTimeZone(value.trim())) || value,
  z
    .string()
    .refine(name => canonicalTimeZone(name) !== null, {
      error: 'must be a time zone of the IANA database, such as Europe/Berlin',
    }),
)

export const Account = z.object({
  account: integer({ min: 1 }).brand<'AccountId'>(),
  name: nonBlank(200),
  currency: currencyCode,
  /** The features, without duplicates and in a fixed order. */
  features: z
    .array(caseInsensitiveEnum(features))
    .transform(sent => features.filter(feature => sent.includes(feature))),
  /**
   * The base URL of digital goods, to which `/{orderToken}/{fileGuid}` is appended. If no base URL is set,
   * `/downloads` on the store's default domain is used.
   */
  downloadsUrl: z
    .httpUrl({ error: 'must be a URL such as https://shop.example.com/downloads' })
    .max(500)
    .regex(/^[^?#]*$/, { error: 'must not contain ? or #, because the path of the file is appended' })
    .nullable(),
  /** The number of days until an idle cart expires. */
  cartDays: integer({ min: 1, max: 3650 }),
  gatewayTest: caseInsensitiveEnum(gateways),
  gatewayLive: caseInsensitiveEnum(gateways),
  /** The prefix of credit note numbers, such as `CN-` in `CN-1`. */
  creditNotePrefix: text(20),
  /** The sender of mails, such as `Tea & Tees <shop@tea.example>`; null means that no mail is sent. */
  mailFrom: sender.nullable(),
  language: caseInsensitiveEnum(languages),
  /** The time zone of reports and mails. A new time zone changes past figures only in reports of products. */
  timeZone,
  enabled: boolean,
  shippingEnabled: boolean,
  creationDate: dateTime,
})
export type Account = z.output<typeof Account>

export const NewAccount = Account.pick({ name: true, currency: true, features: true }).extend({
  timeZone: timeZone.optional(),
})
export type NewAccount = z.output<typeof NewAccount>

/** The settings that the owner can change at any time. */
export type AccountSettings = Partial<
  Omit<Account, 'account' | 'name' | 'currency' | 'shippingEnabled' | 'creationDate'>
>
