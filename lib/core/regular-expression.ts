/**
 * Defines the schema of a regular expression that a caller sends. Expressions in the RE2 syntax match in linear time.
 */

import { RE2JS, RE2JSSyntaxException } from 're2js'
import { text } from './fields.ts'

const maxLength = 500

/** The maximum number of compiled instructions. A short pattern such as `(abcde){1000}` has 7,002 of them. */
const maxInstructions = 5000

export const regularExpression = text(maxLength).superRefine((source, refinement) => {
  const fault = source.length > maxLength ? null : faultOf(source)
  if (fault) refinement.addIssue(fault)
})

function faultOf(source: string): string | null {
  try {
    return RE2JS.compile(source).programSize() > maxInstructions
      ? `must be simpler: it compiles to more than ${maxInstructions} instructions`
      : null
  } catch (fault) {
    if (!(fault instanceof RE2JSSyntaxException)) throw fault
    return `must be a valid RE2 regular expression: ${fault.error} ${fault.input ?? ''}`.trim()
  }
}
