import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonBytes, parseJsonOr, toJson } from '../../lib/core/json.ts'

/** Returns JSON that is nested too deeply for `JSON.stringify`. `toJson` writes it with its own serializer. */
const nestDeeply = (text: string) => `${'['.repeat(20_000)}${text}${']'.repeat(20_000)}`

test('writes what JSON.parse reads, at any depth', () => {
  for (const text of [
    nestDeeply('1'),
    nestDeeply('{"a":[],"":{},"__proto__":{"b":null}}'),
    `{"a":${nestDeeply('"\\u2028"')}}`,
  ])
    expect(toJson(JSON.parse(text))).toBe(text.replace('\\u2028', '\u2028'))
})

test('writes deeply nested values as JSON.stringify writes others', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), value => {
      const plain = JSON.stringify(value)
      const deep = JSON.parse(nestDeeply(plain)) as unknown
      expect(toJson(deep)).toBe(nestDeeply(plain))
    }),
    { numRuns: 30 },
  )
})

test('omits fields that are undefined, as JSON.stringify does', () => {
  expect(toJson({ a: undefined, deep: JSON.parse(nestDeeply('1')) as unknown })).toBe(`{"deep":${nestDeeply('1')}}`)
})

test('writes integers of any size with all their digits', () => {
  const value = { sum: 2n ** 64n, parts: [-1n, 0.5, 'x', null] }
  expect(toJson(value)).toBe('{"sum":18446744073709551616,"parts":[-1,0.5,"x",null]}')
})

test('counts bytes, not characters', () => expect(jsonBytes('é€')).toBe(7))

test('reads another value in place of a text that is not JSON', () => {
  expect(parseJsonOr('{"a":1}', 'other')).toEqual({ a: 1 })
  expect(parseJsonOr('null', 'other')).toBeNull()
  expect(parseJsonOr('{"a":', 'other')).toBe('other')
})
