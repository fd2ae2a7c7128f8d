/** The key as its owner sees it, and what is asked for when one is issued. */

import * as z from 'zod'
import { modes } from '../kit/tenant.ts'
import { choice, endOfTime, filled, guid, startOfTime, text, whole } from '../kit/wire.ts'

const keyStates = ['good', 'expired', 'revoked'] as const

export const Key = z.object({
  id: guid,
  account: whole({ least: 1 }),
  mode: choice(modes),
  name: filled(200).nullable(),
  /** The last letters, so that people can tell their keys apart. */
  ending: text(4),
  creationDate: startOfTime,
  /** A date alone means its last instant. */
  expires: endOfTime.nullable(),
  revokedOn: startOfTime.nullable(),
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
