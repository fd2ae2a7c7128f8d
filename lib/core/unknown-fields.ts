/** Finds the fields of an input that its schema does not have; parsing ignores them. */

import type * as z from 'zod'
import { fieldNamed } from './aliases.ts'
import { pathOf } from './field-path.ts'
import { isObject } from './json.ts'
import { nearestName } from './nearest-name.ts'
import type { FieldErrors } from './problem.ts'
import { unwrapSchema } from './unwrap-schema.ts'

interface UnknownField {
  path: string
  name: string
  /** The fields that the schema has in this place. */
  knownNames: string[]
}

/** A request may have a very large number of them. */
const maxFields = 50

export const unknownFieldPaths = (schema: z.core.$ZodType, input: unknown): string[] =>
  firstUnknownFields(schema, input).map(({ path }) => path)

export const unknownFieldErrors = (schema: z.core.$ZodType, input: unknown): FieldErrors =>
  Object.fromEntries(firstUnknownFields(schema, input).map(field => [field.path, [errorOf(field)]]))

function firstUnknownFields(schema: z.core.$ZodType, input: unknown): UnknownField[] {
  const found: UnknownField[] = []
  for (const field of unknownFieldsIn(schema, input)) if (found.push(field) === maxFields) break
  return found
}

function errorOf({ name, knownNames }: UnknownField): string {
  const nearest = nearestName(name, knownNames)
  return nearest ? `is an unknown field (did you mean \`${nearest}\`?)` : 'is an unknown field'
}

/** A schema that is neither an object nor an array, such as that of metadata, accepts all fields. */
function* unknownFieldsIn(schema: z.core.$ZodType, input: unknown, path = ''): Generator<UnknownField> {
  const inner = unwrapSchema(schema)
  const { def } = inner._zod
  if (def.type === 'array' && Array.isArray(input))
    for (const [n, entry] of input.entries()) yield* unknownFieldsIn(def.element, entry, pathOf(path, n))
  if (def.type !== 'object' || !isObject(input)) return
  for (const [name, value] of Object.entries(input)) {
    const field = fieldNamed(name, inner)
    const known = Object.hasOwn(def.shape, field) ? def.shape[field] : undefined
    if (!known) yield { path: pathOf(path, name), name, knownNames: Object.keys(def.shape) }
    else if (typeof value === 'object') yield* unknownFieldsIn(known, value, pathOf(path, name))
  }
}
