/** Reads the `Prefer` header of RFC 7240. */

/** A preference, its value and its parameters. A comma in quotes separates nothing. */
const preference = /([^\s,;="]+)(?:\s*=\s*("(?:[^"\\]|\\.)*"?|[^\s,;"]*))?(?:"(?:[^"\\]|\\.)*"?|[^",])*/g

/** In lower case; undefined if the header does not contain the preference. Of several, the first counts. */
export function preferenceIn(header: string, name: string): string | undefined {
  for (const [, one, value] of header.matchAll(preference))
    if (one?.toLowerCase() === name) return value && unquoted(value).toLowerCase()
  return undefined
}

const unquoted = (value: string) => value.replace(/^"|"$|\\(?=.)/g, '')
