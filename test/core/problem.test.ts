/** Tests problems with many errors, and with long error texts. */

import { expect, test } from 'vitest'
import { Problem, problemBody, validationProblem } from '../../lib/core/problem.ts'

const faults = (count: number, sentence: string, field = 'field') =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${field}${n}`, [sentence]]))

test('lists a few faults in full, in the message and by field', () => {
  const errors = { '': ['must be an object'], name: ['is required', 'must be text'] }
  expect(validationProblem(errors)).toMatchObject({ message: 'The body must be an object; name is required.', errors })
})

test('counts the faults that the message omits', () => {
  const { message, errors } = validationProblem(faults(1000, 'is required'))
  expect(message).toBe('field0 is required; field1 is required; field2 is required; and 997 more.')
  expect(Object.keys(errors)).toHaveLength(50)
})

test('limits the size of the body, however many and long the faults are', () => {
  const long = '小'.repeat(5000)
  for (const problem of [
    validationProblem(faults(1000, long)),
    validationProblem(faults(1000, 'is wrong', long)),
    validationProblem({ name: Array(1000).fill(long) }),
    new Problem('page_not_readable', { message: long, errors: faults(1000, long) }),
  ])
    expect(JSON.stringify(problemBody(problem, 'request-1')).length).toBeLessThan(80_000)
})

test('does not split a character when it shortens a text', () => {
  const { message, errors } = validationProblem({ name: ['👕'.repeat(1000), `x${'👕'.repeat(1000)}`] })
  for (const text of [message, ...errors.name!]) expect(text.isWellFormed()).toBe(true)
})
