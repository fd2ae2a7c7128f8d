/** Defines e-mail addresses, which are stored as they were written and compared case-insensitively. */

import { createHash } from 'node:crypto'
import { controls, normalizeForComparison, text } from './fields.ts'

export const email = (maxLength = 500) =>
  text(maxLength)
    .trim()
    .regex(/^[^\s@]+@[^\s@]+$/, { error: 'must be an e-mail address' })
    .meta({ pattern: `^[^\\s@${controls}]+@[^\\s@${controls}]+$` })

/** Keys and logs contain this hash instead of the address, which is personal data. */
export const emailHash = (address: string) => createHash('sha256').update(normalizeForComparison(address)).digest('hex')
