/**
 * Creates API keys. A key contains its mode, 256 random bits, and a checksum by which scanners recognize leaked keys.
 */

import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Mode } from '../core/tenant.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function base62(value: bigint, width: number): string {
  let rest = value
  let text = ''
  for (let position = 0; position < width; position++) {
    text = digits.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text
}

const checksum = (unsigned: string) => base62(BigInt(crc32(unsigned)), 6)

/** The 43 base-62 digits of the key hold 256 random bits. */
export function newSecret(mode: Mode): string {
  const unsigned = `sk_${mode.toLowerCase()}_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)}`
  return unsigned + checksum(unsigned)
}
