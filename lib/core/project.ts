/** The public form of stored rows. */

import type * as z from 'zod'
import { toInteger } from './fields.ts'
import { unwrapSchema } from './unwrap-schema.ts'

const emptyValues: Record<string, unknown> = { string: '', number: 0, boolean: false }

/** The schema's fields in the schema's order. What the row lacks is 0, false, an empty text, or null if the field may be null. */
export function project<S extends z.ZodObject>(schema: S, row: object): z.output<S> {
  const stored = row as Record<string, unknown>
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>)
  return Object.fromEntries(
    fields.map(([name, field]) => [name, shown(field, stored[name] ?? emptyValues[field.type] ?? null)]),
  ) as z.output<S>
}

/** Rows may have fractions where the API has whole numbers. */
const shown = (field: z.ZodType, value: unknown) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && isInteger(field) ? toInteger(value) : value

const isInteger = (field: z.ZodType) => 'format' in unwrapSchema(field)._zod.def
