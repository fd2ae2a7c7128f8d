/** Regular expressions that callers bring: in the language of RE2, which no text can make slow. */

import { RE2JS, RE2JSSyntaxException } from 're2js'
import { text } from './fields.ts'

const longest = 500

/** Steps of the compiled pattern: `(a{100}){10}` is short to write and a thousand of them. */
const mostSteps = 5000

const compiled = (source: string) => RE2JS.compile(source, RE2JS.CASE_INSENSITIVE)

export const pattern = text(longest).superRefine((source, refinement) => {
  const fault = source.length > longest ? null : faultOf(source)
  if (fault) refinement.addIssue(fault)
})

function faultOf(source: string): string | null {
  try {
    return compiled(source).programSize() > mostSteps
      ? `must be simpler: written out it has more than ${mostSteps} steps`
      : null
  } catch (fault) {
    if (!(fault instanceof RE2JSSyntaxException)) throw fault
    // RE2JS says "in either case" by putting this before the pattern, and shows it with the rest.
    const place = fault.input?.replace(/^\(\?i\)/, '') ?? ''
    return `must be a regular expression as RE2 takes it: ${fault.error} ${place}`.trim()
  }
}

/** Anywhere in the text, in either case unless the pattern says `(?-i)`. */
export const finds = (source: string, sought: string) => compiled(source).matcher(sought).find()
