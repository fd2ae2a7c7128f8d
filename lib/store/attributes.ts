/** Defines attributes that several entities share, and the shards that divide the rows of an entity into partitions. */

import { hash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { CustomAttributeType } from 'electrodb'
import { toJson } from '../core/json.ts'
import { validationProblem } from '../core/problem.ts'
import { type AccountId, modes, type Tenant } from '../core/tenant.ts'

/** Long texts are compressed, because DynamoDB limits a row to 400 KB. */
export const compressToBase64 = (text: string) => gzipSync(text).toString('base64')
export const decompressFromBase64 = (compressed: string) => gunzipSync(Buffer.from(compressed, 'base64')).toString()

/**
 * Texts up to this length are stored as they are, because compression would hardly shorten them, and people can read
 * them in the table. With a higher limit, the rows of carts, customers and subscriptions would be one KB larger, and a
 * transaction bills two write units for each KB of a row.
 */
const maxPlainLength = 600
/** Every gzip file in base64 begins with these characters. A JSON text never begins with an H. */
const gzipMark = 'H4sI'

const packJson = (json: string) => (json.length > maxPlainLength ? compressToBase64(json) : json)
/** Returns the size of a value as `jsonAttribute` stores it. */
export const packedBytes = (value: unknown) => Buffer.byteLength(packJson(toJson(value)))

/** Throws a problem if the value of the field `name` takes more than `maxBytes` when it is stored. */
export function requirePackedSize(name: string, value: unknown, maxBytes: number): void {
  if (packedBytes(value) > maxBytes)
    throw validationProblem({ [name]: [`must have at most ${maxBytes / 1000} KB when compressed`] })
}

const unpackJson = (stored: string) => (stored.startsWith(gzipMark) ? decompressFromBase64(stored) : stored)

/** Parses stored JSON. The error names the damaged row, because it may be one of thousands that are read together. */
function parseJson<T>(stored: string, { account, mode, id, token }: Record<string, unknown>): T {
  try {
    return JSON.parse(unpackJson(stored))
  } catch (cause) {
    const row = [account, mode, id ?? token].join(' ')
    throw new Error(`The row of ${row} is damaged: an attribute of it is not JSON.`, { cause })
  }
}

/**
 * Defines an attribute that is stored as JSON text. Unlike a DynamoDB map, a text keeps the order of fields, empty
 * field names and more than 32 levels of nesting.
 */
export const jsonAttribute = <T>() => ({
  type: CustomAttributeType<T>('any' as never),
  get: (stored: T, row: Record<string, unknown>) => (typeof stored === 'string' ? parseJson<T>(stored, row) : stored),
  set: (value: T | undefined) => (value === undefined ? value : (packJson(toJson(value)) as T)),
})

export const idAttribute = <Id extends string>() =>
  ({ type: CustomAttributeType<Id>('string' as never), required: true }) as const

export const accountAttribute = { type: CustomAttributeType<AccountId>('number'), required: true } as const

export const tenantAttributes = { account: accountAttribute, mode: { type: modes, required: true } } as const

/** The version of a row's attributes; absent in the first version. README.md explains how to introduce a version. */
export const rowVersionAttribute = (current: number) =>
  ({ type: 'number', field: 'form', default: current, set: () => current }) as const

/** Older rows may contain currency codes in upper case, so codes are also converted when they are read. */
const lowerCase = (code: string | undefined) => code?.toLowerCase()
export const currencyAttribute = { type: 'string', get: lowerCase, set: lowerCase } as const

/**
 * DynamoDB stores integers of up to 38 digits exactly. The client returns integers above 2^53 as bigints, because a
 * JavaScript number cannot represent them exactly.
 */
type Integer = number | bigint

export const bigIntegerAttribute = {
  type: CustomAttributeType<bigint>('any'),
  get: (stored: Integer) => BigInt(stored),
  required: true,
} as const

export const bigIntegersAttribute = {
  type: CustomAttributeType<bigint[]>('any'),
  get: (stored?: readonly Integer[]) => stored?.map(BigInt),
} as const

/**
 * Returns the shard of an id, which is its last digit. Each of the 16 shards has its own partition, so 16 queries find
 * all rows of an entity without a scan.
 */
export const shardOf = (id: string) => id.slice(-1)
export const shards: readonly string[] = [...'0123456789abcdef']

/** Returns the key of a row. The value of the first attribute in `named` determines the shard. */
export function shardedKey<K extends Record<string, string>>({ account, mode }: Tenant, named: K) {
  const [id = ''] = Object.values(named)
  return { account, mode, ...named, shard: shardOf(id) }
}

/** Returns the shard of any text. `shardOf` needs a text that ends in a hexadecimal digit. */
export const shardOfText = (text: string) => shardOf(hash('sha256', text))

export const shardedAttributes = { ...tenantAttributes, shard: { type: 'string', required: true } } as const

/** Removes null values before a row is stored. A missing attribute is presented as null. */
export function withoutNulls<T extends object>(fields: T) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [K in keyof T]: Exclude<T[K], null>
  }
}
