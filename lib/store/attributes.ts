/** Attributes that many entities have. */

import { CustomAttributeType } from 'electrodb'
import { toJson } from '../core/json.ts'
import { modes } from '../core/tenant.ts'
import { compress, decompress } from './compression.ts'
import type { EntryKey } from './list-entry.ts'

/**
 * A value kept as JSON text: it comes back as it went in, at any depth (the table nests 32 levels), with its fields in
 * their order and its empty names.
 */
export const jsonAttribute = <T>() => ({
  type: CustomAttributeType<T>('any' as never),
  get: (stored: T) => (typeof stored === 'string' ? (JSON.parse(stored) as T) : stored),
  set: (value: T | undefined) => (value === undefined ? value : (toJson(value) as T)),
})

/** Thousands of keys that repeat each other, beside a row that may be large itself. */
const packedKeys = {
  type: CustomAttributeType<EntryKey[]>('any'),
  get: (stored: unknown) =>
    typeof stored === 'string' ? (JSON.parse(decompress(stored)) as EntryKey[]) : undefined,
  set: (keys: EntryKey[] | undefined) => keys && compress(JSON.stringify(keys)),
}

/** Of everything that stands on lists. */
export const listedAttributes = {
  account: { type: 'number', required: true },
  mode: { type: modes, required: true },
  /** Counts the changes; every write names the one it builds on. */
  version: { type: 'number', required: true },
  /** There while entries are still to be written: the keys of those that have to go. */
  unfinished: packedKeys,
} as const
