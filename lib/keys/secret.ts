/** What a secret API key looks like: its mode for people, 256 random bits, and a check sum for programs that look for leaked keys. */

import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Mode } from '../core/tenant.ts'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function base62(value: bigint, width: number): string {
  let rest = value
  let text = ''
  for (let place = 0; place < width; place++) {
    text = letters.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text
}

const checkSum = (unsigned: string) => base62(BigInt(crc32(unsigned)), 6)

/** 43 letters hold 256 bits. */
export function newSecret(mode: Mode): string {
  const unsigned = `sk_${mode.toLowerCase()}_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)}`
  return unsigned + checkSum(unsigned)
}

/** All that is kept of a key. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
