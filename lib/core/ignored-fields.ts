/** Finds the fields of an input that the schema does not have, or that have no effect because of other fields. */

import type * as z from 'zod'
import { isBlank, resolveAlias, unwrapSchema } from './fields.ts'
import { isObject } from './json.ts'
import { nearestName } from './nearest-name.ts'
import { type FieldErrors, pathOf } from './problem.ts'

type Fields = Record<string, unknown>

/**
 * Finds the fields that have no effect. Returns for each of them its error in a request with `Prefer: handling=strict`,
 * or null if the field causes no error.
 */
type FindUnused = (sent: Fields) => Record<string, string | null>

const findUnusedBySchema = new WeakMap<z.core.$ZodType, FindUnused>()

/**
 * Attaches `findUnused` to a schema, and returns the schema. A null or empty field of the schema is not reported, even
 * if `findUnused` returns it.
 */
export function attachUnusedFieldFinder<S extends z.core.$ZodType>(schema: S, findUnused: FindUnused): S {
  findUnusedBySchema.set(schema, findUnused)
  return schema
}

interface IgnoredField {
  path: string
  fault: () => string | null
}

/** At most this many fields are reported, because a request may have a very large number of ignored fields. */
const maxFields = 50

export const ignoredFieldPaths = (schema: z.core.$ZodType, input: unknown): string[] =>
  firstIgnoredFields(schema, input).map(({ path }) => path)

export function ignoredFieldErrors(schema: z.core.$ZodType, input: unknown): FieldErrors {
  const faults = firstIgnoredFields(schema, input).map(({ path, fault }) => [path, fault()] as const)
  return Object.fromEntries(faults.flatMap(([path, fault]) => (fault ? [[path, [fault]]] : [])))
}

const firstIgnoredFields = (schema: z.core.$ZodType, input: unknown): IgnoredField[] =>
  ignoredFieldsIn(schema, input).take(maxFields).toArray()

/**
 * Finds ignored fields, also in nested objects and arrays. Metadata has no ignored fields, because it accepts every
 * field.
 */
function* ignoredFieldsIn(schema: z.core.$ZodType, input: unknown, path = ''): Generator<IgnoredField> {
  const inner = unwrapSchema(schema)
  const { def } = inner._zod
  if (def.type === 'array' && Array.isArray(input))
    for (const [n, entry] of input.entries()) yield* ignoredFieldsIn(def.element, entry, pathOf(path, n))
  if (def.type !== 'object' || !isObject(input)) return
  const unused = unusedFieldsIn(inner, input)
  for (const [name, value] of Object.entries(input)) {
    const field = resolveAlias(name, inner)
    const known = Object.hasOwn(def.shape, field) ? def.shape[field] : undefined
    const fieldPath = pathOf(path, name)
    const reason = unused.has(name) ? unused.get(name) : reasonOfAlias({ name, field, input })
    if (!known) yield { path: fieldPath, fault: () => unknownFault(name, Object.keys(def.shape)) }
    else if (reason !== undefined) yield { path: fieldPath, fault: () => reason }
    else if (typeof value === 'object') yield* ignoredFieldsIn(known, value, fieldPath)
  }
}

function unknownFault(name: string, knownNames: string[]): string {
  const nearest = nearestName(name, knownNames)
  return nearest ? `is an unknown field (did you mean \`${nearest}\`?)` : 'is an unknown field'
}

function unusedFieldsIn(schema: z.core.$ZodType, sent: Fields): Map<string, string | null> {
  const reasons = Object.entries(findUnusedBySchema.get(schema)?.(sent) ?? {})
  return new Map(reasons.filter(([field]) => hasContent(sent[field])))
}

const hasContent = (value: unknown) =>
  value !== undefined && value !== null && !isBlank(value) && !(Array.isArray(value) && value.length === 0)

/**
 * Returns why an alias is not used: the input also contains the field itself, with a different value. Returns undefined
 * if the alias is used, or if `name` is not an alias.
 */
function reasonOfAlias({ name, field, input }: { name: string; field: string; input: Fields }) {
  const isRead = name === field || !hasContent(input[field]) || input[field] === input[name]
  return isRead ? undefined : `is not used, as ${field} is sent too`
}
