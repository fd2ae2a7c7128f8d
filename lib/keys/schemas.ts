/** The key as its owner sees it, and what is asked for when one is issued. */

import * as z from 'zod'
import { choice, dateTime, dateTimeEnd, guid, integer, nonBlank, text } from '../core/fields.ts'
import { modes } from '../core/tenant.ts'

const keyStates = ['good', 'expired', 'revoked'] as const

export const Key = z.object({
  id: guid,
  account: integer({ min: 1 }),
  mode: choice(modes),
  name: nonBlank(200).nullable(),
  /** The last letters, so that people can tell their keys apart. */
  ending: text(4),
  creationDate: dateTime,
  /** A date alone means its last instant. */
  expires: dateTimeEnd.nullable(),
  revokedOn: dateTime.nullable(),
  state: choice(keyStates),
})
export type Key = z.output<typeof Key>

/** The one time that the secret is shown. */
export type IssuedKey = Key & { secret: string }

const { account, mode, name, expires } = Key.shape

export const NewKey = z.object({
  account,
  mode,
  name: name.unwrap().optional(),
  expires: expires.unwrap().optional(),
})
export type NewKey = z.output<typeof NewKey>
