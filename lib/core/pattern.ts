/** Regular expressions sent by callers: RE2 syntax only, which matches any text in linear time. */

import { RE2JS, RE2JSSyntaxException } from 're2js'
import { text } from './fields.ts'

const maxLength = 500

/** Steps of the compiled pattern: `(a{100}){10}` is short to write and compiles to a thousand. */
const maxSteps = 5000

export const pattern = text(maxLength).superRefine((source, refinement) => {
  const fault = source.length > maxLength ? null : faultOf(source)
  if (fault) refinement.addIssue(fault)
})

function faultOf(source: string): string | null {
  try {
    return RE2JS.compile(source).programSize() > maxSteps
      ? `must be simpler: written out it has more than ${maxSteps} steps`
      : null
  } catch (fault) {
    if (!(fault instanceof RE2JSSyntaxException)) throw fault
    return `must be a regular expression as RE2 takes it: ${fault.error} ${fault.input ?? ''}`.trim()
  }
}
