import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonBytes, toJson } from '../../lib/core/json.ts'

/** Too deep for JSON.stringify: only at such a depth does our own way of writing begin. */
const buried = (text: string) => `${'['.repeat(20_000)}${text}${']'.repeat(20_000)}`

test('writes what JSON.parse reads, at any depth', () => {
  for (const text of [
    buried('1'),
    buried('{"a":[],"":{},"__proto__":{"b":null}}'),
    `{"a":${buried('"\\u2028"')}}`,
  ])
    expect(toJson(JSON.parse(text))).toBe(text.replace('\\u2028', '\u2028'))
})

test('writes at great depth what JSON.stringify writes at none', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), value => {
      const plain = JSON.stringify(value)
      const deep = JSON.parse(buried(plain)) as unknown
      expect(toJson(deep)).toBe(buried(plain))
    }),
    { numRuns: 30 },
  )
})

test('passes over fields that are undefined, as JSON does', () => {
  expect(toJson({ a: undefined, deep: JSON.parse(buried('1')) as unknown })).toBe(`{"deep":${buried('1')}}`)
})

test('counts bytes and not letters', () => expect(jsonBytes('é€')).toBe(7))
