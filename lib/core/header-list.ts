/** Lists of names as the value of a header. */

import { truncate } from './problem.ts'

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
