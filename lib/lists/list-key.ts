/** Encodes values, such as currencies, that are a part of the name of a list. */

import { sha256Hex } from '../core/sha256.ts'

/** Names of lists are keys of an index, which DynamoDB limits to 1 KB. No usual value is longer than this. */
const maxValueLength = 100

/** Longer values are hashed, so that any text can be a value. */
function encode(value: string): string {
  const encoded = encodeURIComponent(value.toWellFormed())
  return encoded.length > maxValueLength ? sha256Hex(value) : encoded
}

/** Slashes separate the values. */
export const listKeyOf = (values: readonly string[]): string => values.map(encode).join('/')

export const valuesOfListKey = (key: string): string[] => (key === '' ? [] : key.split('/').map(decodeURIComponent))
