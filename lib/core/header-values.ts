/** Reads the `Prefer` header, and writes lists of names as header values. */

import { truncate } from './problem.ts'

/** Matches a preference of RFC 7240 with its value and its parameters. A comma in quotes is not a separator. */
const preference = /([^\s,;="]+)(?:\s*=\s*("(?:[^"\\]|\\.)*"?|[^\s,;"]*))?(?:"(?:[^"\\]|\\.)*"?|[^",])*/g

export function preferenceIn(header: string, name: string): string | undefined {
  const [, , value] = header.matchAll(preference).find(([, one]) => one?.toLowerCase() === name) ?? []
  return value && unquoted(value).toLowerCase()
}

const unquoted = (value: string) => value.replace(/^"|"$|\\(?=.)/g, '')

const [maxNameLength, maxListLength] = [80, 1000]

/** Joins names with commas. The last names are left out if the list would be too long. */
export function toHeaderList(names: readonly string[]): string {
  const list = names.map(encode).join(', ')
  return list.length > maxListLength ? list.slice(0, list.lastIndexOf(', ', maxListLength)) : list
}

/** Percent-encodes a comma, a percent sign, a quotation mark, a backslash, and all but visible ASCII characters. */
const encode = (name: string) =>
  truncate(name, maxNameLength)
    .toWellFormed()
    .replace(/[^!-~]|[%,"\\]/gu, encodeURIComponent)
