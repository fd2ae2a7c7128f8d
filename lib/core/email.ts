/**
 * Defines the schema and the hash of e-mail addresses. Addresses are stored as written and compared case-insensitively.
 */

import { hash } from 'node:crypto'
import { forbiddenCharacters, normalizeForComparison, text } from './fields.ts'

export const email = () =>
  text(500)
    .trim()
    .regex(/^[^\s@]+@[^\s@]+$/, { error: 'must be an e-mail address' })
    .meta({ pattern: `^[^\\s@${forbiddenCharacters}]+@[^\\s@${forbiddenCharacters}]+$` })

/** Returns the hash of an e-mail address, for keys that must not contain the address, which is personal data. */
export const emailHash = (address: string) => hash('sha256', normalizeForComparison(address))
