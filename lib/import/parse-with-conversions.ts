/** Parses replies of a server that has the same API contract, but may write some values in another format. */

import type * as z from 'zod'
import { isBlank } from '../core/fields.ts'
import { isObject, parseJsonOr } from '../core/json.ts'
import { parseInput } from '../core/validation.ts'

type Path = readonly PropertyKey[]

/**
 * Parses a reply. If the schema rejects values, converts them and parses the reply again: blank text becomes null, and
 * metadata becomes an object. Throws a problem with all fields that are still invalid.
 */
export function parseWithConversions<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const { error } = schema.safeParse(input)
  const paths = (error?.issues ?? []).map(({ path }) => path)
  return parseInput(schema, paths.reduce(withOtherForm, input), 'the source')
}

const withOtherForm = (input: unknown, path: Path): unknown => replaceAt(input, path, path.at(-1))

function replaceAt(value: unknown, [step, ...rest]: Path, field: PropertyKey | undefined): unknown {
  if (step === undefined) return otherFormOf(value, field)
  if (Array.isArray(value)) return value.map((entry, n) => (n === step ? replaceAt(entry, rest, field) : entry))
  if (!isObject(value) || typeof step === 'symbol') return value
  return { ...value, [step]: replaceAt(value[step], rest, field) }
}

function otherFormOf(value: unknown, field: PropertyKey | undefined): unknown {
  if (isBlank(value)) return null
  return field === 'metadata' && value !== undefined ? metadataOf(value) : value
}

function metadataOf(value: unknown): unknown {
  const parsed = typeof value === 'string' ? parseJsonOr(value, value) : value
  return isObject(parsed) ? parsed : { value }
}
