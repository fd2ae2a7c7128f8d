import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { preferenceIn, toHeaderList } from '../../lib/core/header-values.ts'

describe('a preference', () => {
  test.each([
    ['handling=strict', 'strict'],
    ['handling=lenient', 'lenient'],
    ['Handling = STRICT', 'strict'],
    ['handling="strict"', 'strict'],
    [String.raw`handling="st\rict"`, 'strict'],
    ['respond-async, handling=strict', 'strict'],
    ['respond-async,,wait=10 ,\thandling=strict; a=b', 'strict'],
    ['return=minimal; foo="some, parameter"; handling=strict, handling=lenient', 'lenient'],
    ['handling=strict, handling=lenient', 'strict'],
    ['a="b, handling=lenient", handling=strict', 'strict'],
    [String.raw`a="\", handling=lenient", handling=strict`, 'strict'],
    ['a; b="c, handling=lenient, \\"", handling=strict', 'strict'],
  ])('reads the handling in %s', (header, value) => {
    expect(preferenceIn(header, 'handling')).toBe(value)
  })

  test.each(['', 'handling', 'handling=', 'strict', 'xhandling=strict', 'a; handling=strict', 'a="handling=strict"'])(
    'finds no handling in %j',
    header => {
      expect(preferenceIn(header, 'handling') || undefined).toBeUndefined()
    },
  )

  test.each(['"', '\\"', ',', '=', ';', 'a="', ' '])('reads a long malformed header of %s', text => {
    expect(preferenceIn(text.repeat(10_000), 'handling')).toBeUndefined()
  })
})

describe('a list of names', () => {
  test.each([
    [['maxUsages', 'variants[0].stok'], 'maxUsages, variants[0].stok'],
    [['a, b'], 'a%2C%20b'],
    [['a\r\nSet-Cookie: b=c'], 'a%0D%0ASet-Cookie:%20b=c'],
    [['größe', '尺寸', '👍'], 'gr%C3%B6%C3%9Fe, %E5%B0%BA%E5%AF%B8, %F0%9F%91%8D'],
    [['"%\\\u0000\u007f'], '%22%25%5C%00%7F'],
    [['\ud800'], '%EF%BF%BD'],
    [['x'.repeat(200)], `${'x'.repeat(80)}%E2%80%A6`],
  ])('%j is %s', (names, text) => {
    expect(toHeaderList(names)).toBe(text)
  })

  test('leaves out names that do not fit', () => {
    const names = Array.from({ length: 300 }, (_, n) => `field${n}`)
    const text = toHeaderList(names)
    expect(text.length).toBeGreaterThan(980)
    expect(text.length).toBeLessThanOrEqual(1000)
    expect(text.split(', ')).toEqual(names.slice(0, text.split(', ').length))
  })

  test('is a header value of at most 1,000 characters, and begins with the first name', () => {
    const anyName = fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), fc.string({ minLength: 1 }))
    fc.assert(
      fc.property(fc.array(anyName, { minLength: 1, maxLength: 50 }), names => {
        const text = toHeaderList(names)
        expect(text).toMatch(/^[!-~]+(, [!-~]+)*$/)
        expect(text.length).toBeLessThanOrEqual(1000)
        expect(text.split(', ')[0]).toBe(toHeaderList(names.slice(0, 1)))
      }),
    )
  })
})
