import { expect, test } from 'vitest'
import { compressToBase64, jsonAttribute } from '../../lib/store/attributes.ts'

test('a fault of an attribute that is not JSON names its row', () => {
  const { get } = jsonAttribute<object>()
  const row = { account: 1001, mode: 'Test', token: 't-1', content: 'garbage' }
  expect(() => get('garbage' as never, row)).toThrow(
    'The row of 1001 Test t-1 is damaged: an attribute of it is not JSON.',
  )
})

test('reads texts in both forms, whichever form the current limit would choose', () => {
  const { get, set } = jsonAttribute<{ notes: string }>()
  const valueWith = (length: number) => ({ notes: 'tea '.repeat(length / 4) })
  for (const length of [400, 800, 2000, 4000]) {
    const json = JSON.stringify(valueWith(length))
    for (const stored of [json, compressToBase64(json)]) expect(get(stored as never, {})).toEqual(valueWith(length))
  }
  expect(set(valueWith(400))).toBe(JSON.stringify(valueWith(400)))
  expect(String(set(valueWith(800))).length).toBeLessThan(200)
})
