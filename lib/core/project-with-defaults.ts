/** Selects the fields of stored rows that the API returns, and gives missing fields an empty value. */

import type * as z from 'zod'
import { toInteger, unwrapSchema } from './fields.ts'

const emptyValues: Record<string, unknown> = { string: '', number: 0, boolean: false, optional: undefined }
const emptyValueOf = ({ type }: z.ZodType) => (type in emptyValues ? emptyValues[type] : null)

/**
 * Returns the fields of the schema, in the order of the schema. A field that the row does not have becomes 0, false, ''
 * or null. If the field is optional, it is omitted instead.
 */
export function projectWithDefaults<S extends z.ZodObject>(schema: S, row: object): z.output<S> {
  const stored = row as Record<string, unknown>
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>)
  return Object.fromEntries(
    fields.map(([name, field]) => [name, shown(field, stored[name] ?? emptyValueOf(field))]),
  ) as z.output<S>
}

/** Rounds down fractions in fields that are integers in the API, because stored rows may contain fractions. */
const shown = (field: z.ZodType, value: unknown) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && isInteger(field) ? toInteger(value) : value

const isInteger = (field: z.ZodType) => 'format' in unwrapSchema(field)._zod.def
