/** Defines e-mail addresses, which are stored as they were written and compared case-insensitively. */

import { hash } from 'node:crypto'
import { forbiddenCharacters, normalizeForComparison, text } from './fields.ts'

export const email = (maxLength = 500) =>
  text(maxLength)
    .trim()
    .regex(/^[^\s@]+@[^\s@]+$/, { error: 'must be an e-mail address' })
    .meta({ pattern: `^[^\\s@${forbiddenCharacters}]+@[^\\s@${forbiddenCharacters}]+$` })

/** Keys and logs contain this hash of an e-mail address, because the address itself is personal data. */
export const emailHash = (address: string) => hash('sha256', normalizeForComparison(address))
