/** E-mail addresses: kept as they were written, compared without case. */

import { createHash } from 'node:crypto'
import { folded } from './fold.ts'
import { text } from './wire.ts'

export const email = (most = 500) =>
  text(most)
    .trim()
    .regex(/^[^\s@]+@[^\s@]+$/, { error: 'must be an e-mail address' })

/** Names an address in keys, where it does not have to be read. */
export const emailHash = (address: string) => createHash('sha256').update(folded(address)).digest('hex')

/** Gravatar's form. */
export const avatarOf = (address: string) => `https://www.gravatar.com/avatar/${emailHash(address)}`
