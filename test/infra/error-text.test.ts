import { expect, test } from 'vitest'
import { errorMessageOrStack } from '../../infra/error-text.ts'

const errorOf = (message: string, fields: object = {}) => Object.assign(new Error(message), fields)

test.each([
  [errorOf('Port 3000 is in use.'), 'Port 3000 is in use.'],
  [errorOf('ENOSPC: no space left on device, write', { code: 'ENOSPC' }), 'The disk is full.'],
  [
    errorOf('The request processing has failed because of an unknown error, exception or failure.'),
    'The database fails: its disk is full, or its files are damaged.',
  ],
  [
    errorOf('The security token is invalid.', { name: 'UnrecognizedClientException', $metadata: {} }),
    'The security token is invalid.',
  ],
  ['text', 'text'],
])('prints one sentence about %s', (error, text) => {
  expect(errorMessageOrStack(error)).toBe(text)
})

test('prints the stack of a bug', () => {
  expect(errorMessageOrStack(new TypeError('x is undefined'))).toMatch(/^TypeError: x is undefined\n +at /)
})
