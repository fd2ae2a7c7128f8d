/** E-mail addresses: kept as they were written, compared without case. */

import { createHash } from 'node:crypto'
import { text } from './fields.ts'
import { normalize } from './normalize.ts'

export const email = (most = 500) =>
  text(most)
    .trim()
    .regex(/^[^\s@]+@[^\s@]+$/, { error: 'must be an e-mail address' })

/** Names an address in keys, where it does not have to be read. */
export const emailHash = (address: string) => createHash('sha256').update(normalize(address)).digest('hex')

/** Gravatar's form. */
export const avatarUrlOf = (address: string) => `https://www.gravatar.com/avatar/${emailHash(address)}`
