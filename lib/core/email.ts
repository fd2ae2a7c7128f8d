/** E-mail addresses: stored as written, compared case-insensitively. */

import { createHash } from 'node:crypto'
import { controls, text } from './fields.ts'
import { normalize } from './normalize.ts'

export const email = (maxLength = 500) =>
  text(maxLength)
    .trim()
    .regex(/^[^\s@]+@[^\s@]+$/, { error: 'must be an e-mail address' })
    .meta({ pattern: `^[^\\s@${controls}]+@[^\\s@${controls}]+$` })

/** Identifies an address in keys and logs without storing it in plain text. */
export const emailHash = (address: string) => createHash('sha256').update(normalize(address)).digest('hex')

export const avatarUrlOf = (address: string) => `https://www.gravatar.com/avatar/${emailHash(address)}`
