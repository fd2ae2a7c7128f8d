/** Defines attributes for large integers: JavaScript numbers are exact up to 2^53, DynamoDB's up to 38 digits. */

import { CustomAttributeType } from 'electrodb'

/** The client reads a number up to 2^53 as a number, and a larger one as a bigint. */
type Read = number | bigint

export const bigIntegerAttribute = {
  type: CustomAttributeType<bigint>('any'),
  get: (stored: Read) => BigInt(stored),
  required: true,
} as const

export const bigIntegersAttribute = {
  type: CustomAttributeType<bigint[]>('any'),
  get: (stored?: readonly Read[]) => stored?.map(BigInt),
} as const

/** In JSON, an integer up to 2^53 is a number, and a larger one is the text of its digits. */
export type JsonInteger = number | string

export const toJsonInteger = (value: bigint): JsonInteger =>
  Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
