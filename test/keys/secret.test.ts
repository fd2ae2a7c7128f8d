import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { newSecret } from '../../lib/keys/secret.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const numberIn = (text: string) => [...text].reduce((value, digit) => value * 62n + BigInt(digits.indexOf(digit)), 0n)

test.each([
  ['Live', /^sk_live_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/],
  ['Test', /^sk_test_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/],
] as const)('a key of mode %s has the prefix of its mode and 57 characters', (mode, pattern) => {
  expect(newSecret(mode)).toMatch(pattern)
})

test('ends with a CRC-32 checksum', () => {
  const secret = newSecret('Live')
  expect(numberIn(secret.slice(-6))).toBe(BigInt(crc32(secret.slice(0, -6))))
})

test('has 256 random bits', () => {
  const values = Array.from({ length: 2000 }, () => numberIn(newSecret('Test').slice(8, 51)))
  expect(new Set(values).size).toBe(2000)
  for (let bit = 0n; bit < 256n; bit++) {
    const set = values.filter(value => (value >> bit) & 1n).length
    expect(set, `bit ${bit}`).toBeGreaterThan(800)
    expect(set, `bit ${bit}`).toBeLessThan(1200)
  }
  expect(values.every(value => value < 2n ** 256n)).toBe(true)
})
