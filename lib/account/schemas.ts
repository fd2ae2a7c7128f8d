/** The representation of an account in the reply of `GET /account`. */

import * as z from 'zod'
import { Account } from '../accounts/schemas.ts'
import { caseInsensitiveEnum } from '../core/fields.ts'
import { keyScopes } from '../core/key-scopes.ts'
import { features, modes } from '../core/tenant.ts'

const { name, currency, language, timeZone } = Account.shape

export const OwnAccount = z
  .object({
    account: z.int().describe('The number of the account.'),
    name,
    currency: currency.describe('The currency of amounts that name none.'),
    language: language.describe('The language of mails to buyers.'),
    timeZone: timeZone.describe('The time zone of the store, such as `Europe/Paris`.'),
    features: z.array(caseInsensitiveEnum(features)),
    mode: caseInsensitiveEnum(modes).describe('The mode of the API key.'),
    scope: caseInsensitiveEnum(keyScopes).describe('The scope of the API key.'),
  })
  .meta({ id: 'Account' })
export type OwnAccount = z.output<typeof OwnAccount>
