/** Encodes values, such as currencies, that are a part of the name of a list. */

import { hash } from 'node:crypto'

/**
 * The maximum length of an encoded value. The names of lists are parts of keys, and DynamoDB limits sort keys to 1 KB.
 */
const maxValueLength = 100

/** Longer values are hashed, so that any text can be a value. */
function encode(value: string): string {
  const encoded = encodeURIComponent(value.toWellFormed())
  return encoded.length > maxValueLength ? hash('sha256', value) : encoded
}

export const encodeListValues = (values: readonly string[]): string => values.map(encode).join('/')

export const decodeListValues = (key: string): string[] => (key === '' ? [] : key.split('/').map(decodeURIComponent))
