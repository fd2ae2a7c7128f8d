/** Turns what a shape found wrong into sentences a person can act on, by field. */

import type * as z from 'zod'
import { type Faults, validationProblem } from './problem.ts'

type Issue = z.core.$ZodIssue

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

function bound(issue: Issue & { code: 'too_small' | 'too_big' }, word: string, limit: unknown) {
  if (issue.origin === 'string') return `must have ${word} ${limit} characters`
  if (issue.origin === 'array') return `must have ${word} ${limit} ${limit === 1 ? 'entry' : 'entries'}`
  return `must be ${word} ${limit}`
}

function sentence(issue: Issue): string {
  if (issue.input === undefined) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return bound(issue, 'at least', issue.minimum)
    case 'too_big':
      return bound(issue, 'at most', issue.maximum)
    default:
      return issue.message
  }
}

/** `["rates", 0, "cost"]` as a caller would write it: `rates[0].cost`. */
const fieldPath = (path: PropertyKey[]) =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text ? `${text}.${String(step)}` : String(step)
  }, '')

/** The input as the shape reads it, or every fault at once; `whole` names the input where no field of it is at fault. */
export function parseInput<S extends z.ZodType>(shape: S, input: unknown, whole: string): z.output<S> {
  const result = shape.safeParse(input, { reportInput: true })
  if (!result.success) throw validationProblem(faultsByField(result.error, whole))
  return result.data
}

function faultsByField(error: z.ZodError, whole: string): Faults {
  const byField = new Map<string, string[]>()
  for (const issue of error.issues) {
    const field = fieldPath(issue.path) || whole
    byField.set(field, [...(byField.get(field) ?? []), sentence(issue)])
  }
  return Object.fromEntries(byField)
}
