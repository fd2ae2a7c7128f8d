/** Parses input with a schema and turns zod's issues into messages by field. */

import type * as z from 'zod'
import { ignoredFieldErrors } from './ignored-fields.ts'
import { type FieldErrors, fieldPath, type Problem, validationProblem } from './problem.ts'

type Issue = z.core.$ZodIssue

/** The names of types in messages such as `must be a number`. */
const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

function limitMessage(issue: Issue & { code: 'too_small' | 'too_big' }, bound: 'at least' | 'at most', limit: unknown) {
  if (issue.origin === 'string')
    return issue.code === 'too_small' && limit === 1 ? 'must not be empty' : `must have ${bound} ${limit} characters`
  if (issue.origin === 'array') return `must have ${bound} ${limit} ${limit === 1 ? 'entry' : 'entries'}`
  return `must be ${bound} ${limit}`
}

function messageOf(issue: Issue): string {
  if (issue.input === undefined) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return limitMessage(issue, 'at least', issue.minimum)
    case 'too_big':
      return limitMessage(issue, 'at most', issue.maximum)
    default:
      return issue.message
  }
}

/** Returns the faults of an input by field; an empty object if the input is valid. */
export function findFaults(schema: z.ZodType, input: unknown, inputName: string): FieldErrors {
  const { error } = schema.safeParse(input, { reportInput: true })
  return error ? faultsByField(error, inputName) : {}
}

/**
 * Parses an input. If it is invalid, throws one problem that reports the faults by field. A fault of the whole input is
 * reported under `inputName`.
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown, inputName: string): z.output<S> {
  const result = schema.safeParse(input, { reportInput: true })
  if (!result.success) throw validationProblem(faultsByField(result.error, inputName))
  return result.data
}

export function parseInputStrictly<S extends z.ZodType>(schema: S, input: unknown, inputName: string): z.output<S> {
  const faults = ignoredFieldErrors(schema, input)
  if (Object.keys(faults).length === 0) return parseInput(schema, input, inputName)
  throw validationProblem({ ...faults, ...findFaults(schema, input, inputName) })
}

/** Returns a problem that reports the missing body and the required fields of the body. */
export function missingBodyProblem(schema: z.ZodType): Problem {
  const itself = { body: ['is required'] }
  return validationProblem({ ...itself, ...findFaults(schema, {}, 'body'), ...itself })
}

function faultsByField(error: z.ZodError, inputName: string): FieldErrors {
  const byField = Map.groupBy(error.issues, ({ path }) => fieldPath(path) || inputName)
  return Object.fromEntries([...byField].map(([field, issues]) => [field, issues.map(messageOf)]))
}
