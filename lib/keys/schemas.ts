/** Defines API keys as their owners see them, and the input from which a key is issued. */

import * as z from 'zod'
import { caseInsensitiveEnum, dateTime, dateTimeOrEndOfDay, guid, integer, nonBlank, text } from '../core/fields.ts'
import { keyScopes } from '../core/key-scopes.ts'
import { modes } from '../core/tenant.ts'
import { keyStates } from './rules.ts'

export const Key = z.object({
  id: guid,
  account: integer({ min: 1 }).brand<'AccountId'>(),
  mode: caseInsensitiveEnum(modes),
  scope: caseInsensitiveEnum(keyScopes),
  name: nonBlank(200).nullable(),
  /** The last four characters of the secret, by which owners recognize the key. */
  ending: text(4),
  creationDate: dateTime,
  /** A date without a time means the end of that day. */
  expires: dateTimeOrEndOfDay.nullable(),
  revokedOn: dateTime.nullable(),
  /** The time of the last recorded use; null if no use was recorded yet. Uses are recorded about once an hour. */
  lastUsedOn: dateTime.nullable(),
  state: caseInsensitiveEnum(keyStates),
})
export type Key = z.output<typeof Key>

export type IssuedKey = Key & { secret: string }

const { account, mode, scope, name, expires } = Key.shape

export const NewKey = z.object({
  account,
  mode,
  scope: scope.optional(),
  name: name.unwrap().optional(),
  expires: expires.unwrap().optional(),
})
export type NewKey = z.output<typeof NewKey>
