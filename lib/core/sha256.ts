/** Computes SHA-256 hashes, for keys that must not contain the original text or that have a limited length. */

import { createHash } from 'node:crypto'

export const sha256Hex = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
