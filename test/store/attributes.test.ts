import { expect, test } from 'vitest'
import { jsonAttribute } from '../../lib/store/attributes.ts'

test('a fault of an attribute that is not JSON names its row', () => {
  const { get } = jsonAttribute<object>()
  const row = { account: 1001, mode: 'Test', token: 't-1', content: 'garbage' }
  expect(() => get('garbage' as never, row)).toThrow(
    'The row of 1001 Test t-1 is damaged: an attribute of it is not JSON.',
  )
})
