import { expect, test } from 'vitest'
import { preferenceIn } from '../../lib/core/prefer.ts'

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

test.each([
  '',
  'handling',
  'handling=',
  'strict',
  'xhandling=strict',
  'a; handling=strict',
  'a="handling=strict"',
])('finds no handling in %j', header => {
  expect(preferenceIn(header, 'handling') || undefined).toBeUndefined()
})

test.each(['"', '\\"', ',', '=', ';', 'a="', ' '])('reads a long malformed header of %s', text => {
  expect(preferenceIn(text.repeat(10_000), 'handling')).toBeUndefined()
})
