/** Reads and writes the values of headers: the preferences in `Prefer`, and lists of names. */

import { truncate } from './problem.ts'

/** A preference of RFC 7240, its value and its parameters. A comma in quotes separates nothing. */
const preference = /([^\s,;="]+)(?:\s*=\s*("(?:[^"\\]|\\.)*"?|[^\s,;"]*))?(?:"(?:[^"\\]|\\.)*"?|[^",])*/g

/** In lower case; undefined if the header does not contain the preference. Of several, the first counts. */
export function preferenceIn(header: string, name: string): string | undefined {
  for (const [, one, value] of header.matchAll(preference))
    if (one?.toLowerCase() === name) return value && unquoted(value).toLowerCase()
  return undefined
}

const unquoted = (value: string) => value.replace(/^"|"$|\\(?=.)/g, '')

const [maxNameLength, maxListLength] = [80, 1000]

/** Separated by commas. Names that do not fit are left out at the end. */
export function headerList(names: readonly string[]): string {
  const list = names.map(encode).join(', ')
  return list.length > maxListLength ? list.slice(0, list.lastIndexOf(', ', maxListLength)) : list
}

/** Percent-encodes all but visible ASCII characters, and those with a meaning in headers. */
const encode = (name: string) =>
  truncate(name, maxNameLength)
    .toWellFormed()
    .replace(/[^!-~]|[%,"\\]/gu, encodeURIComponent)
